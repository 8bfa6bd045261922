import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import { findToolUse, type ConversationState, type ToolUse } from '../messaging/conversation-state';
import type { Grant } from '../messaging/permission';
import type { RunRecordDraft } from '../messaging/run-record';
import type { GrantStore } from '../permissions/grant-store';
import { mayBeAlways } from '../permissions/policy';
import { AppError } from '../shared/app-error';
import type { Clock } from '../shared/clock';
import { defined } from '../shared/defined';
import type { CreateId } from '../shared/ids';
import { prepareCall } from '../tools/executor';
import { declarationOf, toolsAlike } from './approval-request';
import type { Gate, Judgement } from './gate';
import type { Offers } from './offers';
import { plannedGrants } from './planned-grants';
import type { OfferedTool, ToolOffer } from './tool-offer';

export type PermissionAnswer = 'once' | 'chat' | 'always' | 'deny';

/** What a person may add to an answer. */
export interface GrantTerms {
  /** What the tool shall run with instead of what the model wrote. */
  readonly argumentsJson?: string | undefined;
  readonly breadth?: 'tool' | 'capability' | undefined;
  readonly expiresInMs?: number | undefined;
}

export interface ApprovalsOptions {
  conversationId: string;
  state: () => ConversationState;
  offers: Offers;
  gate: Gate;
  grants: GrantStore | undefined;
  clock: Clock;
  createId: CreateId;
  proceed: (records: readonly RunRecordDraft[]) => Promise<void>;
}

/** What people answer to calls that wait for them. Every call takes one answer, whoever gives it first. */
export class Approvals {
  readonly #options: ApprovalsOptions;
  /** Being answered just now: a second answer must not count while the first one is checked. */
  readonly #answered = new Set<string>();
  /** Takes back what was granted for good by an answer that did not count after all. */
  readonly #undo = new Map<string, () => Promise<void> | undefined>();

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  async use(toolUseId: string, userInput: unknown): Promise<void> {
    const use = this.#waiting(toolUseId, ['permission', 'input']);
    await this.#answeringOnce(use, async () => {
      const { offered, offer } = await this.#offered(use);
      const checked = checkedInput(offered, userInput);
      const grants = offered ? plannedGrants(offered.tool, checked, offer, this.#grantBase()) : [];
      if (offered) await this.#judge(use, offered, use.call.argumentsJson);
      return [
        ...(grants.length === 0 ? [] : endOfPlan(this.#options.state())),
        ...grants.map((grant): RunRecordDraft => ({ type: 'grant-given', grant })),
        approved(use, { userInput: checked, answer: 'once' }),
      ];
    });
  }

  async respond(toolUseId: string, blocks: readonly ContentBlock[]): Promise<void> {
    const use = this.#waiting(toolUseId, ['external']);
    if (isEmpty(blocks)) throw new AppError('answer-empty', 'An answer cannot be empty.');
    await this.#answeringOnce(use, () =>
      Promise.resolve([
        { type: 'tool-use-settled', toolUseId, outcome: 'ok', blocks: [...blocks] },
      ]),
    );
  }

  async answer(
    toolUseId: string,
    answer: PermissionAnswer,
    word: string | undefined,
    terms: GrantTerms,
  ): Promise<void> {
    const use = this.#waiting(toolUseId, ['permission', 'input', 'external']);
    if (answer === 'deny') {
      await this.#answeringOnce(use, () => Promise.resolve([denied(toolUseId, word)]));
      return;
    }
    if (use.request?.kind !== 'permission') {
      throw new AppError('answer-invalid', 'This needs your choice on its card, not a permission.');
    }
    await this.#answeringOnce(use, () => this.#allowed(use, answer, terms));
  }

