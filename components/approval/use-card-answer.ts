import { useRef, useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';

/** Asks the browser itself, in the click that leads here; false when it or the person refuses. */
export type RequestBrowserPermissions = (permissions: readonly string[]) => Promise<boolean>;

export interface CardAnswer {
  /** An answer is on its way: the card takes no other until the worker says what became of it. */
  pending: boolean;
  /** Why the last answer was not taken. */
  problem: string | null;
  answer: (send: () => Promise<Outcome>) => Promise<void>;
  /** The same after the browser granted what the tool needs. */
  answerWith: (
    permissions: readonly string[],
    request: RequestBrowserPermissions,
    send: () => Promise<Outcome>,
  ) => Promise<void>;
  /** What was filled in cannot be sent, and nothing is. */
  complain: (problem: string) => void;
}

export function useCardAnswer(): CardAnswer {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The buttons stay pressable while an answer is on its way, because disabled ones lose the focus.
  const underWay = useRef(false);

  function begin(): boolean {
    if (underWay.current) return false;
    underWay.current = true;
    setPending(true);
    setProblem(null);
    return true;
  }

  function giveUp(reason: string): void {
    underWay.current = false;
    setPending(false);
    setProblem(reason);
  }

  async function finish(sending: Promise<Outcome>): Promise<void> {
    const outcome = await sending;
    if (outcome.ok) return;
    const { message, advice = '' } = outcome.error;
    giveUp(`${message} ${advice}`.trim());
  }

  return {
    pending,
    problem,
    async answer(send) {
      if (begin()) await finish(send());
    },
    async answerWith(permissions, request, send) {
      if (underWay.current) return;
      // Nothing may be awaited before this: the browser asks only inside the click.
      const asking = permissions.length > 0 ? request(permissions) : Promise.resolve(true);
      begin();
      if (await asking) await finish(send());
      else giveUp('The browser did not grant this, so nothing was done. Try again, or deny it.');
    },
    complain(reason) {
      if (!underWay.current) setProblem(reason);
    },
  };
}
