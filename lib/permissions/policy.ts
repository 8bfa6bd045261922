import type { Grant } from '../messaging/run-record';
import type { Capability, Interaction, ToolEffect } from '../tools/tool';

export interface PermissionRequest {
  readonly toolId: string;
  /** Changes with the tool's schema or description; a grant holds only for the hash it was given. */
  readonly toolHash: string;
  readonly effect: ToolEffect;
  readonly capability: Capability;
  readonly interaction: Interaction;
}

export interface PolicyContext {
  readonly conversationId: string;
}

export interface Decision {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** One sentence for the person: why they were asked, or why not. */
  readonly reason: string;
  readonly grantId?: string;
}

export type Policy = (
  request: PermissionRequest,
  grants: readonly Grant[],
  context: PolicyContext,
) => Decision;

/** The gate. It sees what a tool is and what was granted, never what the model says about it. */
export const decide: Policy = (request, grants, context) => {
  if (request.interaction === 'external') {
    return { verdict: 'allow', reason: 'Nothing runs; the answer is yours.' };
  }
  if (request.effect === 'read' && request.interaction === 'none') {
    return { verdict: 'allow', reason: 'It only reads.' };
  }
  const grant = grants.find((candidate) => holds(candidate, request, context));
  if (grant) {
    const where = grant.scope === 'chat' ? 'for this chat' : 'always';
    return { verdict: 'allow', reason: `You allowed it ${where}.`, grantId: grant.id };
  }
  const changed = grants.some(
    (candidate) => candidate.toolId === request.toolId && inScope(candidate, context),
  );
  if (changed) {
    return { verdict: 'ask', reason: 'You allowed this tool before, but it has changed since.' };
  }
  return {
    verdict: 'ask',
    reason:
      request.effect === 'write'
        ? 'Asked because it changes something outside this chat.'
        : 'Asked because this tool needs your permission.',
  };
};

function holds(grant: Grant, request: PermissionRequest, context: PolicyContext): boolean {
  return (
    grant.toolId === request.toolId &&
    grant.toolHash === request.toolHash &&
    inScope(grant, context)
  );
}

function inScope(grant: Grant, context: PolicyContext): boolean {
  return grant.scope === 'always' || grant.conversationId === context.conversationId;
}
