import type { Model, ModelRequest } from '../conversation/model';
import { AppError } from '../shared/app-error';

export interface ConnectionTestResult {
  ok: boolean;
  message: string;
  advice?: string;
}

/** Enough of an answer to know that there is one. */
const ENOUGH_CHARACTERS = 2_000;

const request: ModelRequest = {
  messages: [
    { role: 'user', blocks: [{ type: 'text', text: 'This is a connection test. Answer: ready' }] },
  ],
  tools: [
    {
      name: 'report_ready',
      description: 'Reports that the connection works. Not needed to answer.',
      parameters: { type: 'object', properties: {}, required: [] },
    },
  ],
};

/** One real round trip. A tool is offered, because a server that refuses tools does so only then. */
export async function testConnection(
  model: Model,
  signal: AbortSignal,
): Promise<ConnectionTestResult> {
  let received = 0;
  try {
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') {
        received += event.text.length;
      }
      if (event.type === 'tool-call-delta') received += 1;
      if (received > ENOUGH_CHARACTERS) break;
    }
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return {
      ok: false,
      message: error.message,
      ...(error.advice === undefined ? {} : { advice: error.advice }),
    };
  }
  if (received === 0) {
    return {
      ok: false,
      message: `The server answered, but ${model.id} said nothing.`,
      advice: 'Check that this is a chat model, or choose another one.',
    };
  }
  return { ok: true, message: `${model.id} answered.` };
}
