import type { Grant } from '../../lib/messaging/permission';
import type { GrantStore } from '../../lib/permissions/grant-store';

/** Lasting permissions that last as long as the test. */
export class MemoryGrants implements GrantStore {
  grants: Grant[] = [];
  readonly #onChanged: () => void;

  constructor(onChanged: () => void = () => undefined) {
    this.#onChanged = onChanged;
  }

  list(): Promise<Grant[]> {
    return Promise.resolve([...this.grants]);
  }

  add(grant: Grant): Promise<void> {
    this.grants.push(grant);
    this.#onChanged();
    return Promise.resolve();
  }

  remove(id: string): Promise<void> {
    this.grants = this.grants.filter((grant) => grant.id !== id);
    this.#onChanged();
    return Promise.resolve();
  }
}
