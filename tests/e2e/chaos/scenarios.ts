import { textOf } from '../../../lib/messaging/content';
import {
  activePath,
  answerTurns,
  type ConversationState,
  type ToolUse,
} from '../../../lib/messaging/conversation-state';
import type { RunRecord, ToolUseState } from '../../../lib/messaging/run-record';
import {
  errorReply,
  gatedReply,
  textReply,
  toolCallsReply,
  type ProviderReply,
  type ReplyToolCall,
} from '../../support/provider-replies';
import type { RecordedRequest } from '../../support/provider-request';
import type { KillPoint } from './kill-point';
import type { Ledger } from './ledger';

/** What a person does in the panel, and how the records tell that it was done. */
export type UserAction = { readonly done: (state: ConversationState) => boolean } & (
  | {
      readonly kind: 'click';
      readonly name: string | RegExp;
      /** On the card of this use: another card may have a button of the same name. */
      readonly toolUseId?: string;
    }
  | { readonly kind: 'send'; readonly text: string }
);

type Act = (state: ConversationState, records: readonly RunRecord[]) => UserAction | undefined;

export interface Scenario {
  readonly name: string;
  /** Dies here once before the kill points begin, so that they lie in the recovery. */
  readonly first?: KillPoint;
  readonly reply: (request: RecordedRequest, key: string, ledger: Ledger) => ProviderReply;
  /** What the person does next, as the records stand; nothing when it is not their turn. */
  readonly act?: Act;
  /** How each tool use may end when the worker never dies while it runs. */
  readonly outcomes: Readonly<Record<string, readonly ToolUseState[]>>;
  /** The last words of the conversation; none when a summary or Stop ends it. */
  readonly ending?: string;
  /** What the person wrote besides the first prompt. */
  readonly further?: readonly string[];
}

const ENDING = 'This is the end.';
const INSTEAD = 'Something else instead';
const PAGE = 'All work and no play makes a long page. '.repeat(125);

const call = (name: string, key: string): ReplyToolCall => ({ name, arguments: { key } });
const choice = (): ReplyToolCall => ({
  name: 'user_choice',
  arguments: { question: 'Which one?', choices: ['This one', 'That one'] },
});

/** Turns of a person that follow each other may arrive as one message. */
const saysInstead = ({ body }: RecordedRequest) =>
  JSON.stringify(body.messages.at(-1)).includes(INSTEAD);

/** Calls once, then ends. Whatever was heard of the calls, they are not made again. */
function callThenEnd(calls: (key: string) => ReplyToolCall[]): Scenario['reply'] {
  return ({ body }, key) =>
    body.messages.at(-1)?.role === 'tool'
      ? textReply(ENDING)
      : toolCallsReply(calls(key), { text: 'Let me see.' });
}

/** Holds an answer back until the records say something more than when it was asked for. */
function until(
  reply: Parameters<typeof gatedReply>[0],
  ledger: Ledger,
  type: RunRecord['type'],
): ProviderReply {
  const count = () => ledger.records.filter((record) => record.type === type).length;
  const before = count();
  const gated = gatedReply(reply, 'after-first-chunk');
  void ledger.when(() => count() > before).then(gated.release);
  return gated;
}

function usesOf(state: ConversationState): ToolUse[] {
  return answerTurns(state).flatMap((turn) => turn.toolUses);
}

const has = (records: readonly RunRecord[], type: RunRecord['type']) =>
  records.some((record) => record.type === type);

function answering(name: string | RegExp, tools: readonly string[]): Act {
  return (state) => {
    const waiting = usesOf(state).find(
      (use) => use.state === 'awaiting-user' && tools.includes(use.call.name),
    );
    return (
      waiting && {
        kind: 'click',
        name,
        toolUseId: waiting.id,
        done: (later) =>
          usesOf(later).find((use) => use.id === waiting.id)?.state !== 'awaiting-user',
      }
    );
  };
}

const click = (name: string, done: UserAction['done']): UserAction => ({
  kind: 'click',
  name,
  done,
});
const allow = answering('Allow once', ['chaos_ask_read', 'chaos_ask_write']);
const choose = answering(/This one/, ['user_choice']);
const stop = click('Stop', (state) => state.run?.status === 'ended');
const resume = click('Resume', (state) => state.run?.status !== 'paused');
const replace: UserAction = {
  kind: 'send',
  text: INSTEAD,
  done: (state) => promptsIn(state).includes(INSTEAD),
};

