import type { ToolUse } from '../../lib/messaging/conversation-state';
import { drawingOf } from '../tool-events/card-arguments';
import type { ShownPart } from './live-parts';

interface SplitTask {
  /** What led to the result, and can be folded away. */
  steps: readonly ShownPart[];
  /** The words after the last step and the summary of them all: they stand on their own. */
  result: readonly ShownPart[];
}

export function splitTask(parts: readonly ShownPart[]): SplitTask {
  const at = parts.findLastIndex((part) => part.kind === 'tool-events' && lastStep(part) >= 0);
  const last = parts[at];
  if (last?.kind !== 'tool-events') return { steps: [], result: parts };
  const cut = lastStep(last) + 1;
  const { toolUses, key } = last;
  const summaries = { ...last, key: `${key}:result`, toolUses: toolUses.slice(cut) };
  return {
    steps: [...parts.slice(0, at), { ...last, toolUses: toolUses.slice(0, cut) }],
    result: [...(cut < toolUses.length ? [summaries] : []), ...parts.slice(at + 1)],
  };
}

function lastStep({ toolUses }: { toolUses: readonly ToolUse[] }): number {
  return toolUses.findLastIndex((use) => !isSummary(use));
}

function isSummary(use: ToolUse): boolean {
  return use.state !== 'error' && drawingOf(use)?.kind === 'task-summary';
}
