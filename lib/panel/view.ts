import type { ErrorReport } from '../shared/error-report';
import { textOf } from '../messaging/content';
import {
  activePath,
  newestLeafBelow,
  versionsOf,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
  type Turn,
  type UserTurn,
} from '../messaging/conversation-state';
import { isActive } from './run-view';

/** Where a turn stands among its versions, and which turn to select for the ones beside it. */
export interface Versions {
  readonly index: number;
  readonly count: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

export type TurnNote = 'stopped' | 'length' | 'filtered' | 'limit' | 'repeat';

export type AssistantPart =
  | { readonly kind: 'reasoning'; readonly key: string; readonly text: string }
  | { readonly kind: 'text'; readonly key: string; readonly text: string }
  | { readonly kind: 'tool-events'; readonly key: string; readonly toolUses: readonly ToolUse[] }
  | { readonly kind: 'error'; readonly key: string; readonly error: ErrorReport }
  | { readonly kind: 'note'; readonly key: string; readonly note: TurnNote };

export interface UserEntryView {
  readonly kind: 'user';
  readonly id: string;
  readonly turns: readonly [UserTurn];
  readonly text: string;
  readonly versions: Versions;
}

/** All that one run said and did in a row. */
export interface AssistantEntryView {
  readonly kind: 'assistant';
  /** The first turn's id: answering anew and switching versions start there. */
  readonly id: string;
  readonly turns: readonly AssistantTurn[];
  readonly parts: readonly AssistantPart[];
  /** The words without reasoning, tools and errors. */
  readonly text: string;
  /** The turn that is arriving now; its words are in the live texts. */
  readonly streamingTurnId: string | undefined;
  /** Its run goes on, or is paused. */
  readonly active: boolean;
  readonly versions: Versions;
}

export type EntryView = UserEntryView | AssistantEntryView;

/**
 * The conversation as it is read. Entries of `previous` that still hold are handed back as they
 * are, so that only what changed is drawn again.
 */
export function entriesOf(
  state: ConversationState,
  previous: readonly EntryView[] = [],
): EntryView[] {
  const known = new Map(previous.map((entry) => [entry.id, entry]));
  return groupTurns(activePath(state)).map((turns) => {
    const entry = entryOf(state, turns);
    const before = known.get(entry.id);
    return before && isSameEntry(before, entry) ? before : entry;
  });
}

type TurnGroup = readonly [UserTurn] | readonly [AssistantTurn, ...AssistantTurn[]];

function groupTurns(path: readonly Turn[]): TurnGroup[] {
  const groups: TurnGroup[] = [];
  let open: [AssistantTurn, ...AssistantTurn[]] | undefined;
  for (const turn of path) {
    if (turn.role === 'user') {
      open = undefined;
      groups.push([turn]);
    } else if (open && open[0].runId === turn.runId) {
      open.push(turn);
    } else {
      open = [turn];
      groups.push(open);
    }
  }
  return groups;
}

function entryOf(state: ConversationState, turns: TurnGroup): EntryView {
  const [first] = turns;
  const versions = versionsView(state, first);
  if (first.role === 'user') {
    const text = textOf(first.blocks);
    return { kind: 'user', id: first.id, turns: [first], text, versions };
  }
  const answers = turns.flatMap((turn) => (turn.role === 'assistant' ? [turn] : []));
  return {
    kind: 'assistant',
    id: first.id,
    turns: answers,
    parts: partsOf(answers),
    text: answers.flatMap((turn) => (turn.text.trim() === '' ? [] : [turn.text])).join('\n\n'),
    streamingTurnId: answers.find((turn) => turn.status === 'streaming')?.id,
    active: isActive(state) && first.runId === state.run?.id,
    versions,
  };
}

function partsOf(turns: readonly AssistantTurn[]): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const turn of turns) {
    const { id, reasoning, text, toolUses, error } = turn;
    if (reasoning.trim() !== '') {
      parts.push({ kind: 'reasoning', key: `${id}:reasoning`, text: reasoning });
    }
    if (text.trim() !== '') parts.push({ kind: 'text', key: `${id}:text`, text });
    if (toolUses.length > 0) addToolEvents(parts, id, toolUses);
    const note = turn.cut ?? turn.guard;
    if (note !== undefined) parts.push({ kind: 'note', key: `${id}:note`, note });
    if (error) parts.push({ kind: 'error', key: `${id}:error`, error });
  }
  return parts;
}

/** Tool events with no word between them share one rail. */
function addToolEvents(parts: AssistantPart[], turnId: string, toolUses: readonly ToolUse[]): void {
  const last = parts.at(-1);
  if (last?.kind === 'tool-events') {
    parts[parts.length - 1] = { ...last, toolUses: [...last.toolUses, ...toolUses] };
  } else {
    parts.push({ kind: 'tool-events', key: `${turnId}:tools`, toolUses });
  }
}

function versionsView(state: ConversationState, turn: Turn): Versions {
  const ids = versionsOf(state, turn);
  const index = ids.indexOf(turn.id);
  const leafOfVersion = (at: number) => {
    const id = ids[at];
    return id === undefined ? undefined : newestLeafBelow(state, id);
  };
  return {
    index,
    count: ids.length,
    previous: leafOfVersion(index - 1),
    next: leafOfVersion(index + 1),
  };
}

function isSameEntry(left: EntryView, right: EntryView): boolean {
  return (
    left.turns.length === right.turns.length &&
    left.turns.every((turn, index) => turn === right.turns[index]) &&
    left.versions.index === right.versions.index &&
    left.versions.count === right.versions.count &&
    left.versions.previous === right.versions.previous &&
    left.versions.next === right.versions.next &&
    (left.kind === 'user' || (right.kind === 'assistant' && left.active === right.active))
  );
}
