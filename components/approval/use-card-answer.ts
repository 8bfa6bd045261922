import { useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';

/** Asks the browser itself, in the click that leads here; false when it or the person refuses. */
export type RequestBrowserPermissions = (permissions: readonly string[]) => Promise<boolean>;

export interface CardAnswer {
  /** An answer is on its way: the card waits until the worker says what became of it. */
  pending: boolean;
  problem: string | null;
  answer: (send: () => Promise<Outcome>) => Promise<void>;
  /** The same after the browser granted what the tool needs. */
  answerWith: (
    permissions: readonly string[],
    request: RequestBrowserPermissions,
    send: () => Promise<Outcome>,
  ) => Promise<void>;
}

export function useCardAnswer(): CardAnswer {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function answer(send: () => Promise<Outcome>): Promise<void> {
    setPending(true);
    setProblem(null);
    const outcome = await send();
    if (!outcome.ok) setPending(false);
  }

  return {
    pending,
    problem,
    answer,
    async answerWith(permissions, request, send) {
      if (permissions.length > 0) {
        // Nothing may be awaited before this: the browser asks only inside the click.
        const asking = request(permissions);
        setPending(true);
        if (!(await asking)) {
          setPending(false);
          setProblem('The browser did not grant this, so nothing was done. Try again, or deny it.');
          return;
        }
      }
      await answer(send);
    },
  };
}
