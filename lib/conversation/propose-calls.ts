import { textBlock, type ToolCall } from '../messaging/content';
import type { ConversationState } from '../messaging/conversation-state';
import type { Grant, InteractionRequest } from '../messaging/permission';
import type { Presentation, RunRecordDraft } from '../messaging/run-record';
import type { Clock } from '../shared/clock';
import { defined } from '../shared/defined';
import type { JsonObject } from '../shared/json';
import { errorToResult } from '../tools/convert-result';
import { prepareCall, unknownToolResult } from '../tools/executor';
import type { Tool, ToolResult } from '../tools/tool';
import { approvalRequest } from './approval-request';
import type { ConversationOptions } from './conversation-options';
import type { Gate, Judgement } from './gate';
import { callSignature } from './guards';
import type { Remembered } from './held-texts';
import type { OfferedTool, ToolOffer } from './tool-offer';
import type { TurnLoopParts } from './turn-loop-parts';

/** What it takes to say what becomes of a call that was judged. */
export interface Placement {
  conversationId: string;
  state: () => ConversationState;
  clock: Clock;
  missingPermissions: (permissions: readonly string[]) => Promise<string[]>;
  remembered: Remembered;
}

export interface ProposalOptions extends Placement {
  turnId: string;
  offer: ToolOffer;
  gate: Gate;
  /** True when the request asked for one call at a time. */
  serial: boolean;
}

export function placementOf(
  { log, conversationId }: Pick<TurnLoopParts, 'log' | 'conversationId'>,
  { clock, missingPermissions, systemText }: ConversationOptions,
): Placement {
  return {
    conversationId,
    state: () => log.state,
    clock,
    missingPermissions: missingPermissions ?? (() => Promise.resolve([])),
    remembered: async () => {
      const system = await systemText?.(log.state.mode, conversationId);
      return (typeof system === 'object' ? system.held : undefined) ?? [];
    },
  };
}

/**
 * What becomes of the calls of one answer, as records: each is proposed, and then refused with a
 * result, parked for the user, or left to be started.
 */
export async function proposeCalls(
  calls: readonly ToolCall[],
  options: ProposalOptions,
): Promise<RunRecordDraft[]> {
  const drafts: RunRecordDraft[] = [];
  // One after another: a grant that lets three calls through must not let four through at once.
  const spent = new Map<string, number>();
  for (const call of calls) drafts.push(...(await proposeCall(call, options, spent)));
  return drafts;
}

async function proposeCall(
  call: ToolCall,
  options: ProposalOptions,
  spent: Map<string, number>,
): Promise<RunRecordDraft[]> {
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
    const judgement = await options.gate.judge(offered, input, spent);
    const records = await placeCall(call.id, { offered, input, judgement }, options);
    const { verdict, reason, grantId } = judgement.decision;
    // A grant counts only where nothing else is waited for.
    const grant = records.length > 0 ? undefined : grantOf(judgement, grantId);
    if (grant) spent.set(grant.id, (spent.get(grant.id) ?? 0) + 1);
    const proposed: RunRecordDraft = {
      ...base,
      ...identity,
      presentation: presentationOf(tool, input),
      ...(lane === undefined ? {} : { lane }),
      ...(tool.endsTurn ? { endsTurn: true } : {}),
      capability: tool.capability,
      verdict,
      reason,
      ...defined({
        target: judgement.request.target,
        grantId: grant?.id,
        grantExpiresAt: grant?.expiresAt,
      }),
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

function grantOf({ grants }: Judgement, grantId: string | undefined): Grant | undefined {
  return grantId === undefined ? undefined : grants.find(({ id }) => id === grantId);
}

interface JudgedCall {
  offered: OfferedTool;
  input: JsonObject;
  judgement: Judgement;
}

/** What is already decided of a call; nothing when it may start. */
export async function placeCall(
  toolUseId: string,
  { offered, input, judgement }: JudgedCall,
  options: Placement & { offer: ToolOffer },
): Promise<RunRecordDraft[]> {
  const { tool } = offered;
  const { decision, request } = judgement;
  if (request.interaction === 'external') {
    if (tool.noOutput) {
      return [{ ...settled(toolUseId), outcome: 'ok', blocks: [textBlock('ok')] }];
    }
    return [parked(toolUseId, external(tool.card))];
  }
  if (decision.handOver !== undefined) {
    const { reason, handOver } = decision;
    return [
      parked(toolUseId, {
        ...external('hand-over'),
        reason,
        handOver,
        ...defined({ target: request.target }),
      }),
    ];
  }
  if (decision.verdict === 'deny') {
    const blocks = [
      textBlock(['Error:', decision.reason, decision.toModel ?? ''].join(' ').trim()),
    ];
    return [{ ...settled(toolUseId), outcome: 'denied', blocks }];
  }
  const missing = await options.missingPermissions(tool.browserPermissions);
  if (decision.verdict === 'allow' && missing.length === 0 && tool.userInput === undefined) {
    return [];
  }
  const asked = await approvalRequest(offered, input, judgement, {
    conversationId: options.conversationId,
    state: options.state(),
    offer: options.offer,
    missingPermissions: missing,
    remembered: options.remembered,
    now: options.clock.now(),
  });
  return [parked(toolUseId, asked)];
}

function external(card: string): InteractionRequest {
  return { kind: 'external', card, reason: '', browserPermissions: [] };
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
