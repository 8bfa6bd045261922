import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExportCursor, GrantView, MemoryView } from '../messaging/kept-data';
import { reportOf } from '../shared/app-error';
import type { ErrorReport } from '../shared/error-report';
import { systemClock, type Clock } from '../shared/clock';
import { createActivity, noActivity, type ActivityActions, type ActivityState } from './activity';
import { inTurn } from './in-turn';
import { attempt, type Outcome } from './panel-actions';
import type { PortClient } from './port-client';

/** As many as one command can name. */
const REVOKED_AT_ONCE = 10_000;

export interface DataState {
  /** Null until the worker has told them. */
  readonly grants: readonly GrantView[] | null;
  readonly grantsTrouble: ErrorReport | null;
  readonly chats: number | null;
  readonly memories: readonly MemoryView[] | null;
  readonly summaryTrouble: ErrorReport | null;
  readonly activity: ActivityState;
}

export interface DataStore extends ActivityActions {
  readonly store: StoreApi<DataState>;
  readGrants(): Promise<void>;
  readSummary(): Promise<void>;
  revokeGrant(grant: GrantView): Promise<Outcome>;
  revokeGrants(grants: readonly GrantView[]): Promise<Outcome>;
  /** An address or a host name. The settings tell afterwards what is blocked. */
  blockSite(site: string): Promise<Outcome>;
  unblockSite(site: string): Promise<Outcome>;
  deleteMemory(key: string): Promise<Outcome>;
  /** The file in pieces, to be put together where it is saved. */
  exportData(): Promise<Outcome<string[]>>;
}

/** What a settings page shows of what is kept: permissions, calls, memories, how much there is. */
export function createDataStore(
  client: PortClient,
  { clock = systemClock }: { clock?: Clock } = {},
): DataStore {
  const store = createStore<DataState>(() => ({
    grants: null,
    grantsTrouble: null,
    chats: null,
    memories: null,
    summaryTrouble: null,
    activity: noActivity,
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

  const activity = createActivity(client, {
    clock,
    read: () => store.getState().activity,
    write: (activity) => store.setState({ activity }),
  });

  client.subscribe({
    notified({ type }) {
      if (type === 'grants-changed') {
        void readGrants();
        activity.follow();
      }
      if (type === 'data-deleted') {
        readAll();
        activity.reset();
      }
    },
    dropped: () => undefined,
    reconnected() {
      readAll();
      activity.resume();
    },
    troubled: () => undefined,
  });

  /** Also after a failure: part of it may be done. */
  const revoked = (work: () => Promise<unknown>) =>
    attempt(async () => {
      try {
        await work();
      } finally {
        await readGrants();
      }
      return null;
    });

  return {
    store,
    readGrants,
    readSummary,
    revokeGrant: (grant) =>
      revoked(() => client.request({ type: 'grant-revoke', ...placeOf(grant) })),
    revokeGrants: (grants) =>
      revoked(async () => {
        for (let from = 0; from < grants.length; from += REVOKED_AT_ONCE) {
          const some = grants.slice(from, from + REVOKED_AT_ONCE).map(placeOf);
          await client.request({ type: 'grants-revoke', grants: some });
        }
      }),
    blockSite: (site) => attempt(() => client.request({ type: 'site-block', site })),
    unblockSite: (site) => attempt(() => client.request({ type: 'site-unblock', site })),
    ...activity.actions,
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

function placeOf({ id, conversationId }: GrantView) {
  return { grantId: id, ...(conversationId === undefined ? {} : { conversationId }) };
}
