import type { ErrorReport } from '../../lib/shared/error-report';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';

interface ErrorRowProps {
  error: ErrorReport;
  /** Absent when something else came after it. */
  onRetry?: (() => unknown) | undefined;
  onOpenSettings: () => void;
}

/** What the model settings can mend. */
const settingsHelp: ReadonlySet<string> = new Set([
  'model-auth',
  'model-connection',
  'model-context',
  'model-missing',
  'model-not-found',
  'model-protocol',
  'model-request',
]);

export function ErrorRow({ error, onRetry, onOpenSettings }: ErrorRowProps) {
  const actions = onRetry && (
    <>
      <Button onClick={() => onRetry()}>Retry</Button>
      {settingsHelp.has(error.code) && (
        <Button look="quiet" onClick={onOpenSettings}>
          Model settings
        </Button>
      )}
    </>
  );
  return (
    <Notice tone="bad" advice={error.advice} {...(actions ? { actions } : {})}>
      {error.message}
    </Notice>
  );
}
