import { useState } from 'react';
import type { MemoryView } from '../../lib/messaging/kept-data';
import type { Outcome } from '../../lib/panel/panel-actions';
import type { ErrorReport } from '../../lib/shared/error-report';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { download } from './download';
import { RemovableList } from './RemovableList';
import { Results } from './Results';
import { Waiting } from './Waiting';
import { dateText } from './wording';

interface DataExportProps {
  exportData: () => Promise<Outcome<string[]>>;
}

export function DataExport({ exportData }: DataExportProps) {
  const [working, setWorking] = useState(false);
  const [message, setMessage] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);

  async function save(): Promise<void> {
    if (working) return;
    setWorking(true);
    setMessage(null);
    const outcome = await exportData();
    setWorking(false);
    if (outcome.ok) download('tandem-data.json', outcome.value);
    setMessage(
      outcome.ok
        ? { tone: 'good', text: 'The file is in your downloads. It holds no keys.' }
        : { tone: 'bad', text: outcome.error.message },
    );
  }

  return (
    <div className="settings-stack">
      <p className="settings-hint">
        All chats, memories and permissions in one JSON file. It is for keeping and cannot be
        imported. Temporary chats are kept in memory only and are not part of it.
      </p>
      <div className="settings-buttons">
        <Button aria-disabled={working} onClick={save}>
          Export my data
        </Button>
        {working && <span className="settings-hint">Collecting…</span>}
      </div>
      <Results>{message && <Notice tone={message.tone}>{message.text}</Notice>}</Results>
    </div>
  );
}

interface MemoryListProps {
  /** Null until the worker has told them. */
  memories: readonly MemoryView[] | null;
  trouble: ErrorReport | null;
  onDelete: (key: string) => Promise<Outcome>;
  onRetry: () => unknown;
}

export function MemoryList({ memories, trouble, onDelete, onRetry }: MemoryListProps) {
  if (memories === null || trouble !== null) {
    return <Waiting trouble={trouble} onRetry={onRetry} />;
  }
  return (
    <RemovableList
      label="Memories"
      items={memories.map(({ key, content, updatedAt }) => ({
        key,
        title: key,
        details: (
          <>
            <bdi>{content}</bdi>
            <br />
            {dateText(updatedAt)}
          </>
        ),
      }))}
      action="Delete"
      onRemove={onDelete}
      removedText={(title) => `Forgotten: ${title}.`}
      emptyText="Nothing yet. What you ask Tandem to remember is listed here."
    />
  );
}
