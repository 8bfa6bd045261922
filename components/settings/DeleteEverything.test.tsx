// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeleteEverything } from './DeleteEverything';

afterEach(cleanup);

describe('deleting everything', () => {
  it('asks first, with the focus on the way back', async () => {
    const deleteEverything = vi.fn(() => Promise.resolve({ ok: true as const, value: null }));
    render(<DeleteEverything deleteEverything={deleteEverything} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete all my data' }));
    expect(screen.getByText(/cannot be undone/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep everything');
    await userEvent.keyboard('{Enter}');
    expect(deleteEverything).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent).toBe('Delete all my data');
  });

  it('says so when it is done', async () => {
    render(
      <DeleteEverything deleteEverything={() => Promise.resolve({ ok: true, value: null })} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete all my data' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByText(/Everything was deleted/)).toBeTruthy();
    expect(document.activeElement?.textContent).toMatch(/^Everything was deleted/);
  });

  it('says so when it failed, and can be tried again', async () => {
    const error = { code: 'x', message: 'The disk does not answer.', retryable: true };
    render(<DeleteEverything deleteEverything={() => Promise.resolve({ ok: false, error })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete all my data' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByText('The disk does not answer.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Delete everything');
  });
});
