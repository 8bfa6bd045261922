import type { LiveEvent } from '../messaging/panel-protocol';
import type { ScheduleFrame } from './frame-scheduler';

export interface LiveText {
  readonly text: string;
  readonly reasoning: string;
}

/** What arrived of the turns that still stream, by turn id. */
export type LiveTexts = ReadonlyMap<string, LiveText>;

type TextEvent = Exclude<LiveEvent, { type: 'request-retried' }>;

interface Arrived {
  replaces: boolean;
  text: string;
  reasoning: string;
}

/** Gathers deltas, thousands a second if need be, and hands them over once a frame. */
export class LiveTextBuffer {
  readonly #arrived = new Map<string, Arrived>();
  readonly #schedule: ScheduleFrame;
  readonly #flush: (merge: (texts: LiveTexts) => LiveTexts) => void;
  #scheduled = false;

  constructor(schedule: ScheduleFrame, flush: (merge: (texts: LiveTexts) => LiveTexts) => void) {
    this.#schedule = schedule;
    this.#flush = flush;
  }

  add(event: TextEvent): void {
    const { turnId, text, reasoning } = event;
    const arrived = this.#arrived.get(turnId);
    if (event.type === 'text-replaced' || !arrived) {
      this.#arrived.set(turnId, { replaces: event.type === 'text-replaced', text, reasoning });
    } else {
      arrived.text += text;
      arrived.reasoning += reasoning;
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      if (this.#arrived.size > 0) this.#flush((texts) => this.#merge(texts));
    });
  }

  /** The turn is complete: what its record says counts, not what is still under way. */
  forget(turnId: string): void {
    this.#arrived.delete(turnId);
  }

  forgetAll(): void {
    this.#arrived.clear();
  }

  #merge(texts: LiveTexts): LiveTexts {
    const merged = new Map(texts);
    for (const [turnId, { replaces, text, reasoning }] of this.#arrived) {
      const before = replaces ? undefined : texts.get(turnId);
      merged.set(turnId, {
        text: (before?.text ?? '') + text,
        reasoning: (before?.reasoning ?? '') + reasoning,
      });
    }
    this.#arrived.clear();
    return merged;
  }
}
