import { useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { messageOf } from '../../lib/shared/app-error';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { AskedFirst } from './AskedFirst';
import { download } from './download';
import { Results } from './Results';
import { dayText } from './wording';

interface ActivityToolbarProps {
  isEmpty: boolean;
  isSearched: boolean;
  onRefresh: () => unknown;
  onClear: () => Promise<Outcome>;
  exportActivity: () => Promise<Outcome<string[]>>;
  now: () => number;
}

/** What can be done with all calls at once. */
export function ActivityToolbar({
  isEmpty,
  isSearched,
  onRefresh,
  onClear,
  exportActivity,
  now,
}: ActivityToolbarProps) {
  const [working, setWorking] = useState(false);
  const [message, setMessage] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);

  async function save(): Promise<void> {
    if (working) return;
    setWorking(true);
    setMessage(null);
    const outcome = await exportActivity();
    setWorking(false);
    if (!outcome.ok) {
      setMessage({ tone: 'bad', text: outcome.error.message });
      return;
    }
    try {
      download(`tandem-activity-${dayText(now())}.json`, outcome.value);
    } catch (error) {
      setMessage({ tone: 'bad', text: `The file could not be saved: ${messageOf(error)}` });
      return;
    }
    const more = isSearched ? ' It holds every call, not only what was found.' : '';
    setMessage({ tone: 'good', text: `The file is in your downloads.${more}` });
  }

  return (
    <>
      <AskedFirst
        offer="Clear"
        question="This empties the list. What a chat shows stays in the chat until you delete it."
        confirm="Clear the list"
        keep="Keep the list"
        doneText="The list was emptied."
        available={!isEmpty}
        onConfirm={onClear}
      >
        <Button onClick={() => onRefresh()}>Refresh</Button>
        {!isEmpty && (
          <Button aria-disabled={working} onClick={save}>
            Export
          </Button>
        )}
        {working && <span className="settings-hint">Collecting…</span>}
      </AskedFirst>
      <Results>{message && <Notice tone={message.tone}>{message.text}</Notice>}</Results>
    </>
  );
}
