import type { Grant } from '../messaging/permission';

/** Grants that outlive a chat. Those of one chat are records of its log. */
export interface GrantStore {
  list(): Promise<Grant[]>;
  add(grant: Grant): Promise<void>;
  remove?(id: string): Promise<void>;
}
