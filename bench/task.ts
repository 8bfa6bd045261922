/** What every contestant is asked to do: the same tools, the same calls, the same words. */
export const TOOL_NAMES = ['look_up', 'count_words', 'convert_unit', 'pick_colour'] as const;
export const CALLS = 14;
/** Each call is a request, and the words at the end are one more. */
export const ITERATIONS = CALLS + 1;
export const FINAL_TEXT = 'All fourteen steps are done.';
export const PROMPT = 'Do the fourteen steps, one after the other.';
export const SYSTEM_TEXT = 'You are a helpful assistant in a browser.';
/** What a model says before it calls, and why it calls: as long as models make it. */
export const REMARK = 'I will do the next step now, as you asked.';
export const NOTE = 'The step that the user asked for, in its order.';
export const MODEL_ID = 'bench-model';

export const TOOL_DESCRIPTION = 'Does one step. Use it for each step of the task, not for chat.';
export const STEP_DESCRIPTION = 'The number of the step, from 1.';
export const NOTE_DESCRIPTION = 'A short remark on what the step is for.';

export function toolNameOf(call: number): string {
  return TOOL_NAMES[call % TOOL_NAMES.length] ?? TOOL_NAMES[0];
}

/** The trivial tool: all that is measured is the way to it and back. */
export function doStep({ step }: { step: number }): string {
  return `step ${String(step)} done`;
}
