const MAX_LENGTH = 64;
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A name as model APIs accept it. Applied to its own result, it changes nothing. */
export function normalizeToolName(name: string): string {
  const legal = withoutTrailingDollars(name)
    .replace(/[^a-zA-Z0-9_-]/gu, '_')
    .slice(0, MAX_LENGTH);
  return legal === '' ? 'tool' : legal;
}

/**
 * The names that a request uses, by tool id: legal and unique, the first tool of a name keeping it
 * bare. A name in `reserved` was used by its tool earlier in the conversation: the tool gets it back
 * and no other tool ever does, or old calls in the history would seem to be calls of another tool.
 */
export function assignWireNames(
  tools: readonly { readonly id: string; readonly name: string }[],
  reserved: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const taken = new Set(reserved.values());
  const lastSuffix = new Map<string, number>();
  const wireNames = new Map<string, string>();
  const kept = new Set<string>();

  for (const { id, name } of tools) {
    if (wireNames.has(id)) continue;
    const earlier = reserved.get(id);
    if (earlier !== undefined && LEGAL_NAME.test(earlier) && !kept.has(earlier)) {
      kept.add(earlier);
      wireNames.set(id, earlier);
      continue;
    }
    const base = normalizeToolName(name);
    let candidate = base;
    for (let suffix = lastSuffix.get(base) ?? 2; taken.has(candidate); suffix += 1) {
      candidate = withSuffix(base, suffix);
      lastSuffix.set(base, suffix);
    }
    taken.add(candidate);
    wireNames.set(id, candidate);
  }
  return wireNames;
}

function withSuffix(base: string, suffix: number): string {
  const tail = `_${suffix}`;
  return base.slice(0, MAX_LENGTH - tail.length) + tail;
}

/** A loop, because `/\$+$/` takes quadratic time on a hostile name. */
function withoutTrailingDollars(name: string): string {
  let end = name.length;
  while (name[end - 1] === '$') end -= 1;
  return name.slice(0, end);
}
