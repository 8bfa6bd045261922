import type { Clock } from '../shared/clock';
import { z } from '../shared/zod';
import type { Memory, MemoryStore } from '../tools/tool-dependencies';
import { completed, type Database } from './database';

const memorySchema = z.object({
  key: z.string(),
  content: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  hitCount: z.number(),
  origins: z.array(z.string()).optional(),
});

/** What the user asked to be remembered, shared by all conversations. */
export class IdbMemoryStore implements MemoryStore {
  readonly #database: () => Promise<Database>;
  readonly #clock: Clock;

  constructor(database: () => Promise<Database>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async get(key: string): Promise<Memory | undefined> {
    return readMemory(await (await this.#database()).get('memories', key));
  }

  async list(): Promise<Memory[]> {
    const rows = await (await this.#database()).getAll('memories');
    return rows.flatMap((row) => readMemory(row) ?? []);
  }

  async put({ key, content, origins }: Parameters<MemoryStore['put']>[0]): Promise<Memory> {
    const transaction = (await this.#database()).transaction('memories', 'readwrite');
    const now = this.#clock.now();
    const known = readMemory(await transaction.store.get(key));
    const memory: Memory = {
      key,
      content,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
      hitCount: known?.hitCount ?? 1,
      ...(origins === undefined ? {} : { origins }),
    };
    await completed(transaction, [transaction.store.put(memory)]);
    return memory;
  }

  async remove(key: string): Promise<boolean> {
    const transaction = (await this.#database()).transaction('memories', 'readwrite');
    const known = await transaction.store.get(key);
    await completed(transaction, known ? [transaction.store.delete(key)] : []);
    return known !== undefined;
  }
}

/** One that is damaged is as good as forgotten; it can still be removed or stored anew. */
function readMemory(row: unknown): Memory | undefined {
  return memorySchema.safeParse(row).data;
}
