import type { ConnectionView } from '../../lib/messaging/settings';
import { Icon } from '../ui/Icon';
import { Mark } from '../ui/Mark';
import { modelHostOf } from '../ui/model-host';
import { Notice } from '../ui/Notice';
import { useOnline } from '../ui/use-online';
import './current-model.css';

/** Which model answers now, and where the words go. */
export function CurrentModel({ connection }: { connection: ConnectionView | null }) {
  const online = useOnline();
  const host = connection ? modelHostOf(connection.baseUrl) : undefined;
  const isHere = host?.place === 'this-computer';
  return (
    <>
      <div className="current-model">
        <span className="current-model-mark">
          {connection ? <Icon name={isHere ? 'shield' : 'globe'} size={18} /> : <Mark />}
        </span>
        <div className="current-model-text">
          <p className="current-model-label">Answers come from</p>
          <p className="current-model-name">
            <bdi>{connection ? connection.model : 'Built-in assistant'}</bdi>
          </p>
          <p className="settings-hint">
            {!connection && 'Rules, not AI. It works offline and needs no key.'}
            {host &&
              (isHere
                ? `At ${host.host}, on this computer. What you write goes to this server and, from Tandem, nowhere else.`
                : `At ${host.host}. What you write is sent there.`)}
          </p>
        </div>
      </div>
      {!online && host?.place === 'remote' && (
        <Notice advice="A model on this computer works offline, and so does the built-in assistant.">
          You are offline, so this model cannot be reached.
        </Notice>
      )}
    </>
  );
}
