import type { Outcome } from '../../lib/panel/panel-actions';
import { AskedFirst } from './AskedFirst';

interface DeleteEverythingProps {
  deleteEverything: () => Promise<Outcome>;
}

export function DeleteEverything({ deleteEverything }: DeleteEverythingProps) {
  return (
    <div className="settings-stack">
      <AskedFirst
        offer="Delete all my data"
        hint="Chats, memories, permissions, settings and keys, all at once. You are asked once more."
        question="All chats, memories, permissions, settings and keys will be gone. This cannot be undone."
        confirm="Delete everything"
        keep="Keep everything"
        doneText="Everything was deleted. Tandem is as new."
        onConfirm={deleteEverything}
      />
    </div>
  );
}
