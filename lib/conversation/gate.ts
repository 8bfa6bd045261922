import type { ConversationState } from '../messaging/conversation-state';
import type { Grant } from '../messaging/permission';
import type { Decision, PermissionRequest, Policy, PolicyContext } from '../permissions/policy';
import type { Clock } from '../shared/clock';
import { canonicalJson, type JsonObject } from '../shared/json';
import type { OfferedTool } from './tool-offer';

export interface GateOptions {
  conversationId: string;
  temporary?: boolean | undefined;
  policy: Policy;
  clock: Clock;
  state: () => ConversationState;
  /** Those that outlive the chat; asked for only when a call is not free without them. */
  lastingGrants?: (() => Promise<readonly Grant[]>) | undefined;
  blockedSites?: (() => Promise<readonly string[]>) | undefined;
}

export interface Judgement {
  readonly request: PermissionRequest;
  readonly decision: Decision;
  /** Every grant that was looked at. */
  readonly grants: readonly Grant[];
}

/** Puts a call before the policy, with everything the policy may know and nothing else. */
export class Gate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** `spent`: what calls of the same answer have already taken of each grant. */
  async judge(
    offered: OfferedTool,
    input: JsonObject,
    spent: ReadonlyMap<string, number> = new Map(),
  ): Promise<Judgement> {
    const { policy, state, lastingGrants, blockedSites } = this.#options;
    const request = requestFor(offered, input);
    const own = state().grants;
    const decision = policy(request, own, this.#context(spent));
    const isFree = decision.verdict === 'allow' && decision.grantId === undefined;
    if (isFree && !offered.tool.hasTarget) return { request, decision, grants: own };
    const [lasting = [], blocked] = await Promise.all([lastingGrants?.(), blockedSites?.()]);
    // Taken back in this very moment: it may still be stored.
    const { revokedGrants } = state();
    const grants = [...state().grants, ...lasting].filter(({ id }) => !revokedGrants.has(id));
    const context = { ...this.#context(spent), blockedSites: blocked };
    return { request, decision: policy(request, grants, context), grants };
  }

  #context(spent: ReadonlyMap<string, number>): PolicyContext {
    const { conversationId, temporary, clock, state } = this.#options;
    const { mode, dataOrigins, grantUses } = state();
    return {
      conversationId,
      kind: temporary ? 'temporary' : 'chat',
      mode,
      dataOrigins: [...dataOrigins],
      now: clock.now(),
      grantUses: sum(grantUses, spent),
    };
  }
}

function requestFor({ tool, hash }: OfferedTool, input: JsonObject): PermissionRequest {
  return {
    toolId: tool.id,
    toolHash: hash,
    effect: tool.effect,
    capability: tool.capability,
    interaction: tool.interaction(input),
    target: tool.target(input),
    carries: tool.carries(input),
    inputKey: canonicalJson(input),
    humanOnly: tool.humanOnly(input),
  };
}

function sum(
  uses: ReadonlyMap<string, number>,
  spent: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  if (spent.size === 0) return uses;
  const both = new Map(uses);
  for (const [id, count] of spent) both.set(id, (both.get(id) ?? 0) + count);
  return both;
}
