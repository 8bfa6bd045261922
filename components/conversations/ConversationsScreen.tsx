import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { groupConversations } from '../../lib/panel/conversation-groups';
import type { ConversationList } from '../../lib/panel/conversation-list';
import type { PanelState } from '../../lib/panel/panel-state';
import { Announcer } from '../ui/Announcer';
import { Button, IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { GroupedList } from './GroupedList';
import { deletionText, UndoNotice } from './UndoNotice';
import '../ui/field.css';
import '../ui/page-header.css';
import './conversations-screen.css';

interface ConversationsScreenProps {
  state: Pick<
    PanelState,
    | 'conversations'
    | 'conversationId'
    | 'listStatus'
    | 'listError'
    | 'deleted'
    | 'trouble'
    | 'status'
  >;
  chats: ConversationList;
  onNewChat: () => Promise<unknown>;
  onDismissTrouble: () => void;
  /** Where the focus belongs afterwards. */
  onClose: (focus: 'menu' | 'composer') => void;
}

/** All chats, over the one that is shown. */
export function ConversationsScreen(props: ConversationsScreenProps) {
  const { state, chats, onNewChat, onDismissTrouble, onClose } = props;
  const { conversations, conversationId, listStatus, deleted, trouble } = state;
  const [now] = useState(() => Date.now());
  const [query, setQuery] = useState('');
  const [entries, setEntries] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const wantedQuery = useDeferredValue(query);
  const groups = useMemo(
    () => groupConversations(conversations.values(), wantedQuery, now),
    [conversations, wantedQuery, now],
  );
  const isEmpty = listStatus === 'ready' && conversations.size === 0;
  const dialog = useRef<HTMLDivElement>(null);
  // What had the focus may be gone, by another panel even; keys must not go nowhere then.
  useEffect(() => {
    if (document.activeElement === document.body) dialog.current?.focus();
  });
  const begin = useRef<HTMLButtonElement>(null);
  // There is nothing to search: the focus goes to what can be done.
  useEffect(() => {
    if (isEmpty) begin.current?.focus();
  }, [isEmpty]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.target === search.current && query !== '') setQuery('');
    else onClose('menu');
  }

  function onSearchKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const first = groups[0]?.conversations[0];
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setEntries(entries + 1);
    } else if (event.key === 'Enter' && query.trim() !== '' && first) open(first.id);
  }

  function open(id: string) {
    void chats.open(id);
    onClose('composer');
  }

  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal
      aria-label="Chats"
      className="chats-screen"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="page-header">
        <IconButton icon="arrow-left" label="Back" onClick={() => onClose('menu')} />
        <h1>Chats</h1>
        <IconButton
          icon="plus"
          label="New chat"
          ref={begin}
          onClick={() => {
            void onNewChat();
            onClose('composer');
          }}
        />
      </header>
      <div className="chats-search" hidden={isEmpty}>
        <Icon name="search" />
        <input
          ref={search}
          type="search"
          className="input"
          aria-label="Search chats"
          placeholder="Search chats"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onSearchKeyDown}
        />
      </div>
      <div className="chats-content">
        {listStatus === 'failed' && (
          <Notice
            tone="bad"
            announced
            advice={state.listError?.advice}
            actions={<Button onClick={() => void chats.read()}>Try again</Button>}
          >
            {state.listError?.message ?? 'Your chats could not be read.'}
          </Notice>
        )}
        {listStatus === 'reading' && <p className="chats-note chats-loading">Loading…</p>}
        {isEmpty && (
          <div className="chats-empty">
            <p>No chats yet</p>
            <p className="chats-note">What you talk about is kept here, on this device only.</p>
          </div>
        )}
        {listStatus === 'ready' && !isEmpty && groups.length === 0 && (
          <div className="chats-empty">
            <p className="plain-text">
              Nothing found for “{'\u2068'}
              {wantedQuery.trim()}
              {'\u2069'}”
            </p>
            <p className="chats-note">Chats are found by their names.</p>
            <Button
              onClick={() => {
                setQuery('');
                search.current?.focus();
              }}
            >
              Clear search
            </Button>
          </div>
        )}
        {listStatus === 'ready' && groups.length > 0 && (
          <GroupedList
            groups={groups}
            now={now}
            shownId={conversationId}
            chats={chats}
            entries={entries}
            onOpen={open}
            onEmptied={() => search.current?.focus()}
          />
        )}
      </div>
      <footer className="chats-footer">
        {state.status === 'reconnecting' && (
          <p className="chats-note chats-loading">Reconnecting…</p>
        )}
        {trouble && (
          <Notice tone="bad" announced advice={trouble.advice} onDismiss={onDismissTrouble}>
            {trouble.message}
          </Notice>
        )}
        <UndoNotice deleted={deleted} chats={chats} onClosed={() => search.current?.focus()} />
      </footer>
      <Announcer text={announcement(state, wantedQuery, groups)} />
    </div>
  );
}

function announcement(
  { deleted, listStatus }: ConversationsScreenProps['state'],
  query: string,
  groups: ReturnType<typeof groupConversations>,
): string {
  if (deleted.length > 0) {
    const canUndo = deleted.some(({ final }) => !final);
    return `${deletionText(deleted)}.${canUndo ? ' You can undo this for ten seconds.' : ''}`;
  }
  if (listStatus !== 'ready' || query.trim() === '') return '';
  const found = groups.reduce((sum, { conversations }) => sum + conversations.length, 0);
  return found === 1 ? '1 chat found.' : `${found} chats found.`;
}
