// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';

afterEach(cleanup);

function Faulty(): never {
  throw new Error('no such turn');
}

describe('a fault in what is drawn', () => {
  it('leaves a page that says so and can be reloaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let reloads = 0;
    render(
      <ErrorBoundary onReload={() => (reloads += 1)}>
        <Faulty />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('status').textContent).toContain('no such turn');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Reload' }));
    expect(reloads).toBe(1);
  });
});
