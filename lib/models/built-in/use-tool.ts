import type { JsonObject } from '../../shared/json';
import { visibleLine } from '../../shared/visible-text';
import { z } from '../../shared/zod';
import { call, say, type DoneCall, type Saying, type Scene, type Step } from './task';
import { missingTool, titleOf, type ToolName } from './tool-box';

export type Outcome =
  { kind: 'ok'; text: string } | { kind: 'declined' } | { kind: 'failed'; message: string };

const DECLINED = 'The user declined this.';
const REMOVED = '[The result of ';
/** A result that is taken out of the history again and again is not asked for for ever. */
const MAX_TRIES = 3;

/** Calls a tool once, and goes on with its result. What goes wrong on the way is said. */
export function useTool(
  scene: Scene,
  tool: ToolName,
  input: JsonObject,
  then: (text: string) => Step,
): Step {
  const tries = scene.done.filter((done) => done.tool === tool);
  const done = tries.findLast((candidate) => !isRemoved(candidate));
  if (done) {
    const outcome = outcomeOf(done);
    return outcome.kind === 'ok' ? then(outcome.text) : sayFailure(tool, outcome);
  }
  if (!scene.tools.has(tool)) return say(missingTool(tool));
  if (tries.length >= MAX_TRIES) {
    return say(`The result of “${titleOf(tool)}” is no longer there. Please ask me again.`);
  }
  return call(tool, input);
}

/** The same for a tool that changes something: what came of it counts as an action. */
export function changeWith(
  scene: Scene,
  tool: ToolName,
  input: JsonObject,
  then: (text: string) => string,
): Step {
  const step = useTool(scene, tool, input, (text) => say(then(text)));
  if (step.kind !== 'say') return step;
  return { ...step, action: { text: visibleLine(step.text, 300), outcome: resultOf(scene, tool) } };
}

function resultOf(scene: Scene, tool: ToolName): 'done' | 'skipped' | 'failed' {
  const done = scene.done.findLast((candidate) => candidate.tool === tool);
  const kind = done ? outcomeOf(done).kind : 'failed';
  return kind === 'ok' ? 'done' : kind === 'declined' ? 'skipped' : 'failed';
}

export function sayFailure(tool: ToolName, outcome: Exclude<Outcome, { kind: 'ok' }>): Saying {
  if (outcome.kind === 'declined') {
    return say(`All right. You declined “${titleOf(tool)}”, so I left it at that.`);
  }
  if (outcome.message.includes('may have taken effect')) {
    return say(`“${titleOf(tool)}” was interrupted. It may have taken effect: please check.`);
  }
  // What a tool explains after its first sentence is meant for a model that tries again.
  const [first = outcome.message] = /^.{1,200}?[.!?](?=\s|$)/.exec(outcome.message) ?? [];
  return say(`“${titleOf(tool)}” did not work: ${first}`);
}

export function outcomeOf({ text, isError }: DoneCall): Outcome {
  if (!isError) return { kind: 'ok', text };
  if (text.startsWith(DECLINED)) return { kind: 'declined' };
  return { kind: 'failed', message: visibleLine(text.replace(/^(?:Error: )+/, ''), 300) };
}

/** The history keeps only the newest large results. */
export function isRemoved({ text }: DoneCall): boolean {
  return text.startsWith(REMOVED);
}

/** A result as data of the expected shape; undefined when it has another. */
export function readJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const answersSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Asks for one thing that is missing, in a form of one field. */
export function askFor(
  scene: Scene,
  question: string,
  field: { label: string; type: 'text' | 'longtext'; placeholder: string },
  then: (answer: string) => Step,
): Step {
  // Not of the type "url": the form would refuse an address without its https://.
  const input = { question, fields: [{ name: 'answer', required: true, ...field }] };
  if (!scene.tools.has('ask_user') && !scene.done.some(({ tool }) => tool === 'ask_user')) {
    return say(question);
  }
  return useTool(scene, 'ask_user', input, (text) => {
    const answer = readJson(answersSchema, text)?.['answer'];
    const words = String(answer ?? '').trim();
    return words === '' ? say('You left it empty, so I did nothing.') : then(words);
  });
}
