import type { ConversationState } from '../../../lib/messaging/conversation-state';
import { errorReply, textReply, toolCallsReply } from '../../support/provider-replies';
import { recoveries } from './recovery-scenarios';
import type { Act, Scenario, UserAction } from './scenario';
import {
  allow,
  answering,
  call,
  callThenEnd,
  choice,
  choose,
  click,
  ENDING,
  fillIn,
  has,
  INSTEAD,
  PAGE,
  promptsIn,
  question,
  replace,
  resume,
  saysInstead,
  stop,
  until,
  usesOf,
} from './scenario-parts';

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
    name: 'refused write',
    reply: callThenEnd((key) => [call('chaos_blocked_write', key)]),
    outcomes: { chaos_blocked_write: ['denied'] },
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
    asksOnce: true,
  },
  {
    name: 'choice',
    reply: callThenEnd(() => [choice()]),
    act: choose,
    outcomes: { user_choice: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'question',
    reply: callThenEnd(() => [question()]),
    act: fillIn,
    outcomes: { ask_user: ['ok'] },
    ending: ENDING,
  },
  {
    name: 'always allowed',
    reply: ({ body }, key) =>
      body.messages.filter(({ role }) => role === 'tool').length >= 2
        ? textReply(ENDING)
        : toolCallsReply([call('chaos_ask_write', `${key} ${body.messages.length}`)]),
    act: answering(/^Always allow/, ['chaos_ask_write']),
    outcomes: { chaos_ask_write: ['ok'] },
    ending: ENDING,
    asksOnce: true,
  },
  {
    name: 'temporary chat',
    reply: callThenEnd((key) => [
      call('chaos_read', key),
      call('chaos_write', key),
      call('chaos_ask_write', key),
    ]),
    act: allow,
    outcomes: { chaos_read: ['ok'], chaos_write: ['ok'], chaos_ask_write: ['ok'] },
    ending: ENDING,
    temporary: true,
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
    name: 'discarded prompt',
    reply: (_request, _key, ledger) =>
      has(ledger.records, 'prompt-dequeued')
        ? textReply(ENDING)
        : until(textReply(ENDING), ledger, 'prompt-dequeued'),
    act: (state, records) => {
      if (state.turns.get(state.leafId ?? '')?.role !== 'assistant') return undefined;
      if (state.queued) return click('Discard', (later) => later.queued === null);
      if (has(records, 'prompt-queued') || state.run?.status !== 'running') return undefined;
      return { kind: 'send', text: INSTEAD, done: (later) => later.queued !== null };
    },
    outcomes: {},
    ending: ENDING,
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
