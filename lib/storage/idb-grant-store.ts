import { grantSchema, type Grant } from '../messaging/permission';
import type { GrantStore } from '../permissions/grant-store';
import { completed, type Database } from './database';

/** Lasting permissions. A row that cannot be read grants nothing. */
export class IdbGrantStore implements GrantStore {
  readonly #database: () => Promise<Database>;
  readonly #onChanged: (() => void) | undefined;

  constructor(database: () => Promise<Database>, onChanged?: () => void) {
    this.#database = database;
    this.#onChanged = onChanged;
  }

  async list(): Promise<Grant[]> {
    const rows = await (await this.#database()).getAll('grants');
    return rows.flatMap((row) => {
      const parsed = grantSchema.safeParse(row.grant);
      return parsed.success ? [parsed.data] : [];
    });
  }

  async add(grant: Grant): Promise<void> {
    const transaction = (await this.#database()).transaction('grants', 'readwrite', {
      durability: 'strict',
    });
    await completed(transaction, [transaction.store.put({ id: grant.id, grant })]);
    this.#onChanged?.();
  }

  /** Holds for one that cannot be read as well, or there would be no way to be rid of it. */
  async remove(id: string): Promise<void> {
    const transaction = (await this.#database()).transaction('grants', 'readwrite', {
      durability: 'strict',
    });
    await completed(transaction, [transaction.store.delete(id)]);
    this.#onChanged?.();
  }
}
