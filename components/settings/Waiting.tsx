import { useEffect, useState } from 'react';
import type { ErrorReport } from '../../lib/shared/app-error';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';

/** As long as a worker may take to wake up. */
const PATIENCE_MS = 5_000;

interface WaitingProps {
  /** What the worker answered instead. */
  trouble: ErrorReport | null;
  onRetry: () => unknown;
}

/** Stands where something will be that the worker has not told yet. */
export function Waiting({ trouble, onRetry }: WaitingProps) {
  const [tooLong, setTooLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTooLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (trouble === null && !tooLong) return <p className="settings-hint">Loading…</p>;
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
