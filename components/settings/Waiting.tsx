import { useEffect, useState } from 'react';
import type { ErrorReport } from '../../lib/shared/error-report';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';

/** As long as a worker may take to wake up. */
const PATIENCE_MS = 5_000;

interface WaitingProps {
  /** What the worker answered instead. */
  trouble: ErrorReport | null;
  onRetry: () => unknown;
  /** What is said at first; nothing when something else says it already. */
  hint?: string;
}

/** Stands where something will be that the worker has not told yet. */
export function Waiting({ trouble, onRetry, hint = 'Loading…' }: WaitingProps) {
  const [tooLong, setTooLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTooLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (trouble === null && !tooLong) {
    return hint === '' ? null : <p className="settings-hint">{hint}</p>;
  }
  return (
    <Notice
      tone="bad"
      announced
      advice={trouble === null ? 'It may still be starting. Nothing is lost.' : trouble.advice}
      actions={<Button onClick={() => onRetry()}>Try again</Button>}
    >
      {trouble?.message ?? 'Tandem’s background page does not answer.'}
    </Notice>
  );
}
