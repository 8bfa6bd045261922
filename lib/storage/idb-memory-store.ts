import type { Clock } from '../shared/clock';
import type { Memory, MemoryStore } from '../tools/tool-dependencies';
import type { Database } from './database';

/** What the user asked to be remembered, shared by all conversations. */
export class IdbMemoryStore implements MemoryStore {
  readonly #database: () => Promise<Database>;
  readonly #clock: Clock;

  constructor(database: () => Promise<Database>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async get(key: string): Promise<Memory | undefined> {
    return await (await this.#database()).get('memories', key);
  }

  async list(): Promise<Memory[]> {
    return await (await this.#database()).getAll('memories');
  }

  async put({ key, content }: { key: string; content: string }): Promise<Memory> {
    const transaction = (await this.#database()).transaction('memories', 'readwrite');
    const now = this.#clock.now();
    const known = await transaction.store.get(key);
    const memory: Memory = {
      key,
      content,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
      hitCount: known?.hitCount ?? 1,
    };
    void transaction.store.put(memory);
    await transaction.done;
    return memory;
  }

  async remove(key: string): Promise<boolean> {
    const transaction = (await this.#database()).transaction('memories', 'readwrite');
    const known = await transaction.store.get(key);
    if (known) void transaction.store.delete(key);
    await transaction.done;
    return known !== undefined;
  }
}
