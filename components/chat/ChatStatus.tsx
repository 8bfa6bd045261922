import { Icon } from '../ui/Icon';
import { ProgressRing } from '../ui/ProgressRing';

interface ChatStatusProps {
  /** An empty text shows nothing. */
  notice: string;
  busy?: boolean;
  icon?: 'offline' | 'alert';
}

/** One quiet line above the composer on how things are; it stands in nobody's way. */
export function ChatStatus({ notice, busy = false, icon = 'alert' }: ChatStatusProps) {
  return (
    <p role="status" className="chat-status">
      {notice !== '' && (
        <>
          {busy ? <ProgressRing /> : <Icon name={icon} />}
          <span>{notice}</span>
        </>
      )}
    </p>
  );
}
