import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ConversationGroup } from '../../lib/panel/conversation-groups';
import type { ConversationList } from '../../lib/panel/conversation-list';
import { Button } from '../ui/Button';
import { ConversationRow, type RowCallbacks } from './ConversationRow';

interface GroupedListProps {
  groups: readonly ConversationGroup[];
  now: number;
  shownId: string | null;
  chats: Pick<ConversationList, 'rename' | 'remove' | 'undo'>;
  /** Grows when the person wants to go on from the search to the list. */
  entries: number;
  onOpen: (conversationId: string) => void;
  /** Nothing is left in the list to be focused. */
  onEmptied: () => void;
}

/** So many rows are drawn at first, and with every step further down. */
const PAGE = 100;

export function GroupedList(props: GroupedListProps) {
  const { groups, now, shownId, chats, entries, onOpen, onEmptied } = props;
  const list = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const [limit, setLimit] = useState(PAGE);
  const [tabStop, setTabStop] = useState(shownId);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  /** The row that gets the focus as soon as it is there. */
  const wanted = useRef<string>(null);

  const pages = useMemo(() => firstRows(groups, limit), [groups, limit]);
  const ids = idsOf(pages);
  const tabStopId = tabStop !== null && ids.includes(tabStop) ? tabStop : ids[0];
  const allIds = useMemo(() => idsOf(groups), [groups]);
  const all = allIds.length;

  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    setTabStop(id);
    wanted.current = focusRow(list.current, id) ? null : id;
  };
  useEffect(() => {
    if (wanted.current !== null && focusRow(list.current, wanted.current)) wanted.current = null;
  });
  useEffect(() => {
    if (entries > 0) list.current?.querySelector<HTMLElement>('.chat-open')?.focus();
  }, [entries]);

  const latest = useRef({ ids, onOpen, onEmptied });
  useEffect(() => {
    latest.current = { ids, onOpen, onEmptied };
  });
  const callbacks = useMemo<RowCallbacks>(
    () => ({
      open: (id) => latest.current.onOpen(id),
      startRename: setRenamingId,
      rename: chats.rename,
      renamed(id, byKey) {
        setRenamingId((current) => (current === id ? null : current));
        if (byKey) goTo(id);
      },
      remove(id) {
        const { ids: rows } = latest.current;
        const place = rows.indexOf(id);
        const next = rows[place + 1] ?? rows[place - 1];
        if (next === undefined) latest.current.onEmptied();
        goTo(next);
        void chats.remove(id);
      },
    }),
    [chats],
  );

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void chats.undo();
      return;
    }
    const id = event.target instanceof HTMLElement ? event.target.dataset['conversationId'] : null;
    if (id === undefined || id === null) return;
    const place = ids.indexOf(id);
    const steps: Record<string, () => void> = {
      ArrowDown() {
        if (place + 1 >= ids.length && ids.length < all) setLimit(limit + PAGE);
        goTo(allIds[place + 1]);
      },
      ArrowUp: () => goTo(ids[place - 1]),
      Home: () => goTo(ids[0]),
      End: () => goTo(ids.at(-1)),
      F2: () => callbacks.startRename(id),
      Delete: () => callbacks.remove(id),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  return (
    <div
      ref={list}
      className="chat-groups"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const { conversationId } = target.dataset;
        if (conversationId !== undefined) setTabStop(conversationId);
      }}
    >
      {pages.map(({ name, conversations }) => (
        <section key={name} aria-labelledby={`${headingId}-${name}`}>
          <h2 id={`${headingId}-${name}`} className="chat-group">
            {name}
          </h2>
          <ul>
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                now={now}
                isRecent={name !== 'Earlier'}
                isShown={conversation.id === shownId}
                isTabStop={conversation.id === tabStopId}
                isRenaming={conversation.id === renamingId}
                callbacks={callbacks}
              />
            ))}
          </ul>
        </section>
      ))}
      {ids.length < all && (
        <Button look="quiet" className="chat-more" onClick={() => setLimit(limit + PAGE)}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** False when the row is not there, or has another thing in its place. */
function focusRow(list: HTMLElement | null, conversationId: string): boolean {
  const rows = list?.querySelectorAll<HTMLElement>('.chat-open') ?? [];
  const row = [...rows].find(({ dataset }) => dataset['conversationId'] === conversationId);
  row?.focus();
  return row !== undefined;
}

function idsOf(groups: readonly ConversationGroup[]): string[] {
  return groups.flatMap(({ conversations }) => conversations.map(({ id }) => id));
}

function firstRows(groups: readonly ConversationGroup[], limit: number): ConversationGroup[] {
  let left = limit;
  return groups.flatMap(({ name, conversations }) => {
    const rows = conversations.slice(0, Math.max(0, left));
    left -= rows.length;
    return rows.length === 0 ? [] : [{ name, conversations: rows }];
  });
}
