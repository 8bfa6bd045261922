import fc from 'fast-check';
import type { ModelMessage } from '../../lib/conversation/model';
import type { ContentBlock } from '../../lib/messaging/content';

const text = fc.oneof(
  fc.constantFrom('', ' ', 'short', 'two words'),
  fc.integer({ min: 0, max: 3_000 }).map((length) => 'lorem 🐟 '.repeat(length / 8)),
);
const toolName = fc.constantFrom('read', 'find', 'click');
const callId = fc.constantFrom('1', '2', '3', '4', '5');

const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('text' as const), text }) },
  fc.constant<ContentBlock>({ type: 'image', mediaType: 'image/png', data: 'AAAA'.repeat(200) }),
  fc.constant<ContentBlock>({ type: 'document', mediaType: 'text/plain', data: 'words' }),
);
const blocks = fc.array(block, { maxLength: 3 });

const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({ role: fc.constant('system' as const), text }),
  fc.record({ role: fc.constant('user' as const), blocks }),
  fc.record({
    role: fc.constant('assistant' as const),
    text,
    toolCalls: fc.array(
      fc.record({
        id: callId,
        name: toolName,
        argumentsJson: fc.constantFrom('', '{}', '{"a":1}'),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({ role: fc.constant('tool' as const), toolCallId: callId, name: toolName, blocks }),
);

/** Any history at all, most of them such as no provider would accept. */
export const arbitraryMessages = fc.array(message, { maxLength: 14 });

/** What a provider would say against a history; empty when it is valid. */
export function complaintsAbout(messages: readonly ModelMessage[]): string[] {
  const complaints: string[] = [];
  let awaited: string[] = [];
  for (const entry of messages) {
    if (entry.role === 'tool') {
      const expected = awaited.shift();
      if (entry.toolCallId !== expected) complaints.push(`result ${entry.toolCallId} out of place`);
      continue;
    }
    complaints.push(...awaited.map((id) => `call ${id} unanswered`));
    awaited = [];
    if (entry.role !== 'assistant') continue;
    awaited = entry.toolCalls.map((call) => call.id);
    if (new Set(awaited).size < awaited.length) complaints.push('an id twice in one turn');
    if (awaited.length === 0 && entry.text.trim() === '') complaints.push('an empty turn');
  }
  return [...complaints, ...awaited.map((id) => `call ${id} unanswered`)];
}
