import type { ConnectionView } from '../../lib/messaging/settings';
import { Icon } from '../ui/Icon';
import { Mark } from '../ui/Mark';
import { Notice } from '../ui/Notice';
import { placeOf } from './model-place';
import { useOnline } from './use-online';
import './current-model.css';

/** Which model answers now, and where the words go. */
export function CurrentModel({ connection }: { connection: ConnectionView | null }) {
  const online = useOnline();
  const place = connection && placeOf(connection.baseUrl);
  return (
    <>
      <div className="current-model">
        <span className="current-model-mark">
          {place ? <Icon name={place.isHere ? 'shield' : 'globe'} size={18} /> : <Mark />}
        </span>
        <div className="current-model-text">
          <p className="current-model-label">Answers come from</p>
          <p className="current-model-name">
            <bdi>{connection ? connection.model : 'Built-in assistant'}</bdi>
          </p>
          <p className="settings-hint">
            {place ? place.text : 'Rules, not AI. It works offline and needs no key.'}
          </p>
        </div>
      </div>
      {!online && place?.isHere === false && (
        <Notice advice="A model on this computer works offline, and so does the built-in assistant.">
          You are offline, so this model cannot be reached.
        </Notice>
      )}
    </>
  );
}
