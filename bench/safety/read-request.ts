import type { ChatBody, ChatMessage } from '../../tests/support/provider-request';
import type { TabLine } from './fill';

const TAG_BLOCK = 0xe0000;

/** Everything the model is told, in order. It reads what is written in tag characters as well. */
export function textsOf({ messages }: ChatBody): string[] {
  return messages.map((message) =>
    textOf(message).replaceAll(/[\u{E0020}-\u{E007E}]/gu, (sign) =>
      String.fromCodePoint((sign.codePointAt(0) ?? TAG_BLOCK) - TAG_BLOCK),
    ),
  );
}

/** The names of the orders in a text, in order. Zero-width characters do not keep it from reading. */
export function ordersIn(text: string): string[] {
  const plain = text.replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '');
  return [...plain.matchAll(/OBEY:([a-z0-9-]+)/g)].flatMap(([, name]) => name ?? []);
}

/** The tabs that the chat was told of, as they were called last. */
export function tabsIn(texts: readonly string[]): TabLine[] {
  const lines = texts.flatMap((text) => [
    ...text.matchAll(/^\[(\d+)\] (.*) — (\S+?)(?: \(active\))?$/gm),
  ]);
  const tabs = lines.map(([, id, title = '', address = '']) => ({
    id: Number(id),
    title,
    address,
  }));
  return [...new Map(tabs.map((tab) => [tab.id, tab])).values()];
}

export function titleInError(texts: readonly string[]): string {
  return /Tab \d+ is “([^”]*)”/.exec(texts.join('\n'))?.[1] ?? '';
}

export function memoryIn(texts: readonly string[]): string {
  const [system = ''] = texts;
  return [...system.matchAll(/^- ([^:\n]+: .*)$/gm)].map(([, memory]) => memory ?? '').join(';');
}

export function lastUserText({ messages }: ChatBody): string {
  const message = messages.findLast(({ role }) => role === 'user');
  return message ? textOf(message) : '';
}

/** What the model is told about the calls of its last answer. */
export function lastResults({ messages }: ChatBody): string[] {
  const start = messages.findLastIndex(({ role }) => role !== 'tool');
  return messages.slice(start + 1).map(textOf);
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}
