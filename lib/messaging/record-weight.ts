import type { RunRecord } from './run-record';

/** Between its beginning and its end, a run says nothing new about when its chat was used. */
const workOfARun: ReadonlySet<RunRecord['type']> = new Set([
  'assistant-turn-started',
  'assistant-turn-checkpointed',
  'assistant-turn-completed',
  'tool-use-proposed',
  'tool-use-parked',
  'tool-use-started',
  'tool-use-requeued',
  'tool-use-settled',
]);

export function isWorkOfARun({ type }: RunRecord): boolean {
  return workOfARun.has(type);
}

export class LossRule {
  /** Tool uses that run by themselves and change nothing. */
  readonly #reads = new Set<string>();

  /**
   * Whether a power cut may take these with it. Every write survives the end of the worker and of
   * the browser; only waiting for the disk survives more, and takes its time. Words of the model and
   * reads are asked for again; what may have an effect outside, and what the user did, waits.
   */
  mayBeLost(records: readonly RunRecord[]): boolean {
    const losable = records.map((record) => {
      switch (record.type) {
        case 'assistant-turn-started':
        case 'assistant-turn-checkpointed':
        case 'assistant-turn-completed':
          return true;
        case 'tool-use-proposed':
          if (record.effect === 'read') this.#reads.add(record.toolUseId);
          return true;
        case 'tool-use-started':
          return this.#reads.has(record.toolUseId);
        case 'tool-use-parked':
          this.#reads.delete(record.toolUseId);
          return false;
        case 'tool-use-settled':
          return this.#reads.delete(record.toolUseId);
        default:
          return false;
      }
    });
    return !losable.includes(false);
  }
}
