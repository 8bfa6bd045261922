import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;

type CopyOutcome = 'copied' | 'failed';

/** Copies, and knows for a moment how that went. */
export function useCopy() {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  function copy(text: string): void {
    void navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  }
  return { outcome, copy };
}
