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
  /** Takes the focus when it appears, and is read out by that: what had the focus is gone. */
  takesFocus?: boolean;
}

const icons = { info: 'alert', good: 'check', bad: 'alert' } as const;

export function Notice({
  tone = 'info',
  children,
  advice,
  actions,
  onDismiss,
  announced = false,
  takesFocus = false,
}: NoticeProps) {
  return (
    <div
      className={`notice notice-${tone}`}
      {...(announced ? { role: 'status' } : {})}
      {...(takesFocus ? { tabIndex: -1, ref: focusOn } : {})}
    >
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

/** One and the same for every render, so that it is called only when the notice appears. */
function focusOn(notice: HTMLElement | null): void {
  notice?.focus();
}
