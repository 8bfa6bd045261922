import { explicitRoleOf } from './explicit-role';
import { implicitRoleOf } from './implicit-role';
import { keepsRole } from './presentation';
import { wholeOf } from './structure';

/** The role that assistive technology is told; empty for an element that only groups or styles. */
export function computeRole(element: Element): string {
  const explicit = explicitRoleOf(element);
  if (explicit === undefined) return inheritedRole(element);
  if (!isPresentational(explicit)) return explicit;
  const implicit = inheritedRole(element);
  return keepsRole(element, implicit) ? implicit : explicit;
}

export function isPresentational(role: string | undefined): boolean {
  return role === 'none' || role === 'presentation';
}

/** What a list or table means is meant by its parts: if it only lays out, so do they. */
function inheritedRole(element: Element): string {
  const implicit = implicitRoleOf(element);
  const whole = implicit === '' ? undefined : wholeOf(element);
  const role = whole && explicitRoleOf(whole);
  const isLayout = whole && isPresentational(role) && !keepsRole(whole, implicitRoleOf(whole));
  return isLayout ? 'none' : implicit;
}