export function promptsIn(state: ConversationState): string[] {
  return activePath(state).flatMap((turn) => (turn.role === 'user' ? [textOf(turn.blocks)] : []));
}

/** Two tools that never end by themselves, and one that waits: all that can be open at once. */
const openCalls = (key: string) => [
  call('chaos_read', `slow ${key}`),
  call('chaos_write', `slow ${key}`),
  call('chaos_ask_write', key),
];
const allOpen = (state: ConversationState) => {
  const uses = usesOf(state);
  return (
    uses.length > 0 &&
    uses.every(
      (use) =>
        use.state === 'running' || use.state === 'awaiting-user' || use.state === 'interrupted',
    )
  );
};

/** Pauses while the answer arrives, so that what it calls stays proposed; then allows the one. */
const pausedReply: Scenario['reply'] = (request, key, ledger) => {
  if (request.body.messages.at(-1)?.role === 'tool' || saysInstead(request)) {
    return textReply(ENDING);
  }
  const calls = toolCallsReply([call('chaos_read', key), call('chaos_ask_write', key)], {
    text: 'Let me see.',
  });
  return has(ledger.records, 'run-paused') ? calls : until(calls, ledger, 'run-paused');
};
const pauseThen =
  (last: UserAction): Act =>
  (state, records) => {
    const leaf = state.turns.get(state.leafId ?? '');
    if (state.run?.status === 'running' && leaf?.role === 'assistant') {
      if (has(records, 'run-paused')) return allow(state, records);
      return click('Pause', (later) => later.run?.status !== 'running');
    }
    if (state.run?.status !== 'paused') return undefined;
    // The answer was lost with the worker, and is asked for again only when the person goes on.
    if (leaf?.role === 'user') return resume;
    return usesOf(state).length === 0 ? undefined : (allow(state, records) ?? last);
  };

const openOrDone = ['ok', 'cancelled', 'pruned', 'interrupted'] as const;

