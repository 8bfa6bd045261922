import { useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { Results } from './Results';

interface DeleteEverythingProps {
  deleteEverything: () => Promise<Outcome>;
}

type Stage = 'offered' | 'asked' | 'deleting' | 'kept' | 'deleted';

export function DeleteEverything({ deleteEverything }: DeleteEverythingProps) {
  const [stage, setStage] = useState<Stage>('offered');
  const [problem, setProblem] = useState<string | null>(null);

  async function carryOut(): Promise<void> {
    if (stage === 'deleting') return;
    setStage('deleting');
    const outcome = await deleteEverything();
    setProblem(outcome.ok ? null : outcome.error.message);
    setStage(outcome.ok ? 'deleted' : 'asked');
  }

  function keep(): void {
    if (stage === 'deleting') return;
    setProblem(null);
    setStage('kept');
  }

  return (
    <div className="settings-stack">
      {stage === 'offered' || stage === 'kept' || stage === 'deleted' ? (
        <>
          <p className="settings-hint">
            Chats, memories, permissions, settings and keys, all at once. You are asked once more.
          </p>
          <div key="offer" className="settings-buttons">
            <Button look="danger" autoFocus={stage === 'kept'} onClick={() => setStage('asked')}>
              Delete all my data
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="settings-hint">
            All chats, memories, permissions, settings and keys will be gone. This cannot be undone.
          </p>
          <div key="question" className="settings-buttons">
            <Button look="danger" aria-disabled={stage === 'deleting'} onClick={carryOut}>
              Delete everything
            </Button>
            <Button autoFocus aria-disabled={stage === 'deleting'} onClick={keep}>
              Keep everything
            </Button>
          </div>
        </>
      )}
      <Results>{problem !== null && <Notice tone="bad">{problem}</Notice>}</Results>
      {stage === 'deleted' && (
        <Notice tone="good" takesFocus>
          Everything was deleted. Tandem is as new.
        </Notice>
      )}
    </div>
  );
}
