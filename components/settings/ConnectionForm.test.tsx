// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionDraft, ConnectionView } from '../../lib/messaging/settings';
import type { ConnectionTestResult, Outcome } from '../../lib/panel/panel-actions';
import { done } from '../testing/tool-use';
import { ConnectionForm } from './ConnectionForm';

afterEach(cleanup);

const stored: ConnectionView = {
  baseUrl: 'https://models.example/v1',
  model: 'small',
  contextTokens: 8_000,
  supportsTools: true,
  supportsImages: false,
  hasKey: true,
};

interface Shown {
  connection?: ConnectionView | null;
  granted?: boolean | Promise<boolean>;
  saved?: Outcome;
  tested?: Outcome<ConnectionTestResult>;
}

function show({
  connection = stored,
  granted = true,
  saved = done,
  tested = { ok: true, value: { ok: true, message: 'The model answered.' } },
}: Shown = {}) {
  const happened: string[] = [];
  const drafts: ConnectionDraft[] = [];
  const take = (what: string, draft: ConnectionDraft) => {
    happened.push(what);
    drafts.push(draft);
  };
  render(
    <ConnectionForm
      connection={connection}
      onSave={(draft) => {
        take('save', draft);
        return Promise.resolve(saved);
      }}
      onTest={(draft) => {
        take('test', draft);
        return Promise.resolve(tested);
      }}
      requestHostPermission={async (url) => {
        happened.push(`browser asked for ${url}`);
        return granted;
      }}
    />,
  );
  return { happened, drafts, user: userEvent.setup() };
}

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));

describe('the connection form', () => {
  it('asks the browser for the host in the click and saves what was entered', async () => {
    const { happened, drafts, user } = show({ connection: null });
    await user.type(field('Address'), 'http://localhost:1234/v1');
    await user.type(field('Model'), ' llama-4 ');
    await user.type(field('API key'), 'secret');
    await user.clear(field('Context size (tokens)'));
    await user.type(field('Context size (tokens)'), '32,000');
    await user.click(field('Can see images'));
    await press('Save');
    expect(happened).toEqual(['browser asked for http://localhost:1234/v1', 'save']);
    expect(drafts).toEqual([
      {
        baseUrl: 'http://localhost:1234/v1',
        model: 'llama-4',
        apiKey: 'secret',
        contextTokens: 32_000,
        supportsTools: true,
        supportsImages: true,
      },
    ]);
    expect(screen.getByText('Saved.')).toBeTruthy();
    expect(field('API key')).toHaveProperty('value', '');
  });

  it('shows that a key is stored and never the key, and keeps it when none is entered', async () => {
    const { drafts } = show();
    expect(field('API key')).toMatchObject({ value: '', type: 'password' });
    expect(field('API key').getAttribute('placeholder')).toBe('A key is stored');
    await press('Save');
    expect(drafts[0]).not.toHaveProperty('apiKey');
  });

  it('removes the stored key when asked to', async () => {
    const { drafts, user } = show();
    await user.click(field('Remove the stored key'));
    await press('Save');
    expect(drafts[0]?.apiKey).toBe('');
  });

  it('saves without the permission and says what that means', async () => {
    const { happened } = show({ granted: false });
    await press('Save');
    expect(happened.at(-1)).toBe('save');
    expect(screen.getByText('Saved.')).toBeTruthy();
    expect(screen.getByText(/did not grant access/)).toBeTruthy();
  });

  it('does not wait for the browser before it saves', async () => {
    const { happened } = show({ granted: new Promise<boolean>(() => {}) });
    await press('Save');
    expect(happened.at(-1)).toBe('save');
    expect(screen.getByText('Saved.')).toBeTruthy();
  });

  it('says beside each field what is wrong, and asks nobody anything', async () => {
    const { happened, user } = show({ connection: null });
    await user.type(field('Address'), 'localhost:1234');
    await user.clear(field('Context size (tokens)'));
    await press('Save');
    expect(happened).toEqual([]);
    expect(document.activeElement).toBe(field('Address'));
    for (const [name, error] of [
      ['Address', 'Enter an address that begins with http:// or https://.'],
      ['Model', 'Enter the name of a model.'],
      ['Context size (tokens)', 'Enter a whole number from 1,000 to 10,000,000.'],
    ] as const) {
      const described = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
      const texts = described.map((id) => document.getElementById(id)?.textContent);
      expect(texts).toContain(error);
    }
  });

  it('tells how a test went, with advice', async () => {
    const value = { ok: false, message: 'The server refused the key.', advice: 'Check the key.' };
    const { happened } = show({ tested: { ok: true, value } });
    await press('Test connection');
    expect(happened).toEqual(['browser asked for https://models.example/v1', 'test']);
    expect(screen.getByText('The server refused the key.')).toBeTruthy();
    expect(screen.getByText('Check the key.')).toBeTruthy();
  });

  it('tells it in a place that was there before, so that it is read out', async () => {
    show();
    const place = screen.getByRole('status');
    expect(place.textContent).toBe('');
    await press('Save');
    expect(place.textContent).toBe('Saved.');
  });

  it('keeps what was typed when saving fails', async () => {
    const error = { code: 'x', message: 'The storage is full.', retryable: false };
    const { user } = show({ saved: { ok: false, error } });
    await user.type(field('API key'), 'secret');
    await press('Save');
    expect(screen.getByText('The storage is full.')).toBeTruthy();
    expect(field('API key')).toHaveProperty('value', 'secret');
  });

  it('keeps the focus while it works, and does nothing twice', async () => {
    const { happened, user } = show({ granted: new Promise<boolean>(() => {}) });
    await press('Test connection');
    expect(document.activeElement?.textContent).toBe('Test connection');
    await user.keyboard('{Enter}');
    await user.type(field('Model'), '{Enter}');
    expect(happened).toEqual(['browser asked for https://models.example/v1']);
  });
});
