import type { Snapshot, SnapshotLine } from './snapshot';

/** A line with a ref, along with the words below it that have none. */
interface Entry {
  readonly ref: string;
  readonly parent: Entry | undefined;
  readonly depth: number;
  text: string;
}

interface Outline {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Also those that share the line of another. */
  readonly refs: ReadonlySet<string>;
}

/**
 * What is different in the second snapshot, a line for each: `+` is new, `-` is gone, `~` reads
 * differently. Empty if nothing is.
 */
export function diffSnapshots(before: Snapshot, after: Snapshot): string {
  const old = outlineOf(before.lines);
  const now = outlineOf(after.lines);
  const lines: string[] = [];
  for (const entry of now.entries.values()) {
    if (!old.refs.has(entry.ref)) lines.push(added(entry, old));
    else if (old.entries.get(entry.ref)?.text !== entry.text) lines.push(`~ ${entry.text}`);
  }
  for (const { ref, parent, text } of old.entries.values()) {
    // What went with something around it goes without saying.
    const isTop = parent === undefined || now.refs.has(parent.ref);
    if (isTop && !now.refs.has(ref)) lines.push(`- ${text}`);
  }
  return lines.join('\n');
}

/** Something new inside of something new is indented below it. */
function added({ parent, depth, text }: Entry, old: Outline): string {
  if (parent === undefined) return `+ ${text}`;
  if (old.refs.has(parent.ref)) return `+ ${text} (in ${parent.ref})`;
  let top = parent;
  while (top.parent && !old.refs.has(top.parent.ref)) top = top.parent;
  return `+ ${' '.repeat(depth - top.depth)}${text}`;
}

function outlineOf(lines: readonly SnapshotLine[]): Outline {
  const entries = new Map<string, Entry>();
  const refs = new Set<string>();
  const path: Entry[] = [];
  for (const line of lines) {
    while ((path.at(-1)?.depth ?? -1) >= line.depth) path.pop();
    const parent = path.at(-1);
    const [ref] = line.refs;
    if (ref === undefined) {
      if (parent) parent.text += ` ${line.text}`;
      continue;
    }
    const entry: Entry = { ref, parent, depth: line.depth, text: line.text };
    entries.set(ref, entry);
    for (const each of line.refs) refs.add(each);
    path.push(entry);
  }
  return { entries, refs };
}
