import type { ConversationState } from '../messaging/conversation-state';
import type { FieldChange, Grant, InteractionRequest } from '../messaging/permission';
import { explainFlow } from '../permissions/flow/explain-flow';
import { pins, wasForThisTool } from '../permissions/grant-coverage';
import { carriesData, isForeignTool, mayBeAlways } from '../permissions/policy';
import { defined } from '../shared/defined';
import { canonicalJson, type JsonObject } from '../shared/json';
import { placeName } from '../shared/origin';
import { visibleLine } from '../shared/visible-text';
import type { Tool } from '../tools/tool';
import type { Judgement } from './gate';
import { heldTexts, type Remembered } from './held-texts';
import type { OfferedTool, ToolOffer } from './tool-offer';

const TITLE_LENGTH = 80;

export interface ApprovalOptions {
  conversationId: string;
  state: ConversationState;
  offer: ToolOffer;
  missingPermissions: readonly string[];
  remembered: Remembered;
  now: number;
}

/** Everything that a card shows of a call that waits for the person. */
export async function approvalRequest(
  offered: OfferedTool,
  input: JsonObject,
  judgement: Judgement,
  options: ApprovalOptions,
): Promise<InteractionRequest> {
  const { tool } = offered;
  const { request, decision } = judgement;
  const asks = decision.verdict === 'ask';
  const isPermission = tool.userInput === undefined;
  const changes = (await tool.preview?.(input).catch(() => undefined)) ?? [];
  const toolChanges = changesOf(tool, judgement, options);
  const alike = isPermission && asks ? alikeTools(tool, options.offer) : [];
  const undo = tool.undo(input);
  const { foreign } = decision;
  const leaves =
    foreign && carriesData(request) ? await leaving(input, foreign, options) : undefined;
  return {
    kind: isPermission ? 'permission' : 'input',
    card: tool.card,
    reason: asks ? decision.reason : reasonToWait(options.missingPermissions),
    browserPermissions: [...options.missingPermissions],
    capability: tool.capability,
    ...defined({
      alwaysLabel:
        isPermission && mayBeAlways(request, decision) ? alwaysLabel(tool, request) : undefined,
      chatExactly: decision.foreign && isPermission ? true : undefined,
      alike: alike.length > 1 && !decision.foreign ? alike : undefined,
      target: request.target,
      leaves,
      changes: changes.length > 0 ? changes : undefined,
      undo: undo === '' ? undefined : undo,
      toolChanges: toolChanges.length > 0 ? toolChanges : undefined,
      toolTitles: tool.plannedSteps && titlesOf(options.offer),
      foreignOrigin: isForeignTool(request) ? tool.origin || tool.source : undefined,
    }),
  };
}

function titlesOf({ byWireName }: ToolOffer): Record<string, string> {
  return Object.fromEntries(
    Array.from(byWireName, ([name, { tool }]) => [name, visibleLine(tool.title, TITLE_LENGTH)]),
  );
}

/** A permission that holds for a capability holds for these: our own tools, as they are now. */
export function toolsAlike({ id, capability }: Tool, offer: ToolOffer): OfferedTool[] {
  if (!id.startsWith('builtin:') || capability === 'none') return [];
  return [...offer.byId.values()].filter(
    ({ tool }) =>
      tool.id.startsWith('builtin:') &&
      tool.capability === capability &&
      tool.userInput === undefined &&
      tool.run !== undefined,
  );
}

function alikeTools(tool: Tool, offer: ToolOffer): string[] {
  return toolsAlike(tool, offer).map((other) => other.tool.title);
}

/** What a tool says of itself, kept with a grant so that a later change can be shown. */
export function declarationOf(tool: Tool): NonNullable<Grant['declaration']> {
  return { description: tool.description, schema: canonicalJson(tool.schema) };
}

function changesOf(tool: Tool, { request, grants }: Judgement, options: ApprovalOptions) {
  const { conversationId, now } = options;
  const before = grants.find((grant) => wasForThisTool(grant, request, { conversationId, now }));
  const pinned = before && pins(before).find(({ toolId }) => toolId === tool.id);
  if (!pinned?.declaration) return [];
  const { declaration } = pinned;
  const after = declarationOf(tool);
  const parts: FieldChange[] = [
    { name: 'Description', before: declaration.description, after: after.description },
    { name: 'Parameters', before: declaration.schema, after: after.schema },
  ];
  return parts.filter((part) => part.before !== part.after);
}

function alwaysLabel({ title }: Tool, { target }: Judgement['request']): string {
  const name = `“${visibleLine(title, TITLE_LENGTH)}”`;
  return target ? `${name} on ${placeName(target.origin)}` : name;
}

/** Data of others that the call could carry, with the characters that are recognised. */
async function leaving(
  input: JsonObject,
  foreign: readonly string[],
  { state, remembered }: ApprovalOptions,
): Promise<InteractionRequest['leaves']> {
  const { matches, cut } = explainFlow(input, await heldTexts(state, new Set(foreign), remembered));
  return {
    origins: [...foreign],
    matches: matches.map((match) => ({ ...match, path: [...match.path] })),
    cut,
  };
}

/** Why a call waits although it is allowed. */
function reasonToWait(missingPermissions: readonly string[]): string {
  return missingPermissions.length > 0
    ? 'Asked because the browser has to allow this first.'
    : 'Asked because the choice is yours.';
}
