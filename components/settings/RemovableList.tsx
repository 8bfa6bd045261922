import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { Results } from './Results';
import './removable-list.css';

/** As many as a person reads; the rest is a click away. */
const FIRST_SHOWN = 50;

export interface RemovableItem {
  key: string;
  title: string;
  details: ReactNode;
  /** Something about it deserves a second look. */
  remark?: string | undefined;
}

interface RemovableListProps {
  /** What is listed, for those who do not see where the list stands. */
  label: string;
  items: readonly RemovableItem[];
  /** The name of the button in every row. */
  action: string;
  onRemove: (key: string) => Promise<Outcome>;
  /** Said when one is gone. */
  removedText: (title: string) => string;
  emptyText: string;
}

/** Rows that can be taken away one by one. The focus goes on to the row that moves up. */
export function RemovableList({
  label,
  items,
  action,
  onRemove,
  removedText,
  emptyText,
}: RemovableListProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [focusAt, setFocusAt] = useState<{ index: number } | null>(null);

  useLayoutEffect(() => {
    if (focusAt === null) return;
    const buttons = frame.current?.querySelectorAll<HTMLElement>('.removable-row .button') ?? [];
    (buttons[Math.min(focusAt.index, buttons.length - 1)] ?? frame.current)?.focus();
  }, [focusAt]);

  async function remove({ key, title }: RemovableItem, index: number): Promise<void> {
    if (busy === key) return;
    setBusy(key);
    setProblem(null);
    setSaid('');
    const outcome = await onRemove(key);
    setBusy(null);
    if (outcome.ok) {
      setSaid(removedText(title));
      setFocusAt({ index });
    } else {
      setProblem(outcome.error.message);
    }
  }

  const shown = showsAll ? items : items.slice(0, FIRST_SHOWN);
  return (
    <div ref={frame} className="removable-frame" tabIndex={-1} role="group" aria-label={label}>
      {items.length === 0 ? (
        <p className="settings-hint">{emptyText}</p>
      ) : (
        <ul className="removable-list">
          {shown.map((item, index) => (
            <li key={item.key} className="removable-row">
              <div className="removable-text">
                <p id={`${id}-${index}`} className="removable-title">
                  <bdi>{item.title}</bdi>
                </p>
                <p className="removable-details">{item.details}</p>
                {item.remark !== undefined && <p className="removable-remark">{item.remark}</p>}
              </div>
              <Button
                aria-describedby={`${id}-${index}`}
                aria-disabled={busy === item.key}
                onClick={() => remove(item, index)}
              >
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <div className="settings-buttons">
          <Button look="quiet" onClick={() => setShowsAll(true)}>
            {`Show all ${items.length.toLocaleString()}`}
          </Button>
        </div>
      )}
      <Results>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {said !== '' && <p className="visually-hidden">{said}</p>}
      </Results>
    </div>
  );
}
