import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { createClient } from '../../lib/models/openai-client';
import { parseServerAddress } from '../../lib/models/server-address';
import { asJsonObject } from '../../lib/shared/json';
import { doStep, MODEL_ID, PROMPT, SYSTEM_TEXT } from '../task';
import type { Contestant } from './contestant';
import { tools } from './tools';

/** The least that is a loop: no log, no checks, no limits, no errors. */
export function bareLoop(url: string): Contestant {
  const client = createClient(parseServerAddress(url), '', (to, init) => fetch(to, init));
  const declarations = tools.map(({ name, description, schema }) => ({
    type: 'function' as const,
    function: { name, description, parameters: schema },
  }));
  return async () => {
    const messages: ChatCompletionMessageParam[] = [
      { role: 'system', content: SYSTEM_TEXT },
      { role: 'user', content: PROMPT },
    ];
    for (;;) {
      const stream = await client.chat.completions.create({
        model: MODEL_ID,
        messages,
        tools: declarations,
        stream: true,
        stream_options: { include_usage: true },
      });
      let content = '';
      const calls: { id: string; name: string; json: string }[] = [];
      for await (const { choices } of stream) {
        const delta = choices[0]?.delta;
        content += delta?.content ?? '';
        for (const piece of delta?.tool_calls ?? []) {
          const call = (calls[piece.index] ??= { id: '', name: '', json: '' });
          call.id += piece.id ?? '';
          call.name += piece.function?.name ?? '';
          call.json += piece.function?.arguments ?? '';
        }
      }
      if (calls.length === 0) return content;
      messages.push({
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: calls.map(({ id, name, json }) => ({
          id,
          type: 'function',
          function: { name, arguments: json },
        })),
      });
      for (const { id, json } of calls) {
        const input = asJsonObject(JSON.parse(json));
        const result = doStep({ step: Number(input?.['step']) });
        messages.push({ role: 'tool', tool_call_id: id, content: result });
      }
    }
  };
}
