import type { ActivityCursor, ActivityEntry } from '../messaging/activity';
import { reportOf } from '../shared/app-error';
import type { ErrorReport } from '../shared/error-report';
import type { Clock } from '../shared/clock';
import { inTurn } from './in-turn';
import { attempt, type Outcome } from './panel-actions';
import type { PortClient } from './port-client';

const PAGE = 50;
/** As many as a page of the protocol can hold: nobody looks at these one by one. */
const EXPORT_PAGE = 200;
/** Whoever types on looks for something else. */
const TYPING_PAUSE_MS = 250;

export interface ActivityState {
  /** Null until the worker has told them. */
  readonly entries: readonly ActivityEntry[] | null;
  /** Where the next page begins; null at the end. */
  readonly next: ActivityCursor | null;
  readonly query: string;
  /** What the entries were found with; not yet the query while that is on its way. */
  readonly foundWith: string;
  readonly loading: 'first' | 'more' | null;
  readonly trouble: ErrorReport | null;
}

export const noActivity: ActivityState = {
  entries: null,
  next: null,
  query: '',
  foundWith: '',
  loading: null,
  trouble: null,
};

export interface ActivityActions {
  /** The first page of what is looked for, now. */
  readActivity(): Promise<void>;
  /** Looks for it as soon as nobody types on. */
  searchActivity(query: string): void;
  readMoreActivity(): Promise<Outcome>;
  clearActivity(): Promise<Outcome>;
  /** Every call, whatever is looked for: the file in pieces. */
  exportActivity(): Promise<Outcome<string[]>>;
}

export interface ActivityOptions {
  clock: Clock;
  read: () => ActivityState;
  write: (state: ActivityState) => void;
}

/** Calls of tools, a page at a time. */
export function createActivity(client: PortClient, { clock, read: state, write }: ActivityOptions) {
  /** Counts what was asked for: an answer to anything but the last of it comes too late. */
  let latest = 0;
  let typing: AbortController | undefined;
  const change = (part: Partial<ActivityState>) => write({ ...state(), ...part });
  const ask = (after: ActivityCursor | null, query: string, limit: number) =>
    client.request({
      type: 'activity-list',
      limit,
      ...(query === '' ? {} : { query }),
      ...(after === null ? {} : { after }),
    });

  function begin(loading: 'first' | 'more'): () => boolean {
    typing?.abort();
    latest += 1;
    const own = latest;
    change({ loading });
    return () => own === latest;
  }

  async function readActivity(): Promise<void> {
    const isLatest = begin('first');
    const query = state().query.trim();
    try {
      const { entries, next } = await ask(null, query, PAGE);
      if (isLatest()) change({ entries, next, foundWith: query, loading: null, trouble: null });
    } catch (error) {
      if (isLatest()) change({ loading: null, trouble: reportOf(error) });
    }
  }

  const readInTurn = inTurn(readActivity);

  /** What was shown is gone, even if nobody can say what is there now. */
  function begunAnew(): Promise<void> {
    change({ entries: [], next: null, query: '', foundWith: '' });
    return readActivity();
  }

  const actions: ActivityActions = {
    readActivity,
    searchActivity(query) {
      change({ query });
      begin('first');
      typing = new AbortController();
      clock.delay(TYPING_PAUSE_MS, typing.signal).then(readActivity, () => undefined);
    },
    readMoreActivity: () =>
      attempt(async () => {
        const { next, loading, foundWith } = state();
        if (next === null || loading !== null) return null;
        const isLatest = begin('more');
        try {
          const page = await ask(next, foundWith, PAGE);
          const entries = [...(state().entries ?? []), ...page.entries];
          if (isLatest()) change({ entries, next: page.next, loading: null });
        } catch (error) {
          if (!isLatest()) return null;
          change({ loading: null });
          throw error;
        }
        return null;
      }),
    clearActivity: () =>
      attempt(async () => {
        await client.request({ type: 'activity-clear' });
        await begunAnew();
        return null;
      }),
    exportActivity: () =>
      attempt(async () => {
        const pieces = ['{"format":"tandem-activity","version":1,"entries":['];
        let separator = '\n';
        let after: ActivityCursor | null = null;
        do {
          const page: { entries: ActivityEntry[]; next: ActivityCursor | null } = await ask(
            after,
            '',
            EXPORT_PAGE,
          );
          for (const entry of page.entries) {
            pieces.push(separator, JSON.stringify(entry));
            separator = ',\n';
          }
          after = page.next;
        } while (after !== null);
        return [...pieces, '\n]}\n'];
      }),
  };

  return {
    actions,
    /** Something was decided. Whoever has gone further down the list is left in peace. */
    follow(): void {
      const { entries, loading } = state();
      if (entries !== null && entries.length <= PAGE && loading !== 'more') void readInTurn();
    },
    /** With the next worker: what the last one did not answer. */
    resume(): void {
      const { loading, trouble } = state();
      if (loading === 'first' || trouble !== null) void readActivity();
    },
    reset(): void {
      if (state().entries !== null) void begunAnew();
    },
  };
}
