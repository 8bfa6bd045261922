import { canonicalJson } from '../shared/json';
import type { Tool } from './tool';

const hashes = new WeakMap<object, Promise<string>>();

/** What a grant is pinned to: it changes whenever the model is told something else about the tool. */
export function toolHash(tool: Pick<Tool, 'schema' | 'description'>): Promise<string> {
  const known = hashes.get(tool);
  if (known) return known;
  const hash = sha256(canonicalJson({ schema: tool.schema, description: tool.description }));
  hashes.set(tool, hash);
  return hash;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
