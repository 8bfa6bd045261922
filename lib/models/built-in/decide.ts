import type { ModelRequest } from '../../conversation/model';
import type { JsonObject } from '../../shared/json';
import { visibleLine } from '../../shared/visible-text';
import { readSituation, type Situation } from './situation';
import type { Step } from './task';
import { titleOf, knownName } from './tool-box';
import { understand } from './understand';

/** What is answered next: words, calls, or a summary after the words. */
export interface Decision {
  text: string;
  calls: DecidedCall[];
}

export interface DecidedCall {
  /** Which task it belongs to; part of the call's id, so that its result finds its way back. */
  task: string;
  wireName: string;
  input: JsonObject;
}

const SUMMARY_TASK = 's';
const MOST_GATHERED = 6_000;
const idForm = /^b([0-9s])_/;

export function callId(task: string, unique: string): string {
  return `b${task}_${unique}`;
}

/**
 * Each task says what it does next, given its calls so far. The answer is spoken when none of them
 * has a call left to make, so that everything asked for in one message is answered in one.
 */
export function decide(request: ModelRequest): Decision {
  const situation = readSituation(request);
  if (situation.isCutShort) return { text: bestSoFar(situation), calls: [] };
  const { tools, memories, texts, todo } = situation;
  const steps = understand(situation).map((task, index) => {
    const done = situation.done.filter(({ id }) => idForm.exec(id)?.[1] === String(index));
    return task.next({ tools, memories, texts, todo, done });
  });
  const calls = steps.flatMap((step, index) =>
    step.kind === 'say'
      ? []
      : step.calls.flatMap(({ tool, input }) => {
          const wireName = tools.wireName(tool);
          return wireName === undefined ? [] : [{ task: String(index), wireName, input }];
        }),
  );
  if (calls.length > 0) {
    return { text: '', calls: request.toolChoice?.disableParallel ? calls.slice(0, 1) : calls };
  }
  return conclude(situation, steps);
}

function conclude(situation: Situation, steps: readonly Step[]): Decision {
  const spoken = steps.flatMap((step) => (step.kind === 'say' ? [step.text] : []));
  const text = [...doubts(situation), ...spoken].join('\n\n');
  const actions = steps.flatMap((step) =>
    step.kind === 'say' && step.action !== undefined ? [step.action] : [],
  );
  const summary = situation.tools.wireName('task_summary');
  const isTold = situation.done.some(({ tool }) => tool === 'task_summary');
  if (isTold) return { text: 'That was all.', calls: [] };
  if (summary === undefined || actions.length < 2) return { text, calls: [] };
  const finished = actions.filter(({ outcome }) => outcome === 'done').length;
  const title = `${finished} of ${actions.length} done`;
  return { text, calls: [{ task: SUMMARY_TASK, wireName: summary, input: { title, actions } }] };
}

function doubts({ doubts: tools }: Situation): string[] {
  return tools.map((tool) => {
    const known = knownName(tool);
    const title = known ? titleOf(known) : tool;
    return `Note: “${title}” was stopped while it was running. It may have taken effect.`;
  });
}

/** No more calls are allowed: what there is has to do. */
function bestSoFar({ gathered }: Situation): string {
  if (gathered.length === 0) return 'I had to stop here, before I found anything.';
  const lines = gathered.map((text) => `- ${visibleLine(text, 1_000)}`).join('\n');
  return `I had to stop here. This is what I have so far:\n${lines.slice(0, MOST_GATHERED)}`;
}
