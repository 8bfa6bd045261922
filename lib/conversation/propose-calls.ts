import { textBlock, type ToolCall } from '../messaging/content';
import type {
  Grant,
  InteractionRequest,
  Presentation,
  RunRecordDraft,
} from '../messaging/run-record';
import type { Decision, PermissionRequest, Policy } from '../permissions/policy';
import type { JsonObject } from '../shared/json';
import { errorToResult } from '../tools/convert-result';
import { prepareCall, unknownToolResult } from '../tools/executor';
import type { Tool, ToolResult } from '../tools/tool';
import { callSignature } from './guards';
import type { OfferedTool, ToolOffer } from './tool-offer';

export interface ProposalOptions {
  conversationId: string;
  turnId: string;
  offer: ToolOffer;
  policy: Policy;
  grants: readonly Grant[];
  /** More of them, at the price of reading: asked for only when a call is not free without. */
  lastingGrants?: () => Promise<readonly Grant[]>;
  /** True when the request asked for one call at a time. */
  serial: boolean;
  missingPermissions: (permissions: readonly string[]) => Promise<string[]>;
}

/**
 * What becomes of the calls of one answer, as records: each is proposed, and then refused with a
 * result, parked for the user, or left to be started.
 */
export async function proposeCalls(
  calls: readonly ToolCall[],
  options: ProposalOptions,
): Promise<RunRecordDraft[]> {
  const drafts = await Promise.all(calls.map((call) => proposeCall(call, options)));
  return drafts.flat();
}

async function proposeCall(call: ToolCall, options: ProposalOptions): Promise<RunRecordDraft[]> {
  const base = {
    type: 'tool-use-proposed' as const,
    toolUseId: call.id,
    turnId: options.turnId,
    signature: callSignature(call.name, call.argumentsJson),
    ...(options.serial ? { lane: 'serial' } : {}),
  };
  const offered = options.offer.byWireName.get(call.name);
  if (!offered) {
    return [
      { ...base, effect: 'read', presentation: plainPresentation(call.name) },
      settledWithError(call.id, unknownToolResult(call.name)),
    ];
  }
  const { tool, hash } = offered;
  const identity = { toolId: tool.id, toolHash: hash, effect: tool.effect };
  const prepared = prepareCall(tool, call);
  if (!prepared.ok) {
    return [
      { ...base, ...identity, presentation: presentationOf(tool) },
      settledWithError(call.id, prepared.result),
    ];
  }
  const { input } = prepared;
  try {
    const lane = base.lane ?? tool.lane(input);
    const { records, grantId } = await placeCall(call, offered, input, options);
    const proposed: RunRecordDraft = {
      ...base,
      ...identity,
      presentation: presentationOf(tool, input),
      ...(lane === undefined ? {} : { lane }),
      ...(tool.endsTurn ? { endsTurn: true } : {}),
      ...(grantId === undefined ? {} : { grantId }),
    };
    return [proposed, ...records];
  } catch (error) {
    // A tool that cannot say how it is to be called costs this call, and not the whole answer.
    return [
      { ...base, ...identity, presentation: presentationOf(tool) },
      settledWithError(call.id, errorToResult(error)),
    ];
  }
}

interface Placement {
  /** What is already decided; nothing when the call may start. */
  records: RunRecordDraft[];
  grantId?: string | undefined;
}

async function placeCall(
  call: ToolCall,
  { tool, hash }: OfferedTool,
  input: JsonObject,
  options: ProposalOptions,
): Promise<Placement> {
  const place = (...records: RunRecordDraft[]): Placement => ({ records });
  const interaction = tool.interaction(input);
  if (interaction === 'external') {
    if (tool.noOutput) {
      return place({ ...settled(call.id), outcome: 'ok', blocks: [textBlock('ok')] });
    }
    return place(
      parked(call.id, { kind: 'external', card: tool.card, reason: '', browserPermissions: [] }),
    );
  }
  const decision = await decide(
    {
      toolId: tool.id,
      toolHash: hash,
      effect: tool.effect,
      capability: tool.capability,
      interaction,
    },
    options,
  );
  if (decision.verdict === 'deny') {
    const blocks = [textBlock(`Error: ${decision.reason}`)];
    return place({ ...settled(call.id), outcome: 'denied', blocks });
  }
  const missing = await options.missingPermissions(tool.browserPermissions);
  if (decision.verdict === 'allow' && missing.length === 0 && tool.userInput === undefined) {
    return { records: [], grantId: decision.grantId };
  }
  const asks = decision.verdict === 'ask';
  return place(
    parked(call.id, {
      kind: tool.userInput === undefined ? 'permission' : 'input',
      card: tool.card,
      reason: asks ? decision.reason : reasonToWait(missing),
      browserPermissions: missing,
      ...(asks && tool.userInput === undefined ? { alwaysLabel: `“${tool.title}”` } : {}),
    }),
  );
}

async function decide(request: PermissionRequest, options: ProposalOptions): Promise<Decision> {
  const { policy, grants, lastingGrants, conversationId } = options;
  const decision = policy(request, grants, { conversationId });
  if (decision.verdict === 'allow' || !lastingGrants) return decision;
  return policy(request, [...grants, ...(await lastingGrants())], { conversationId });
}

/** Why a call waits although it is allowed. */
function reasonToWait(missingPermissions: readonly string[]): string {
  return missingPermissions.length > 0
    ? 'Asked because the browser has to allow this first.'
    : 'Asked because the choice is yours.';
}

function settled(toolUseId: string) {
  return { type: 'tool-use-settled' as const, toolUseId };
}

function settledWithError(toolUseId: string, result: ToolResult): RunRecordDraft {
  return { ...settled(toolUseId), outcome: 'error', blocks: result.blocks };
}

function parked(toolUseId: string, request: InteractionRequest): RunRecordDraft {
  return { type: 'tool-use-parked', toolUseId, request };
}

function plainPresentation(name: string): Presentation {
  return { title: name, toolText: name, progressIcon: 'tool', statusIcon: 'tool' };
}

function presentationOf(tool: Tool, input?: JsonObject): Presentation {
  return {
    title: tool.title,
    toolText: (input === undefined ? '' : tool.toolText(input)) || tool.title,
    progressIcon: tool.progressIcon,
    statusIcon: tool.statusIcon,
    ...(tool.expanded === undefined ? {} : { expanded: tool.expanded }),
  };
}
