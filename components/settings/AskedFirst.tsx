import { useState, type ReactNode } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { Results } from './Results';

interface AskedFirstProps {
  /** The name of the button that asks. */
  offer: string;
  hint?: string;
  question: string;
  confirm: string;
  keep: string;
  doneText: string;
  /** False while there is nothing it could be done to. */
  available?: boolean;
  onConfirm: () => Promise<Outcome>;
  /** Buttons that stand beside it. */
  children?: ReactNode;
}

type Stage = 'offered' | 'asked' | 'working' | 'kept' | 'done';

/** What cannot be undone: the question stands where the button was, with the focus on the way back. */
export function AskedFirst({
  offer,
  hint,
  question,
  confirm,
  keep,
  doneText,
  available = true,
  onConfirm,
  children,
}: AskedFirstProps) {
  const [stage, setStage] = useState<Stage>('offered');
  const [problem, setProblem] = useState<string | null>(null);
  // Nothing is left to ask about; and the question must not come back by itself.
  if (stage === 'asked' && !available) setStage('offered');
  const isAsked = stage === 'asked' || stage === 'working';

  async function carryOut(): Promise<void> {
    if (stage === 'working') return;
    setStage('working');
    const outcome = await onConfirm();
    setProblem(outcome.ok ? null : outcome.error.message);
    setStage(outcome.ok ? 'done' : 'asked');
  }

  function turnBack(): void {
    if (stage === 'working') return;
    setProblem(null);
    setStage('kept');
  }

  return (
    <>
      {!isAsked && hint !== undefined && <p className="settings-hint">{hint}</p>}
      {(children !== undefined || (!isAsked && available)) && (
        <div className="settings-buttons">
          {children}
          {!isAsked && available && (
            <Button look="danger" autoFocus={stage === 'kept'} onClick={() => setStage('asked')}>
              {offer}
            </Button>
          )}
        </div>
      )}
      {isAsked && (
        <>
          <p className="settings-hint">{question}</p>
          <div className="settings-buttons">
            <Button look="danger" aria-disabled={stage === 'working'} onClick={carryOut}>
              {confirm}
            </Button>
            <Button autoFocus aria-disabled={stage === 'working'} onClick={turnBack}>
              {keep}
            </Button>
          </div>
        </>
      )}
      <Results>{problem !== null && <Notice tone="bad">{problem}</Notice>}</Results>
      {stage === 'done' && (
        <Notice tone="good" takesFocus>
          {doneText}
        </Notice>
      )}
    </>
  );
}
