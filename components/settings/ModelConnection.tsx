import { useState } from 'react';
import type { ConnectionView } from '../../lib/messaging/settings';
import type { PanelActions } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { ConnectionForm, type RequestHostPermission } from './ConnectionForm';
import { CurrentModel } from './CurrentModel';

interface ModelConnectionProps {
  connection: ConnectionView | null;
  actions: Pick<PanelActions, 'saveConnection' | 'testConnection' | 'removeConnection'>;
  requestHostPermission: RequestHostPermission;
}

interface Message {
  tone: 'good' | 'bad';
  text: string;
}

/** Which model answers, and how to have another one answer. */
export function ModelConnection({
  connection,
  actions,
  requestHostPermission,
}: ModelConnectionProps) {
  const [removals, setRemovals] = useState(0);
  const [message, setMessage] = useState<Message | null>(null);

  async function disconnect(): Promise<void> {
    setMessage(null);
    const outcome = await actions.removeConnection();
    if (outcome.ok) setRemovals(removals + 1);
    setMessage(
      outcome.ok
        ? {
            tone: 'good',
            text: 'Disconnected. The key is deleted, and the built-in assistant answers again.',
          }
        : { tone: 'bad', text: outcome.error.message },
    );
  }

  return (
    <div className="settings-stack">
      <CurrentModel connection={connection} />
      {connection && (
        <div className="settings-buttons">
          <Button onClick={disconnect}>Disconnect</Button>
          <span className="settings-hint">
            Deletes the key; the built-in assistant answers again.
          </span>
        </div>
      )}
      {message && (
        <Notice tone={message.tone} takesFocus>
          {message.text}
        </Notice>
      )}
      <ConnectionForm
        // What stood in the form belongs to the connection that is gone.
        key={removals}
        connection={connection}
        onSave={(draft) => {
          setMessage(null);
          return actions.saveConnection(draft);
        }}
        onTest={actions.testConnection}
        requestHostPermission={requestHostPermission}
      />
    </div>
  );
}
