import { textOf } from '../../../lib/messaging/content';
import type { ConversationState } from '../../../lib/messaging/conversation-state';
import { foldRecords } from '../../../lib/messaging/fold-records';
import { runRecordSchema, type RunRecord } from '../../../lib/messaging/run-record';
import { z } from '../../../lib/shared/zod';
import { deferred } from '../../support/deferred';
import { isAt, Places, type KillPoint } from './kill-point';

const reportSchema = z.object({ conversationId: z.string(), records: z.array(runRecordSchema) });

/**
 * What the test knows of the conversation under test without asking the browser: the worker reports
 * every write before and after, and is held where it shall die.
 */
export class Ledger {
  /** What is durable, in order. */
  records: RunRecord[] = [];
  /** The records of each transaction. */
  transactions: (readonly RunRecord[])[] = [];
  conversationId: string | undefined;
  /** How often each effect took place, by tool and key. */
  readonly effects = new Map<string, number>();
  #prompt = '';
  #places = new Places();
  #armed: KillPoint | undefined;
  #held = deferred();
  #isHeld = false;
  #changed = deferred();

  /** Forgets everything and follows the conversation that this prompt begins. */
  follow(prompt: string): void {
    this.records = [];
    this.transactions = [];
    this.conversationId = undefined;
    this.#prompt = prompt;
    this.#places = new Places();
    this.arm(undefined);
  }

  /** Where the worker dies next. One that stands already stays where it is. */
  arm(point: KillPoint | undefined): void {
    this.#armed = point;
    this.#held = deferred();
    this.#isHeld = false;
    // Nothing was written, so nobody knows the conversation: its prompt may be sent in another.
    if (this.records.length === 0) this.conversationId = undefined;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get held(): Promise<void> {
    return this.#held.promise;
  }

  get state(): ConversationState {
    return foldRecords(this.records);
  }

  /** Resolves with the next thing that happens. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  async when(condition: () => boolean): Promise<void> {
    while (!condition()) await this.changed;
  }

  effectsOf(tool: string, key: string): number {
    return this.effects.get(`${tool}/${key}`) ?? 0;
  }

  /** Answers the worker; an answer that never comes is where it dies. */
  readonly intercept = (path: string, body: string): Promise<{ status: number }> | undefined => {
    const [, chaos, what = '', tool = '', key = ''] = path.split('/');
    if (chaos !== 'chaos') return undefined;
    if (what === 'effect') return this.#effect(tool, decodeURIComponent(key));
    return this.#written(what === 'before' ? 'before' : 'after', body);
  };

  async #effect(tool: string, key: string): Promise<{ status: number }> {
    const name = `${tool}/${key}`;
    this.effects.set(name, (this.effects.get(name) ?? 0) + 1);
    if (key.startsWith('slow')) await new Promise(() => undefined);
    return { status: key.startsWith('fail') ? 500 : 200 };
  }

  async #written(phase: KillPoint['phase'], body: string): Promise<{ status: number }> {
    const { conversationId, records } = reportSchema.parse(JSON.parse(body));
    this.conversationId ??= records.some(
      (record) => record.type === 'user-turn-added' && textOf(record.blocks) === this.#prompt,
    )
      ? conversationId
      : undefined;
    if (conversationId !== this.conversationId) return { status: 200 };
    // What is only about to be written must not count: it may never be.
    const places = (phase === 'before' ? this.#placesSoFar() : this.#places).of(records);
    if (phase === 'after') {
      this.records.push(...records);
      this.transactions.push(records);
    }
    const armed = this.#armed;
    if (armed?.phase === phase && places.some((place) => isAt(armed, place))) {
      this.#armed = undefined;
      this.#isHeld = true;
      this.#held.resolve();
    }
    this.#tell();
    if (this.#isHeld) await new Promise(() => undefined);
    return { status: 200 };
  }

  #placesSoFar(): Places {
    const places = new Places();
    places.of(this.records);
    return places;
  }

  #tell(): void {
    const changed = this.#changed;
    this.#changed = deferred();
    changed.resolve();
  }
}
