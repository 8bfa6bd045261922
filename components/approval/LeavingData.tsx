import type { InteractionRequest } from '../../lib/messaging/permission';
import { Place, Places } from './Place';

interface LeavingDataProps {
  request: Pick<InteractionRequest, 'target' | 'capability'>;
  leaves: NonNullable<InteractionRequest['leaves']>;
}

/** Whose data could go where. */
export function LeavingData({ request: { target, capability }, leaves }: LeavingDataProps) {
  return (
    <p className="card-leaving">
      Asked because data from <Places origins={leaves.origins} />{' '}
      {target ? (
        <>
          may go to <Place origin={target.origin} />.
        </>
      ) : capability === 'remember' ? (
        'may be kept in memory, for other chats too.'
      ) : (
        'may go somewhere else.'
      )}
      {leaves.cut && ' There may be more.'}
    </p>
  );
}
