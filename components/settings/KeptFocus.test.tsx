// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { KeptFocus } from './KeptFocus';

afterEach(cleanup);

function Shown({ things }: { things: string[] }) {
  return (
    <>
      <KeptFocus label="Things">
        {things.map((name) => (
          <button key={name} type="button" data-focus-kind={name.split(' ')[0]}>
            {name}
          </button>
        ))}
      </KeptFocus>
      <button type="button">Elsewhere</button>
    </>
  );
}

async function after(before: string[], focused: string, things: string[]) {
  const { rerender } = render(<Shown things={before} />);
  act(() => screen.getByRole('button', { name: focused }).focus());
  await act(async () => rerender(<Shown things={things} />));
  const element = document.activeElement;
  return element?.ariaLabel ?? element?.textContent;
}

describe('the focus in a place where things go away', () => {
  const things = ['row 1', 'all', 'row 2', 'row 3'];

  it('goes to the next of its kind, then to the last, then to the place itself', async () => {
    expect(await after(things, 'row 2', ['row 1', 'all', 'row 3'])).toBe('row 3');
    cleanup();
    expect(await after(things, 'row 3', ['row 1', 'row 2', 'all'])).toBe('row 2');
    cleanup();
    expect(await after(things, 'all', ['row 1', 'row 2'])).toBe('Things');
  });

  it('counts from where the thing stood last, not from where it stood first', async () => {
    const { rerender } = render(<Shown things={things} />);
    act(() => screen.getByRole('button', { name: 'row 2' }).focus());
    await act(async () => rerender(<Shown things={['row 0', ...things]} />));
    await act(async () => rerender(<Shown things={['row 0', 'row 1', 'row 3', 'row 4']} />));
    expect(document.activeElement?.textContent).toBe('row 3');
  });

  it('stays where it is when something else goes away', async () => {
    expect(await after(things, 'row 1', ['row 1'])).toBe('row 1');
    cleanup();
    expect(await after(things, 'Elsewhere', [])).toBe('Elsewhere');
  });

  it('stays where it was put while the thing went away', async () => {
    const shown = (rest: string[], isNext: boolean) => (
      <>
        {isNext && <input autoFocus aria-label="Next" />}
        <Shown things={rest} />
      </>
    );
    const { rerender } = render(shown(things, false));
    act(() => screen.getByRole('button', { name: 'row 1' }).focus());
    await act(async () => rerender(shown(['row 2'], true)));
    expect(document.activeElement?.ariaLabel).toBe('Next');
  });

  it('is not taken back from somebody who has left', async () => {
    const { rerender } = render(<Shown things={things} />);
    const button = screen.getByRole('button', { name: 'row 1' });
    await act(async () => {
      button.focus();
      button.blur();
      await Promise.resolve();
    });
    await act(async () => rerender(<Shown things={['row 2']} />));
    expect(document.activeElement).toBe(document.body);
  });
});
