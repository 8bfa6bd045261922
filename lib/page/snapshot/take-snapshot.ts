import { bodyOf } from '../unclobbered';
import { Limits } from './limits';
import { Printer } from './print';
import type { Snapshot, SnapshotOptions, SnapshotTools } from './snapshot';
import { Walk } from './walk';

/** The outline of the page as assistive technology and a person would find it. */
export function takeSnapshot(tools: SnapshotTools, options: SnapshotOptions = {}): Snapshot {
  const root = options.scope ?? bodyOf(tools.document);
  const limits = new Limits(options, tools.now);
  const printer = new Printer(tools, options);
  // A document that is still empty has no body.
  if (root) printer.print(new Walk(tools, limits, options.viewport ?? false).from(root));
  return {
    lines: printer.lines,
    leftOut: leftOut(limits, printer.isCut),
    elementCount: limits.elements,
  };
}

export function snapshotText({ lines, leftOut }: Snapshot): string {
  return [...lines.map(({ depth, text }) => ' '.repeat(depth) + text), ...leftOut].join('\n');
}

function leftOut({ reached, elements }: Limits, isCut: boolean): string[] {
  const advice = 'Take a snapshot with a scope, a depth or of the viewport only.';
  if (reached === 'elements') {
    return [`(Left out: everything after the first ${elements - 1} elements. ${advice})`];
  }
  if (reached === 'time') {
    return [`(Left out: everything after ${elements} elements, when the time was over. ${advice})`];
  }
  return isCut ? [`(Left out: the rest of a very long page. ${advice})`] : [];
}
