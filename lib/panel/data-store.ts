import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExportCursor, GrantView, MemoryView } from '../messaging/kept-data';
import { reportOf, type ErrorReport } from '../shared/app-error';
import { attempt, type Outcome } from './panel-actions';
import type { PortClient } from './port-client';

export interface DataState {
  /** Null until the worker has told them. */
  readonly grants: readonly GrantView[] | null;
  readonly grantsTrouble: ErrorReport | null;
  readonly chats: number | null;
  readonly memories: readonly MemoryView[] | null;
  readonly summaryTrouble: ErrorReport | null;
}

export interface DataStore {
  readonly store: StoreApi<DataState>;
  readGrants(): Promise<void>;
  readSummary(): Promise<void>;
  revokeGrant(grant: GrantView): Promise<Outcome>;
  deleteMemory(key: string): Promise<Outcome>;
  /** The file in pieces, to be put together where it is saved. */
  exportData(): Promise<Outcome<string[]>>;
}

/** What a settings page shows of what is kept: permissions, memories, how much there is. */
export function createDataStore(client: PortClient): DataStore {
  const store = createStore<DataState>(() => ({
    grants: null,
    grantsTrouble: null,
    chats: null,
    memories: null,
    summaryTrouble: null,
  }));

  const readGrants = inTurn(async () => {
    try {
      const { grants } = await client.request({ type: 'grants-list' });
      store.setState({ grants, grantsTrouble: null });
    } catch (error) {
      store.setState({ grantsTrouble: reportOf(error) });
    }
  });
  const readSummary = inTurn(async () => {
    try {
      const summary = await client.request({ type: 'data-summary' });
      store.setState({ ...summary, summaryTrouble: null });
    } catch (error) {
      store.setState({ summaryTrouble: reportOf(error) });
    }
  });
  const readAll = () => {
    void readGrants();
    void readSummary();
  };

  client.subscribe({
    notified({ type }) {
      if (type === 'grants-changed') void readGrants();
      if (type === 'data-deleted') readAll();
    },
    dropped: () => undefined,
    reconnected: readAll,
    troubled: () => undefined,
  });

  return {
    store,
    readGrants,
    readSummary,
    revokeGrant: ({ id, conversationId }) =>
      attempt(async () => {
        await client.request({
          type: 'grant-revoke',
          grantId: id,
          ...(conversationId === undefined ? {} : { conversationId }),
        });
        await readGrants();
        return null;
      }),
    deleteMemory: (key) =>
      attempt(async () => {
        await client.request({ type: 'memory-delete', key });
        await readSummary();
        return null;
      }),
    exportData: () =>
      attempt(async () => {
        const pieces: string[] = [];
        let cursor: ExportCursor | undefined;
        do {
          const command = cursor === undefined ? {} : { cursor };
          const { json, next } = await client.request({ type: 'data-export', ...command });
          pieces.push(json);
          cursor = next ?? undefined;
        } while (cursor);
        return pieces;
      }),
  };
}

/** Asked for while it is under way, it is done once more afterwards: what it found may be old. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const begin = () => {
    current = work().finally(() => (current = undefined));
    return current;
  };
  return () => {
    if (!current) return begin();
    following ??= current.then(() => {
      following = undefined;
      return begin();
    });
    return following;
  };
}
