import { IdbGrantStore } from '../lib/storage/idb-grant-store';
import { openDatabase } from '../lib/storage/database';
import { IdbRunLog } from '../lib/storage/idb-run-log';
import { MemoryRunLog } from '../tests/support/memory-run-log';
import { bareLoop } from './contestants/bare-loop';
import type { Contestant } from './contestants/contestant';
import { openAiAgents } from './contestants/openai-agents';
import { ourLoop } from './contestants/our-loop';
import { vercelAiSdk } from './contestants/vercel-ai-sdk';
import { longConversation } from './long-conversation';
import { FINAL_TEXT, ITERATIONS } from './task';

/** Milliseconds for each iteration, by contestant, one entry for each round. */
type Rounds = Record<string, number[]>;

export interface RoundOptions {
  warmUps: number;
  rounds: number;
}

async function contestants(): Promise<Record<string, Contestant>> {
  const url = `${location.origin}/v1`;
  const wholeUrl = `${location.origin}/whole/v1`;
  const database = await openDatabase();
  const opened = () => Promise.resolve(database);
  const durable = { log: new IdbRunLog({ database: opened }), grants: new IdbGrantStore(opened) };
  return {
    bare: bareLoop(url),
    memory: ourLoop({ url, log: new MemoryRunLog() }),
    durable: ourLoop({ url, ...durable }),
    vercel: vercelAiSdk(url),
    agents: openAiAgents(url),
    'durable, whole': ourLoop({ url: wholeUrl, ...durable }),
    'vercel, whole': vercelAiSdk(wholeUrl),
  };
}

async function conversationsOfLength(): Promise<Record<string, Contestant>> {
  const url = `${location.origin}/v1`;
  const database = await openDatabase();
  const opened = () => Promise.resolve(database);
  const durable = { log: new IdbRunLog({ database: opened }), grants: new IdbGrantStore(opened) };
  return {
    'turn 10': await longConversation({ url, ...durable }, 10),
    'turn 1000': await longConversation({ url, ...durable }, 1_000),
    'memory turn 10': await longConversation({ url, log: new MemoryRunLog() }, 10),
    'memory turn 1000': await longConversation({ url, log: new MemoryRunLog() }, 1_000),
  };
}

async function interleave(
  all: Record<string, Contestant>,
  { warmUps, rounds }: RoundOptions,
): Promise<Rounds> {
  const entries = Object.entries(all);
  const times: Rounds = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    // Nobody always runs after the same neighbour's rubbish.
    const first = Math.abs(round) % entries.length;
    for (const [name, run] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const began = performance.now();
      const words = await run();
      const took = performance.now() - began;
      if (words !== FINAL_TEXT) throw new Error(`${name} answered: ${words}`);
      if (round >= 0) times[name]?.push(took / ITERATIONS);
    }
  }
  return times;
}

Object.assign(globalThis, {
  runLoops: async (options: RoundOptions) => await interleave(await contestants(), options),
  runLengths: async (options: RoundOptions) =>
    await interleave(await conversationsOfLength(), options),
});
document.title = 'ready';
