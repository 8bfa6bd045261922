// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../lib/panel/panel-actions';
import { AskedFirst } from './AskedFirst';

afterEach(cleanup);

const texts = {
  offer: 'Empty',
  question: 'All will be gone.',
  confirm: 'Empty it',
  keep: 'Keep it',
  doneText: 'It is empty.',
};

describe('what asks first', () => {
  it('is done once, however often it is pressed, and cannot be turned back from then on', async () => {
    const answers: ((outcome: Outcome) => void)[] = [];
    render(<AskedFirst {...texts} onConfirm={() => new Promise((done) => answers.push(done))} />);
    await userEvent.click(screen.getByRole('button', { name: 'Empty' }));
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }));
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(answers).toHaveLength(1);
    expect(screen.getByText('All will be gone.')).toBeTruthy();
    await act(async () => answers[0]?.({ ok: true, value: null }));
    expect(document.activeElement?.textContent).toBe('It is empty.');
  });

  it('does not come back to its question when there was nothing left to ask about', async () => {
    const shown = (available: boolean) => (
      <AskedFirst {...texts} available={available} onConfirm={() => new Promise(() => undefined)}>
        <button type="button">Beside</button>
      </AskedFirst>
    );
    const { rerender } = render(shown(true));
    await userEvent.click(screen.getByRole('button', { name: 'Empty' }));
    rerender(shown(false));
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Beside']);
    rerender(shown(true));
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Beside',
      'Empty',
    ]);
  });
});
