import { textOf } from '../../../lib/messaging/content';
import {
  activePath,
  answerTurns,
  type ConversationState,
  type ToolUse,
} from '../../../lib/messaging/conversation-state';
import type { RunRecord } from '../../../lib/messaging/run-record';
import {
  gatedReply,
  textReply,
  toolCallsReply,
  type ProviderReply,
  type ReplyToolCall,
} from '../../support/provider-replies';
import type { RecordedRequest } from '../../support/provider-request';
import type { Ledger } from './ledger';
import type { Act, Scenario, UserAction } from './scenario';

export const ENDING = 'This is the end.';
export const INSTEAD = 'Something else instead';
export const PAGE = 'All work and no play makes a long page. '.repeat(125);

export const call = (name: string, key: string): ReplyToolCall => ({ name, arguments: { key } });
export const choice = (): ReplyToolCall => ({
  name: 'user_choice',
  arguments: { question: 'Which one?', choices: ['This one', 'That one'] },
});

export const question = (): ReplyToolCall => ({
  name: 'ask_user',
  arguments: {
    question: 'Where to?',
    fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
  },
});

/** Turns of a person that follow each other may arrive as one message. */
export const saysInstead = ({ body }: RecordedRequest) =>
  JSON.stringify(body.messages.at(-1)).includes(INSTEAD);

/** Calls once, then ends. Whatever was heard of the calls, they are not made again. */
export function callThenEnd(calls: (key: string) => ReplyToolCall[]): Scenario['reply'] {
  return ({ body }, key) =>
    body.messages.at(-1)?.role === 'tool'
      ? textReply(ENDING)
      : toolCallsReply(calls(key), { text: 'Let me see.' });
}

/** Holds an answer back until the records say something more than when it was asked for. */
export function until(
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

export function usesOf(state: ConversationState): ToolUse[] {
  return answerTurns(state).flatMap((turn) => turn.toolUses);
}

export const has = (records: readonly RunRecord[], type: RunRecord['type']) =>
  records.some((record) => record.type === type);

const waitingIn = (state: ConversationState, tools: readonly string[]) =>
  usesOf(state).find((use) => use.state === 'awaiting-user' && tools.includes(use.call.name));

const noLongerWaits =
  (toolUseId: string): UserAction['done'] =>
  (later) =>
    usesOf(later).find((use) => use.id === toolUseId)?.state !== 'awaiting-user';

export function answering(name: string | RegExp, tools: readonly string[]): Act {
  return (state) => {
    const waiting = waitingIn(state, tools);
    return (
      waiting && { kind: 'click', name, toolUseId: waiting.id, done: noLongerWaits(waiting.id) }
    );
  };
}

/** Answers the form of a question. */
export const fillIn: Act = (state) => {
  const waiting = waitingIn(state, ['ask_user']);
  return (
    waiting && {
      kind: 'fill',
      toolUseId: waiting.id,
      label: 'City',
      text: 'Bonn',
      done: noLongerWaits(waiting.id),
    }
  );
};

export const click = (name: string, done: UserAction['done']): UserAction => ({
  kind: 'click',
  name,
  done,
});
export const allow = answering('Allow once', ['chaos_ask_read', 'chaos_ask_write']);
export const choose = answering(/This one/, ['user_choice']);
export const stop = click('Stop', (state) => state.run?.status === 'ended');
export const resume = click('Resume', (state) => state.run?.status !== 'paused');
export const replace: UserAction = {
  kind: 'send',
  text: INSTEAD,
  done: (state) => promptsIn(state).includes(INSTEAD),
};

export function promptsIn(state: ConversationState): string[] {
  return activePath(state).flatMap((turn) => (turn.role === 'user' ? [textOf(turn.blocks)] : []));
}
