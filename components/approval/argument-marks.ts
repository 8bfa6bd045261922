import { createContext } from 'react';
import type { FlowMatch } from '../../lib/messaging/permission';
import { isObject } from './argument-shape';

export type ArgumentPath = readonly (string | number)[];

/** What of the arguments that are shown was read somewhere else. */
export const ArgumentMarks = createContext<readonly FlowMatch[]>([]);

/** Those in the text that stands exactly here. */
export function marksAt(marks: readonly FlowMatch[], path: ArgumentPath): FlowMatch[] {
  return marksWithin(marks, path).filter(
    (mark) => mark.path.length === path.length && !isInName(mark),
  );
}

/** Those here and in whatever lies inside. */
export function marksWithin(marks: readonly FlowMatch[], path: ArgumentPath): FlowMatch[] {
  return marks.filter((mark) => path.every((step, index) => mark.path[index] === step));
}

/** In what an argument is called, and not in what it says. */
export function isInName(mark: FlowMatch): boolean {
  return mark.inKey === true;
}

/** The characters that a mark is about. */
export function markedText(root: unknown, mark: FlowMatch): string {
  const found = isInName(mark)
    ? mark.path.at(-1)
    : mark.path.reduce<unknown>((value, step) => valueAt(value, step), root);
  const text = typeof found === 'number' ? String(found) : found;
  return typeof text === 'string' ? text.slice(mark.start, mark.end) : '';
}

/** What a person has changed is theirs, and no longer what was read. */
export function unchangedMarks(
  marks: readonly FlowMatch[],
  before: readonly [string, unknown][] = [],
  after: readonly [string, unknown][] = [],
): FlowMatch[] {
  const jsonOf = (entries: readonly [string, unknown][], name: unknown) =>
    JSON.stringify(entries.find(([each]) => each === name)?.[1]);
  return marks.filter(({ path: [name] }) => {
    const was = jsonOf(before, name);
    return was !== undefined && was === jsonOf(after, name);
  });
}

function valueAt(value: unknown, step: string | number): unknown {
  if (!isObject(value)) return undefined;
  const entries: [string, unknown][] = Object.entries(value);
  return entries.find(([name]) => name === String(step))?.[1];
}
