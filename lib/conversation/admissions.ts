import { findToolUse, isSettled, type ToolUse } from '../messaging/conversation-state';
import type { RunRecordDraft } from '../messaging/run-record';
import { errorToResult } from '../tools/convert-result';
import { prepareCall } from '../tools/executor';
import type { ConversationOptions } from './conversation-options';
import { placeCall, placementOf } from './propose-calls';
import type { TurnLoopParts } from './turn-loop-parts';

/** The grant that lets a call start, if it takes one. */
interface Admission {
  readonly grantId?: string | undefined;
  readonly grantExpiresAt?: number | undefined;
}

export interface AdmittedUse {
  readonly use: ToolUse;
  readonly grantId: string | undefined;
}

/**
 * Which calls may start. One that the gate let through a moment ago may; whatever has waited since,
 * for the person, for another call or for a new worker, is put before the gate again: meanwhile a
 * permission may have been taken back, a site blocked, a tool switched off or the mode changed.
 */
export class Admissions {
  readonly #parts: TurnLoopParts;
  readonly #options: ConversationOptions;
  readonly #fresh = new Map<string, Admission>();
  readonly #underJudgement = new Set<string>();

  constructor(parts: TurnLoopParts, options: ConversationOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** The records of an answer: what they propose was judged just now. */
  proposed(records: readonly RunRecordDraft[]): void {
    for (const record of records) {
      if (record.type === 'tool-use-proposed') this.#fresh.set(record.toolUseId, record);
    }
  }

  /** What did not start at once has waited. */
  expire(): void {
    this.#fresh.clear();
  }

  /** Takes the admissions of those that have one; the others are to be judged again. */
  take(uses: readonly ToolUse[]): { ready: AdmittedUse[]; stale: ToolUse[] } {
    const ready: AdmittedUse[] = [];
    const stale: ToolUse[] = [];
    for (const use of uses) {
      if (this.#underJudgement.has(use.id)) continue;
      const admission = this.#take(use.id);
      if (admission) ready.push({ use, grantId: admission.grantId });
      else stale.push(use);
    }
    return { ready, stale };
  }

  /** `commit` writes why some do not start; `drive` starts the others, now or not on this judgement. */
  async judgeAgain(
    uses: readonly ToolUse[],
    commit: (drafts: readonly RunRecordDraft[]) => void,
    drive: () => void,
  ): Promise<void> {
    for (const { id } of uses) this.#underJudgement.add(id);
    const spent = new Map<string, number>();
    for (const use of uses) {
      const admitted = await this.#judge(use, spent);
      this.#underJudgement.delete(use.id);
      if (isSettled(findToolUse(this.#parts.log.state, use.id) ?? use)) continue;
      if (Array.isArray(admitted)) commit(admitted);
      else this.#fresh.set(use.id, admitted);
    }
    drive();
    // What could not start just now, because of a pause perhaps, has to be judged once more.
    for (const { id } of uses) this.#fresh.delete(id);
  }

  /** Let through a moment ago, and by a grant that still stands. */
  #take(id: string): Admission | undefined {
    const admission = this.#fresh.get(id);
    this.#fresh.delete(id);
    if (!admission) return undefined;
    const { grantId, grantExpiresAt = Infinity } = admission;
    const isOver = this.#isRevoked(grantId) || this.#options.clock.now() >= grantExpiresAt;
    return isOver ? undefined : admission;
  }

  /** What lets the call start, or the records that say why it does not. */
  async #judge(use: ToolUse, spent: Map<string, number>): Promise<Admission | RunRecordDraft[]> {
    const { gate, offers } = this.#parts;
    try {
      const offer = await offers.refresh(await offers.model());
      const offered = offer.byId.get(use.toolId ?? '');
      const argumentsJson = use.editedJson ?? use.call.argumentsJson;
      const prepared = offered && prepareCall(offered.tool, { ...use.call, argumentsJson });
      // The runner answers calls whose tool is gone, has changed or does not take this any more.
      if (offered?.hash !== use.toolHash || !offered || !prepared?.ok) return {};
      const { input } = prepared;
      // The call has counted against its own grant already.
      const own = use.grantId ?? '';
      const taken = new Map(spent).set(own, (spent.get(own) ?? 0) - 1);
      const judgement = await gate.judge(offered, input, taken);
      // What the person said yes to needs no grant; only a refusal stands above their word.
      if (use.state === 'approved' && judgement.decision.verdict !== 'deny') return {};
      const placement = { ...placementOf(this.#parts, this.#options), offer };
      const records = await placeCall(use.id, { offered, input, judgement }, placement);
      if (records.length > 0) return records.map((record) => this.#askedAfterAll(record, use));
      const grant = judgement.grants.find(({ id }) => id === judgement.decision.grantId);
      if (!grant) return {};
      if (grant.id !== use.grantId) spent.set(grant.id, (spent.get(grant.id) ?? 0) + 1);
      return { grantId: grant.id, grantExpiresAt: grant.expiresAt };
    } catch (error) {
      // What cannot be judged does not run; judged again and again, it would never end.
      const { blocks } = errorToResult(error);
      return [{ type: 'tool-use-settled', toolUseId: use.id, outcome: 'error', blocks }];
    }
  }

  #askedAfterAll(record: RunRecordDraft, { grantId }: ToolUse): RunRecordDraft {
    if (record.type !== 'tool-use-parked' || !this.#isRevoked(grantId)) return record;
    const reason = 'Asked because you took back the permission that it relied on.';
    return { ...record, request: { ...record.request, reason } };
  }

  #isRevoked(grantId: string | undefined): boolean {
    return grantId !== undefined && this.#parts.log.state.revokedGrants.has(grantId);
  }
}
