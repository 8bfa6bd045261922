// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, toolStarted } from '../../lib/panel/testing/records';
import { toolUseFrom } from '../testing/tool-use';
import { WaitingRow } from './WaitingRow';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const running = (id: string, name: string, title: string) =>
  toolUseFrom(call(id, name), { title }, toolStarted(id));

const chips = () => [...document.querySelectorAll('.chip-tool')].map((chip) => chip.textContent);

describe('the waiting row', () => {
  it('KAI-131 has a chip for each executing tool, beside the waiting chip', () => {
    const tabs = running('t1', 'list_tabs', 'Open tabs');
    const time = running('t2', 'get_local_time', 'Local time');
    const { rerender, container } = render(
      <WaitingRow executing={[tabs, time]} requestRetry={null} />,
    );
    expect(chips()).toEqual(['Open tabs', 'Local time']);
    const [row] = container.children;
    expect([...(row?.children ?? [])].every((child) => child.matches('.chip'))).toBe(true);
    rerender(<WaitingRow executing={[time]} requestRetry={null} />);
    expect(chips()).toEqual(['Local time']);
  });

  it('KAI-132 KAI-07 marks them with a wrench and names them, by the raw name if need be', () => {
    render(<WaitingRow executing={[running('t1', 'frobnicate', '')]} requestRetry={null} />);
    const icon = screen.getByRole('img', { name: 'Tool executing' });
    expect(icon.getAttribute('data-icon')).toBe('tool');
    expect(chips()).toEqual(['frobnicate']);
  });

  it('KAI-126 KAI-127 changes its word every three seconds', () => {
    const { container } = render(<WaitingRow executing={[]} requestRetry={null} />);
    const seen = [0, 1, 2, 3].map(() => {
      const text = container.textContent;
      act(() => {
        vi.advanceTimersByTime(2_999);
      });
      expect(container.textContent).toBe(text);
      act(() => {
        vi.advanceTimersByTime(1);
      });
      return text;
    });
    expect(seen).toEqual(['Thinking…', 'Working…', 'Brewing…', 'Thinking…']);
  });

  it('tells why the model is asked again, and when', () => {
    const error = { code: 'rate-limited', message: 'Too many requests.', retryable: true };
    const { container } = render(
      <WaitingRow
        executing={[]}
        requestRetry={{ type: 'request-retried', turnId: 'a', attempt: 1, delayMs: 2_000, error }}
      />,
    );
    expect(container.textContent).toBe('Too many requests. Trying again in 2 s…');
  });
});
