import type { Grant } from '../messaging/permission';
import type { PlanStep } from '../messaging/tool-cards';
import type { CreateId } from '../shared/ids';
import { hostFromText, normalOrigin } from '../shared/origin';
import type { Tool } from '../tools/tool';
import { declarationOf } from './approval-request';
import type { ToolOffer } from './tool-offer';

export interface GrantBase {
  conversationId: string;
  givenAt: number;
  createId: CreateId;
}

/**
 * The permissions that an approved plan amounts to: each step lets its tool through on its site, as
 * often as the plan says. A step that names no tool of this conversation lets nothing through.
 */
export function plannedGrants(
  planner: Tool,
  userInput: unknown,
  offer: ToolOffer,
  { conversationId, givenAt, createId }: GrantBase,
): Grant[] {
  const steps = planner.plannedSteps?.(userInput) ?? [];
  return steps.flatMap((step): Grant[] => {
    const offered = offer.byWireName.get(step.tool);
    if (!offered || offered.tool.run === undefined) return [];
    const { tool, hash } = offered;
    const site = tool.hasTarget ? siteOf(step) : undefined;
    // A site for a tool that acts on none would promise a limit that nobody keeps.
    const isLimited = (step.site ?? '') !== '';
    if (tool.hasTarget ? site === undefined : isLimited) return [];
    return [
      {
        id: createId(),
        scope: 'chat',
        conversationId,
        toolId: tool.id,
        toolHash: hash,
        ...(site === undefined ? {} : { site }),
        times: step.times ?? 1,
        fromPlan: true,
        declaration: declarationOf(tool),
        givenAt,
      },
    ];
  });
}

/** A site without a scheme is the secure one. */
function siteOf({ site = '' }: PlanStep): string | undefined {
  if (/^(https?:\/\/|mailto:|file:)/i.test(site)) return normalOrigin(site);
  const host = hostFromText(site);
  return host === undefined ? undefined : normalOrigin(`https://${site.trim()}`);
}
