import type { Grant } from '../messaging/permission';
import { normalOrigin } from '../shared/origin';
import type { PermissionRequest, PolicyContext } from './policy';

/** A grant covers exactly its tools as they were, its site and frame, its chat, its time and its number. */
export function covers(grant: Grant, request: PermissionRequest, context: PolicyContext): boolean {
  return (
    pins(grant).some(
      ({ toolId, toolHash }) => toolId === request.toolId && toolHash === request.toolHash,
    ) &&
    isInPlace(grant, request, context) &&
    isLeft(grant, context) &&
    (grant.exactly === undefined || grant.exactly === request.inputKey) &&
    // Stored by whatever accident: code is allowed once or for a chat, never for always.
    !(request.capability === 'run-code' && grant.scope === 'always')
  );
}

/** It would cover the request if the tool had not changed. */
export function wasForThisTool(
  grant: Grant,
  request: PermissionRequest,
  context: PolicyContext,
): boolean {
  const pinned = pins(grant).filter(({ toolId }) => toolId === request.toolId);
  return (
    pinned.length > 0 &&
    pinned.every(({ toolHash }) => toolHash !== request.toolHash) &&
    isInPlace(grant, request, context) &&
    isLeft(grant, context)
  );
}

/** Every tool that a grant was given for, as it was then. */
export function pins(grant: Grant): readonly Pick<Grant, 'toolId' | 'toolHash' | 'declaration'>[] {
  return [grant, ...(grant.alike ?? [])];
}

function isInPlace(
  { scope, conversationId, site, frameOf }: Grant,
  { target }: PermissionRequest,
  context: PolicyContext,
): boolean {
  const isHere = scope === 'always' || conversationId === context.conversationId;
  return isHere && isSame(site, target?.origin) && isSame(frameOf, target?.frameOf);
}

/** Not ended and not used up. Without a clock, one that ends cannot be relied on. */
function isLeft({ id, expiresAt, times }: Grant, { now, grantUses }: PolicyContext): boolean {
  return (
    (expiresAt === undefined || (now !== undefined && now < expiresAt)) &&
    (times === undefined || (grantUses?.get(id) ?? 0) < times)
  );
}

function isSame(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return normalOrigin(left) === normalOrigin(right);
}
