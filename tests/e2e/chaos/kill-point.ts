import type { RunRecord } from '../../../lib/messaging/run-record';

/** A record that a scenario writes, told apart from all others it writes. */
export interface Place {
  readonly type: RunRecord['type'];
  /** The tool whose use it is about; '' when it is about none. */
  readonly tool: string;
  /** How many like it came before. */
  readonly occurrence: number;
}

export interface KillPoint extends Place {
  readonly phase: 'before' | 'after';
}

/** Gives every record of a conversation its place. */
export class Places {
  readonly #tools = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(records: readonly RunRecord[]): Place[] {
    return records.map((record) => {
      if (record.type === 'assistant-turn-completed') {
        for (const call of record.toolCalls) this.#tools.set(call.id, call.name);
      }
      const tool = 'toolUseId' in record ? (this.#tools.get(record.toolUseId) ?? '') : '';
      const key = `${record.type} ${tool}`;
      const occurrence = this.#counts.get(key) ?? 0;
      this.#counts.set(key, occurrence + 1);
      return { type: record.type, tool, occurrence };
    });
  }
}

export function isAt(point: Place, place: Place): boolean {
  return (
    point.type === place.type && point.tool === place.tool && point.occurrence === place.occurrence
  );
}

export function describePlace({ type, tool, occurrence }: Place): string {
  return [type, tool, occurrence > 0 ? `(${occurrence + 1})` : ''].filter(Boolean).join(' ');
}

/**
 * Before and after every transaction but the first ones: records that share one cannot be parted by
 * a death. What happens side by side may share one by chance, and has kill points of its own.
 */
export function killPoints(
  transactions: readonly (readonly RunRecord[])[],
  skipped = 0,
): KillPoint[] {
  const places = new Places();
  return transactions
    .map((records) =>
      places.of(records).filter((_place, index) => index === 0 || standsAlone(records, index)),
    )
    .slice(skipped)
    .flat()
    .flatMap((place) => (['before', 'after'] as const).map((phase) => ({ ...place, phase })));
}

function standsAlone(records: readonly RunRecord[], index: number): boolean {
  const record = records[index];
  if (record?.type === 'assistant-turn-started') return true;
  if (record?.type !== 'tool-use-settled') return false;
  const isRefusal = records[index - 1]?.type === 'tool-use-proposed';
  return !isRefusal && (record.outcome === 'ok' || record.outcome === 'error');
}
