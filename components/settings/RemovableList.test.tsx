// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../lib/panel/panel-actions';
import { RemovableList } from './RemovableList';

afterEach(cleanup);

function Shown({ count }: { count: number }) {
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => `k${index}`));
  return (
    <RemovableList
      label="Things"
      items={keys.map((key) => ({ key, title: `Thing ${key}`, details: 'A thing.' }))}
      action="Remove"
      onRemove={(key) => {
        setKeys(keys.filter((other) => other !== key));
        return Promise.resolve({ ok: true, value: null });
      }}
      removedText={(title) => `${title} is gone.`}
      emptyText="There are no things."
    />
  );
}

const buttons = () => screen.queryAllByRole('button', { name: 'Remove' });
/** What a screen reader says of the button besides its name. */
const describedBy = (element: Element | null) =>
  document.getElementById(element?.getAttribute('aria-describedby') ?? '')?.textContent;

describe('a list whose rows can be removed', () => {
  it('says for every button what it removes', () => {
    render(<Shown count={2} />);
    expect(buttons().map(describedBy)).toEqual(['Thing k0', 'Thing k1']);
  });

  it('hands the focus on to the row that moves up, then to the last one, then to itself', async () => {
    render(<Shown count={3} />);
    await userEvent.click(buttons()[1] ?? document.body);
    expect(describedBy(document.activeElement)).toBe('Thing k2');
    await userEvent.keyboard('{Enter}');
    expect(describedBy(document.activeElement)).toBe('Thing k0');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Things' }));
    expect(screen.getByText('There are no things.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Thing k0 is gone.');
  });

  it('shows the first fifty of very many, and the rest on request', async () => {
    render(<Shown count={1_200} />);
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(50);
    await userEvent.click(screen.getByRole('button', { name: /^Show all 1.?200$/ }));
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1_200);
    expect(describedBy(document.activeElement)).toBe('Thing k50');
  });

  it('keeps the focus on the button while a row is removed, and when that fails', async () => {
    const removals: ((outcome: Outcome) => void)[] = [];
    render(
      <RemovableList
        label="Things"
        items={[{ key: 'k', title: 'Thing k', details: 'A thing.' }]}
        action="Remove"
        onRemove={() => new Promise((resolve) => removals.push(resolve))}
        removedText={(title) => `${title} is gone.`}
        emptyText="There are no things."
      />,
    );
    await userEvent.click(buttons()[0] ?? document.body);
    await userEvent.keyboard('{Enter}');
    expect(removals).toHaveLength(1);
    const error = { code: 'x', message: 'The disk does not answer.', retryable: true };
    removals[0]?.({ ok: false, error });
    expect(await screen.findByText('The disk does not answer.')).toBeTruthy();
    expect(document.activeElement).toBe(buttons()[0]);
  });
});
