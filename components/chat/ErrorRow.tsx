import type { ErrorReport } from '../../lib/shared/app-error';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';

interface ErrorRowProps {
  error: ErrorReport;
  /** Absent when something else came after it. */
  onRetry?: (() => unknown) | undefined;
}

export function ErrorRow({ error, onRetry }: ErrorRowProps) {
  return (
    <Notice
      tone="bad"
      advice={error.advice}
      {...(onRetry ? { actions: <Button onClick={() => onRetry()}>Retry</Button> } : {})}
    >
      {error.message}
    </Notice>
  );
}
