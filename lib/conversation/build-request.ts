import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import {
  answerTurns,
  fromLeaf,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
  type Turn,
} from '../messaging/conversation-state';
import { wrapUntrusted } from '../shared/untrusted-text';
import type { ModelMessage, ToolDeclaration } from './model';
import { estimateTokens, trimToWindow } from './context-window';
import { flattenToolTurns } from './flatten-tool-turns';
import { LIMIT_TEXT, REPEAT_TEXT } from './guards';
import { sanitizeMessages } from './sanitize-messages';
import { shrinkLargeResults } from './shrink-results';

export interface RequestOptions {
  systemText: string;
  declarations: readonly ToolDeclaration[];
  contextTokens: number;
  guard?: 'limit' | 'repeat' | undefined;
}

/** How many turns are looked at first; more only when the window has room for more. */
const FIRST_LOOK = 64;

/** The messages of the next request: what the log says, made valid and made to fit. */
export function buildMessages(state: ConversationState, options: RequestOptions): ModelMessage[] {
  const { systemText, declarations, guard } = options;
  const system: ModelMessage[] = systemText === '' ? [] : [{ role: 'system', text: systemText }];
  const withoutTools = declarations.length === 0;
  // Trimmed while the user's prompt is still the last one: what a guard adds must not push it out.
  const fitting = trimToWindow([...system, ...recentHistory(state, options)], {
    tokens: windowFor(options),
  });
  return [
    ...(withoutTools ? flattenToolTurns(fitting) : fitting),
    ...(guard === undefined ? [] : [guardMessage(guard)]),
  ];
}

/**
 * The end of the history, made valid, and at least as much of it as fits: what was said a thousand
 * turns ago would be dropped, so it is not looked at, or every turn would cost more than the last.
 */
function recentHistory(state: ConversationState, options: RequestOptions): ModelMessage[] {
  const { declarations } = options;
  const known = declarations.length === 0 ? undefined : knownNames(state, declarations);
  const tokens = windowFor(options);
  const turns: Turn[] = [];
  let prompts = 0;
  let look = FIRST_LOOK;
  for (const turn of fromLeaf(state)) {
    turns.push(turn);
    if (turn.role !== 'user') continue;
    prompts += 1;
    // The last prompt always stays; only one before it proves that the window is full.
    if (turns.length < look || prompts < 2) continue;
    const messages = validMessages(turns, known);
    if (messages.reduce((sum, message) => sum + estimateTokens(message), 0) > tokens) {
      return messages;
    }
    look = turns.length * 4;
  }
  return validMessages(turns, known);
}

function validMessages(newestFirst: readonly Turn[], known?: readonly string[]): ModelMessage[] {
  return shrinkLargeResults(sanitizeMessages(historyOf(newestFirst.toReversed()), known));
}

/**
 * Calls to tools that are gone are left out, but not those of the answer under way: a model that
 * called a tool which does not exist has to read that it does not.
 */
function knownNames(state: ConversationState, declarations: readonly ToolDeclaration[]): string[] {
  const called = answerTurns(state).flatMap((turn) => turn.toolUses.map((use) => use.call.name));
  return [...declarations.map(({ name }) => name), ...called];
}

/** Room is left for the tools themselves and for an answer. */
function windowFor({ contextTokens, declarations }: RequestOptions): number {
  const toolTokens = Math.ceil(JSON.stringify(declarations).length / 4);
  const answerTokens = Math.min(4_096, Math.floor(contextTokens / 4));
  return Math.max(256, contextTokens - toolTokens - answerTokens);
}

function guardMessage(guard: 'limit' | 'repeat'): ModelMessage {
  return { role: 'user', blocks: [textBlock(guard === 'limit' ? LIMIT_TEXT : REPEAT_TEXT)] };
}

function historyOf(turns: readonly Turn[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let notes: ContentBlock[] = [];
  for (const turn of turns) {
    if (turn.role === 'user') {
      messages.push({ role: 'user', blocks: [...notes, ...turn.blocks] });
      notes = [];
    } else {
      messages.push(...messagesOfTurn(turn));
      notes.push(...doubts(turn));
    }
  }
  return messages;
}

function messagesOfTurn(turn: AssistantTurn): ModelMessage[] {
  const answer: ModelMessage = {
    role: 'assistant',
    text: turn.text,
    toolCalls: turn.toolUses.map((use) => use.call),
    ...(turn.reasoning === '' ? {} : { reasoning: turn.reasoning }),
    ...(turn.providerState === undefined ? {} : { providerState: turn.providerState }),
  };
  const results = turn.toolUses.flatMap((use): ModelMessage[] =>
    use.blocks === undefined
      ? []
      : [
          {
            role: 'tool',
            toolCallId: use.id,
            name: use.call.name,
            blocks: markedOff(use),
            ...(use.state === 'ok' ? {} : { isError: true }),
          },
        ],
  );
  return [answer, ...results];
}

/** What came from elsewhere says so, between marks that it cannot know. */
function markedOff({ blocks = [], origins = [], nonce }: ToolUse): ContentBlock[] {
  if (origins.length === 0 || nonce === undefined) return [...blocks];
  const text = wrapUntrusted(textOf(blocks), { origin: origins.join(' '), nonce });
  return [textBlock(text), ...blocks.filter(({ type }) => type !== 'text')];
}

/** A write that was cut off may have happened; the model must not assume that it did not. */
function doubts(turn: AssistantTurn): ContentBlock[] {
  return turn.toolUses.flatMap((use) =>
    use.inDoubt === true && use.blocks === undefined
      ? [
          textBlock(
            `[Note: ${use.call.name} was called with ${use.call.argumentsJson} and stopped while it was running. It may have taken effect.]`,
          ),
        ]
      : [],
  );
}