  async #allowed(
    use: ToolUse,
    answer: 'once' | 'chat' | 'always',
    terms: GrantTerms,
  ): Promise<RunRecordDraft[]> {
    const { offered, offer } = await this.#offered(use);
    const { argumentsJson = use.call.argumentsJson } = terms;
    const isEdited = argumentsJson !== use.call.argumentsJson;
    // A tool that is gone or has changed is answered by the runner, and cannot be allowed in advance.
    if (!offered) {
      if (answer !== 'once' || isEdited) throw notInAdvance();
      return [approved(use, { answer })];
    }
    const judgement = await this.#judge(use, offered, argumentsJson);
    const { request } = judgement;
    const records = [
      approved(use, { answer, argumentsJson: isEdited ? argumentsJson : undefined }),
    ];
    if (answer === 'once') return records;
    if (isEdited && request.target?.origin !== use.target?.origin) {
      throw new AppError(
        'answer-invalid',
        'You changed where it goes, so it can only be allowed once.',
      );
    }
    // Allowed meanwhile, on another card: two grants for one thing would have to be taken back twice.
    if (isGranted(judgement, answer) && terms.breadth !== 'capability') return records;
    const grant = this.#grantFor(offered, offer, judgement, { ...terms, scope: answer });
    if (answer === 'chat') return [{ type: 'grant-given', grant }, ...records];
    const { grants } = this.#options;
    const isOffered = use.request?.alwaysLabel !== undefined;
    if (!grants || !isOffered || !mayBeAlways(judgement.request, asking(judgement))) {
      throw new AppError('answer-invalid', 'This tool cannot be allowed for always.');
    }
    await grants.add(grant);
    this.#undo.set(use.id, () => grants.remove?.(grant.id));
    return records;
  }

  /** What the person agrees to must fit the tool, and nothing may forbid it by now. */
  async #judge(use: ToolUse, offered: OfferedTool, argumentsJson: string): Promise<Judgement> {
    const prepared = prepareCall(offered.tool, { ...use.call, argumentsJson });
    if (!prepared.ok) {
      const why = textOf(prepared.result.blocks).replace(/^Error: /, '');
      throw new AppError('arguments-invalid', `The tool cannot be called with this. ${why}`);
    }
    const judgement = await this.#options.gate.judge(offered, prepared.input);
    const { verdict, reason } = judgement.decision;
    if (verdict === 'deny') {
      throw new AppError('permission-denied', `${reason} So it cannot be allowed now.`);
    }
    return judgement;
  }

  async #answeringOnce(use: ToolUse, records: () => Promise<RunRecordDraft[]>): Promise<void> {
    this.#answered.add(use.id);
    try {
      const drafts = await records();
      // The run may have been stopped meanwhile.
      if (findToolUse(this.#options.state(), use.id)?.state !== 'awaiting-user') {
        await this.#undo.get(use.id)?.();
        throw notWaiting();
      }
      await this.#options.proceed(drafts);
    } finally {
      this.#answered.delete(use.id);
      this.#undo.delete(use.id);
    }
  }

  #waiting(toolUseId: string, kinds: readonly string[]): ToolUse {
    const use = findToolUse(this.#options.state(), toolUseId);
    if (use?.state !== 'awaiting-user' || !use.request || this.#answered.has(toolUseId)) {
      throw notWaiting();
    }
    if (!kinds.includes(use.request.kind)) {
      throw new AppError('answer-invalid', 'This kind of answer does not fit the question.');
    }
    return use;
  }

  async #offered(use: ToolUse): Promise<{ offered: OfferedTool | undefined; offer: ToolOffer }> {
    const { offers } = this.#options;
    // A tool may have been switched off while its card waited.
    const offer = await offers.refresh(await offers.model());
    const offered = offer.byId.get(use.toolId ?? '');
    return { offer, offered: offered?.hash === use.toolHash ? offered : undefined };
  }

  #grantBase() {
    const { conversationId, clock, createId } = this.#options;
    return { conversationId, givenAt: clock.now(), createId };
  }

  #grantFor(
    { tool, hash }: OfferedTool,
    offer: ToolOffer,
    { request, decision }: Judgement,
    { scope, breadth, expiresInMs }: GrantTerms & { scope: 'chat' | 'always' },
  ): Grant {
    const { conversationId, givenAt, createId } = this.#grantBase();
    // For data of others only what the person sees is allowed, not what may come.
    const isExact = decision.foreign !== undefined;
    const alike = breadth === 'capability' && !isExact ? toolsAlike(tool, offer) : [];
    return {
      id: createId(),
      scope,
      toolId: tool.id,
      toolHash: hash,
      givenAt,
      declaration: declarationOf(tool),
      ...defined({
        conversationId: scope === 'chat' ? conversationId : undefined,
        site: request.target?.origin,
        frameOf: request.target?.frameOf,
        exactly: isExact ? request.inputKey : undefined,
        expiresAt: expiresInMs === undefined ? undefined : givenAt + expiresInMs,
        capability: alike.length > 1 ? tool.capability : undefined,
        alike:
          alike.length > 1
            ? alike.map((other) => ({
                toolId: other.tool.id,
                toolHash: other.hash,
                declaration: declarationOf(other.tool),
              }))
            : undefined,
      }),
    };
  }
}

/** The grants of the last plan end: another one takes its place, or none is wanted any more. */
export function endOfPlan({ grants }: ConversationState): RunRecordDraft[] {
  return grants.flatMap(({ id, fromPlan }) =>
    fromPlan === true ? [{ type: 'grant-revoked', grantId: id }] : [],
  );
}

export function isEmpty(blocks: readonly ContentBlock[]): boolean {
  return blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}

/** By a grant that holds as long and as wide as the answer would. */
function isGranted({ decision, grants }: Judgement, answer: 'chat' | 'always'): boolean {
  const grant = grants.find(({ id }) => id === decision.grantId);
  if (!grant || grant.times !== undefined || grant.expiresAt !== undefined) return false;
  return answer === 'chat' || grant.scope === 'always';
}

/** Another panel may have granted it meanwhile; what may be granted does not depend on that. */
function asking({ decision }: Judgement): Judgement['decision'] {
  return { ...decision, verdict: 'ask' };
}

function checkedInput(offered: OfferedTool | undefined, userInput: unknown): unknown {
  const schema = offered?.tool.userInput;
  if (!schema) return undefined;
  const parsed = schema.safeParse(userInput);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]?.message ?? 'nothing was chosen';
  throw new AppError('answer-invalid', `That choice cannot be used: ${issue}.`);
}

interface Approval {
  userInput?: unknown;
  answer: 'once' | 'chat' | 'always';
  argumentsJson?: string | undefined;
}

function approved({ id }: ToolUse, { answer, userInput, argumentsJson }: Approval): RunRecordDraft {
  return {
    type: 'tool-use-approved',
    toolUseId: id,
    answer,
    ...defined({ userInput, argumentsJson }),
  };
}

function denied(toolUseId: string, word = ''): RunRecordDraft {
  const said = word.trim() === '' ? '' : ` They said: ${word.trim()}`;
  return {
    type: 'tool-use-settled',
    toolUseId,
    outcome: 'denied',
    blocks: [textBlock(`The user declined this. Do not try it again unasked.${said}`)],
  };
}

function notWaiting(): AppError {
  return new AppError('tool-use-not-waiting', 'This is no longer waiting for an answer.');
}

function notInAdvance(): AppError {
  return new AppError('answer-invalid', 'This tool cannot be allowed in advance.');
}
