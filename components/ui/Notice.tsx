import type { ReactNode } from 'react';
import { IconButton } from './Button';
import { Icon } from './Icon';
import './notice.css';

interface NoticeProps {
  tone?: 'info' | 'good' | 'bad';
  children: ReactNode;
  /** What can be done about it. */
  advice?: string | undefined;
  actions?: ReactNode;
  onDismiss?: () => void;
  /** Read out by a screen reader when it appears. */
  announced?: boolean;
}

const icons = { info: 'alert', good: 'check', bad: 'alert' } as const;

export function Notice({
  tone = 'info',
  children,
  advice,
  actions,
  onDismiss,
  announced = false,
}: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} {...(announced ? { role: 'status' } : {})}>
      <Icon name={icons[tone]} />
      <div className="notice-body">
        <p className="plain-text">{children}</p>
        {advice !== undefined && <p className="notice-advice plain-text">{advice}</p>}
        {actions !== undefined && <div className="notice-actions">{actions}</div>}
      </div>
      {onDismiss && <IconButton icon="close" label="Dismiss" size={14} onClick={onDismiss} />}
    </div>
  );
}
