import { visibleLine } from '../../../shared/visible-text';
import type { Memory } from '../memories';
import { say, type PlannedCall, type Scene, type Skill, type Step } from '../task';
import { missingTool } from '../tool-box';
import { changeWith, outcomeOf, sayFailure, useTool } from '../use-tool';
import { quote } from '../words';
import { matchingMemories } from './matching-memories';
import { factOf } from './remember';

const opening =
  /^(?:forget|delete the memory|delete your memory|remove the memory|vergiss)(?: about| of| that| what i (?:said|told you) about| dass)? (\S.{0,300})$/i;
const everything =
  /^(?:everything|all|alles|all (?:of )?(?:it|your memories|my memories|memories)|your memories|my memories)(?: you (?:know|remember)(?: about me)?)?$/i;

/** A choice has at most ten answers, and more cards at once are no help to anybody. */
const MOST_AT_ONCE = 10;

/** Deletes what was remembered. */
export const forgets: Skill = (request) => {
  const what = opening.exec(request)?.[1];
  if (what === undefined) return undefined;
  return {
    next: (scene) => {
      const answered = scene.done.some(({ tool }) => tool === 'memory_forget');
      if (!answered && scene.memories.length === 0) {
        return say(
          scene.tools.has('memory_forget')
            ? 'I remember nothing, so there is nothing to forget.'
            : missingTool('memory_forget'),
        );
      }
      return everything.test(what) ? forgetAll(scene) : forgetOne(scene, what);
    },
  };
};

function forgetOne(scene: Scene, what: string): Step {
  // A memory that is gone is no longer listed: what was done counts before what is to be found.
  if (scene.done.some(({ tool }) => tool === 'memory_forget')) return forget(scene, '');
  const found = matchingMemories(scene.memories, what);
  const [only] = found;
  if (!only) return say(`I remember nothing about ${quote(visibleLine(what, 80))}.`);
  if (found.length === 1) return forget(scene, only.key);
  const offered = found.slice(0, MOST_AT_ONCE);
  const labels = offered.map(labelOf);
  return useTool(
    scene,
    'user_choice',
    { question: 'Which of these shall I forget?', choices: labels },
    (text) => {
      const chosen = offered[labels.indexOf(text.trim())];
      return chosen
        ? forget(scene, chosen.key)
        : say('I did not find what you chose, so I forgot nothing.');
    },
  );
}

function forget(scene: Scene, key: string): Step {
  return changeWith(scene, 'memory_forget', { key }, () => 'I have forgotten it.');
}

function forgetAll(scene: Scene): Step {
  const done = scene.done.filter(({ tool }) => tool === 'memory_forget');
  const asked = new Set(done.map(({ argumentsJson }) => argumentsJson));
  const left = scene.memories
    .slice(0, MOST_AT_ONCE)
    .map(({ key }): PlannedCall => ({ tool: 'memory_forget', input: { key } }))
    .filter(({ input }) => !asked.has(JSON.stringify(input)));
  if (left.length > 0 && done.length < MOST_AT_ONCE) {
    return scene.tools.has('memory_forget')
      ? { kind: 'call', calls: left }
      : say(missingTool('memory_forget'));
  }
  const outcomes = done.map(outcomeOf);
  const gone = outcomes.filter(({ kind }) => kind === 'ok').length;
  const problem = outcomes.find((outcome) => outcome.kind !== 'ok');
  const end = left.length > 0 ? 'Ask me again for the others.' : 'That is all.';
  const text = `I have forgotten ${gone} of ${outcomes.length}. ${problem ? sayFailure('memory_forget', problem).text : end}`;
  const outcome = gone > 0 ? 'done' : problem?.kind === 'declined' ? 'skipped' : 'failed';
  return { ...say(text), action: { text: visibleLine(text, 300), outcome } };
}

/** Choices must differ; keys do. */
function labelOf({ key, content }: Memory): string {
  return visibleLine(`${visibleLine(key, 60)}: ${factOf(content)}`, 200);
}
