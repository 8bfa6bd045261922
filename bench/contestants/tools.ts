import { z } from '../../lib/shared/zod';
import { defineTool } from '../../lib/tools/define-tool';
import type { Tool } from '../../lib/tools/tool';
import { doStep, NOTE_DESCRIPTION, STEP_DESCRIPTION, TOOL_DESCRIPTION, TOOL_NAMES } from '../task';

export const stepInput = z.object({
  step: z.number().int().describe(STEP_DESCRIPTION),
  note: z.string().describe(NOTE_DESCRIPTION),
});

/** The tools of the task as ours; the other contestants declare the same schemas. */
export const tools: readonly Tool[] = TOOL_NAMES.map((name) =>
  defineTool({
    name,
    description: TOOL_DESCRIPTION,
    input: stepInput,
    effect: 'read',
    capability: 'none',
    run: doStep,
  }),
);