export const scenarios: readonly Scenario[] = [
  {
    name: 'answer',
    reply: (_request, _key, ledger) =>
      until(textReply('', { chunks: [PAGE, PAGE, ENDING] }), ledger, 'assistant-turn-checkpointed'),
    outcomes: {},
    ending: ENDING,
  },
  {
    name: 'read',
    reply: callThenEnd((key) => [call('chaos_read', key)]),
    outcomes: { chaos_read: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'write',
    reply: callThenEnd((key) => [call('chaos_write', key)]),
    outcomes: { chaos_write: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'allowed read',
    reply: callThenEnd((key) => [call('chaos_ask_read', key)]),
    act: allow,
    outcomes: { chaos_ask_read: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'allowed write',
    reply: callThenEnd((key) => [call('chaos_ask_write', key)]),
    act: allow,
    outcomes: { chaos_ask_write: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'denied write',
    reply: callThenEnd((key) => [call('chaos_ask_write', key)]),
    act: answering('Deny', ['chaos_ask_write']),
    outcomes: { chaos_ask_write: ['denied'] },
    ending: ENDING,
  },
  {
    name: 'allowed for the chat',
    reply: ({ body }, key) =>
      body.messages.filter(({ role }) => role === 'tool').length >= 4
        ? textReply(ENDING)
        : toolCallsReply([
            call('chaos_ask_read', `${key} ${body.messages.length}`),
            call('chaos_ask_write', `${key} ${body.messages.length}`),
          ]),
    act: answering('Allow for this chat', ['chaos_ask_read', 'chaos_ask_write']),
    outcomes: { chaos_ask_read: ['ok'], chaos_ask_write: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'choice',
    reply: callThenEnd(() => [choice()]),
    act: choose,
    outcomes: { user_choice: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'summary',
    reply: () =>
      toolCallsReply([
        {
          name: 'task_summary',
          arguments: { title: 'Done', actions: [{ text: 'All of it', outcome: 'done' }] },
        },
      ]),
    outcomes: { task_summary: ['ok'] },
  },
  {
    name: 'broken tools',
    reply: callThenEnd((key) => [call('chaos_read', `fail ${key}`), call('no_such_tool', key)]),
    outcomes: { chaos_read: ['error'], no_such_tool: ['error'] },
    ending: ENDING,
  },
  {
    name: 'mixed batch',
    reply: callThenEnd((key) => [
      call('chaos_read', key),
      call('chaos_write', key),
      call('chaos_ask_write', key),
      choice(),
    ]),
    act: (state, records) => allow(state, records) ?? choose(state, records),
    outcomes: {
      chaos_read: ['ok'],
      chaos_write: ['ok'],
      chaos_ask_write: ['ok'],
      user_choice: ['ok'],
    },
    ending: ENDING,
  },
  {
    name: 'stop',
    reply: callThenEnd(openCalls),
    act: (state) => (allOpen(state) && state.run?.status === 'running' ? stop : undefined),
    outcomes: {
      chaos_read: ['cancelled'],
      chaos_write: ['cancelled'],
      chaos_ask_write: ['cancelled'],
    },
  },
  {
    name: 'another prompt',
    reply: (request, key, ledger) =>
      saysInstead(request) ? textReply(ENDING) : callThenEnd(openCalls)(request, key, ledger),
    act: (state) => (allOpen(state) && !replace.done(state) ? replace : undefined),
    outcomes: { chaos_read: ['pruned'], chaos_write: ['pruned'], chaos_ask_write: ['pruned'] },
    ending: ENDING,
    further: [INSTEAD],
  },
  {
    name: 'stopped answer',
    reply: (_request, _key, ledger) =>
      until(textReply('', { chunks: [PAGE, ENDING] }), ledger, 'run-ended'),
    act: (state) => {
      const leaf = state.turns.get(state.leafId ?? '');
      return leaf?.role === 'assistant' && leaf.status === 'streaming' && leaf.text !== ''
        ? stop
        : undefined;
    },
    outcomes: {},
  },
  {
    name: 'pause and resume',
    reply: pausedReply,
    act: pauseThen(resume),
    outcomes: { chaos_read: ['ok'], chaos_ask_write: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'pause and stop',
    reply: pausedReply,
    act: pauseThen(stop),
    outcomes: { chaos_read: openOrDone, chaos_ask_write: openOrDone },
  },
  {
    name: 'pause and another prompt',
    reply: pausedReply,
    act: pauseThen(replace),
    outcomes: { chaos_read: openOrDone, chaos_ask_write: openOrDone },
    ending: ENDING,
    further: [INSTEAD],
  },
  {
    name: 'queued prompt',
    reply: (request, _key, ledger) =>
      saysInstead(request)
        ? textReply(ENDING)
        : has(ledger.records, 'prompt-queued')
          ? textReply('The first answer.')
          : until(textReply('The first answer.'), ledger, 'prompt-queued'),
    act: (state, records) =>
      state.turns.get(state.leafId ?? '')?.role === 'assistant' && !has(records, 'prompt-queued')
        ? {
            kind: 'send',
            text: INSTEAD,
            done: (later) => later.queued !== null || promptsIn(later).includes(INSTEAD),
          }
        : undefined,
    outcomes: {},
    ending: ENDING,
    further: [INSTEAD],
  },
  {
    name: 'failed answer',
    reply: (_request, _key, ledger) =>
      has(ledger.records, 'assistant-turn-failed') ? textReply(ENDING) : errorReply(401),
    act: (state) => {
      const leaf = state.turns.get(state.leafId ?? '');
      return leaf?.role === 'assistant' && leaf.status === 'failed' && state.run?.status === 'ended'
        ? click('Retry', (later) => later.leafId !== leaf.id)
        : undefined;
    },
    outcomes: {},
    ending: ENDING,
  },
  ...recoveries(),
];

/** The same as above, with the kill points in what the next worker does. */
function recoveries(): Scenario[] {
  const after = (type: RunRecord['type'], tool = ''): KillPoint => ({
    phase: 'after',
    type,
    tool,
    occurrence: 0,
  });
  const dying = (tool: string): Omit<Scenario, 'name'> => ({
    first: after('tool-use-started', tool),
    reply: callThenEnd((key) => [call(tool, key)]),
    act: allow,
    outcomes: { [tool]: ['ok'] },
    ending: ENDING,
  });
  return [
    {
      name: 'recovery of an answer',
      first: after('assistant-turn-checkpointed'),
      reply: (_request, _key, ledger) =>
        until(
          textReply('', { chunks: [PAGE, PAGE, ENDING] }),
          ledger,
          'assistant-turn-checkpointed',
        ),
      outcomes: {},
      ending: ENDING,
    },
    { name: 'recovery of a read', ...dying('chaos_read') },
    { name: 'recovery of a write', ...dying('chaos_write') },
    { name: 'recovery of an allowed read', ...dying('chaos_ask_read') },
    { name: 'recovery of an allowed write', ...dying('chaos_ask_write') },
  ];
}
