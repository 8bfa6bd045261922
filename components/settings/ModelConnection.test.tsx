// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionView } from '../../lib/messaging/settings';
import type { Outcome } from '../../lib/panel/panel-actions';
import { done } from '../testing/tool-use';
import { ModelConnection } from './ModelConnection';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const stored: ConnectionView = {
  baseUrl: 'https://models.example/v1',
  model: 'small',
  contextTokens: 8_000,
  supportsTools: true,
  supportsImages: false,
  hasKey: true,
};

function Shown({ first, removed }: { first: ConnectionView | null; removed: Outcome }) {
  const [connection, setConnection] = useState(first);
  return (
    <ModelConnection
      connection={connection}
      actions={{
        saveConnection: () => Promise.resolve(done),
        testConnection: () => Promise.resolve({ ok: true, value: { ok: true, message: 'Fine.' } }),
        removeConnection: () => {
          if (removed.ok) setConnection(null);
          return Promise.resolve(removed);
        },
      }}
      requestHostPermission={() => Promise.resolve(true)}
    />
  );
}
const show = (first: ConnectionView | null, removed: Outcome = done) =>
  render(<Shown first={first} removed={removed} />);
const answering = () => document.querySelector('.current-model')?.textContent;

describe('the model connection', () => {
  it('says that the built-in assistant answers while nothing is connected', () => {
    show(null);
    expect(answering()).toMatch(/Built-in assistant.*Rules, not AI.*offline/);
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
  });

  it.each([
    ['https://models.example/v1', /small.*At models\.example\. What you write is sent there/],
    [
      'http://localhost:1234/v1',
      /small.*localhost:1234, on this computer\. What you write goes to this server and, from Tandem, nowhere else/,
    ],
    ['http://127.0.0.1:1234/v1', /on this computer/],
    ['http://[::1]:1234/v1', /on this computer/],
    ['http://localhost.evil.example/v1', /is sent there/],
  ])('says which model answers and where it is: %s', (baseUrl, text) => {
    show({ ...stored, baseUrl });
    expect(answering()).toMatch(text);
  });

  it('is removed with one click, and what happens then is told', async () => {
    show(stored);
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
    expect(document.activeElement?.textContent).toMatch(/key is deleted.*built-in assistant/);
    expect(answering()).toContain('Built-in assistant');
    expect(screen.getByLabelText('Address')).toHaveProperty('value', '');
    expect(screen.getByLabelText('API key').getAttribute('placeholder')).toBe('None');
  });

  it('stays when it cannot be removed, and the reason is told', async () => {
    const error = { code: 'x', message: 'The disk does not answer.', retryable: false };
    show(stored, { ok: false, error });
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
    expect(screen.getByText('The disk does not answer.')).toBeTruthy();
    expect(screen.getByLabelText('Address')).toHaveProperty('value', stored.baseUrl);
  });

  it.each([
    ['Ollama', 'http://localhost:11434/v1'],
    ['LM Studio', 'http://localhost:1234/v1'],
    ['llama.cpp', 'http://localhost:8080/v1'],
  ])('fills in where %s listens, and goes on to the model', async (name, baseUrl) => {
    show(null);
    await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByLabelText('Address')).toHaveProperty('value', baseUrl);
    expect(document.activeElement).toBe(screen.getByLabelText('Model'));
  });

  it('says what works while the computer is offline', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    show(stored);
    expect(screen.queryByText(/You are offline/)).toBeNull();
    online.mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(screen.getByText(/You are offline/)).toBeTruthy();
    cleanup();
    show({ ...stored, baseUrl: 'http://localhost:1234/v1' });
    expect(screen.queryByText(/You are offline/)).toBeNull();
    cleanup();
    show({ ...stored, baseUrl: 'http://192.168.0.7:1234/v1' });
    expect(screen.queryByText(/You are offline/)).toBeNull();
  });

  it('says when a part of the address is not shown, and can be rid of it', async () => {
    show({ ...stored, hasKey: false, addressCut: true });
    expect(screen.getByText(/stored and not shown/)).toBeTruthy();
    expect(screen.getByLabelText('Remove what is not shown of the address')).toBeTruthy();
  });
});
