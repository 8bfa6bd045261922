import type { TodoList } from '../../../messaging/tool-cards';
import { visibleLine } from '../../../shared/visible-text';
import { MAX_REQUEST } from '../clauses';
import { say, type Scene, type Skill, type Step } from '../task';
import { askFor, useTool } from '../use-tool';
import { listItems, quote } from '../words';

const opening =
  /^(?:plan|plane|to-?do(?: list)?|(?:make|create|write|start)(?: me)?(?: a| my)? (?:plan|to-?do list|todo list|task list|checklist|list of tasks)|erstelle? (?:eine )?(?:to-?do-?liste|aufgabenliste|checkliste))(?: (?:for|to|of|with|mit|für)(?= ))?(?:[: \n]+([\s\S]*))?$/i;
const MOST_ITEMS = 50;

/** A list of steps, kept where the user sees it. */
export const plans: Skill = (request) => {
  const match = opening.exec(request);
  if (!match) return undefined;
  const rest = match[1] ?? '';
  const topic = topicOf(request, rest);
  const steps = topic === undefined ? listItems(rest) : listItems(rest.slice(topic.length));
  return {
    next: (scene) => {
      if (steps.length > 0) return write(scene, pending(steps));
      const purpose = topic ?? rest;
      return askFor(
        scene,
        purpose.trim() === ''
          ? 'Which steps shall I put on the list?'
          : `Which steps belong to ${quote(visibleLine(purpose, 100))}?`,
        { label: 'Steps', type: 'longtext', placeholder: 'One step a line, or with commas' },
        (answer) => write(scene, pending(listItems(answer.slice(0, MAX_REQUEST)))),
      );
    },
  };
};

/** "for my trip: tickets, hotel" names what the list is for before the colon. */
function topicOf(request: string, rest: string): string | undefined {
  const colon = rest.indexOf(':');
  if (colon >= 0) return rest.slice(0, colon + 1);
  const hasColon = request.slice(0, request.length - rest.length).includes(':');
  return hasColon || rest.includes(',') || rest.includes('\n') ? undefined : rest;
}

function pending(steps: readonly string[]): TodoList {
  return {
    items: steps
      .slice(0, MOST_ITEMS)
      .map((step) => ({ text: visibleLine(step, 200), status: 'pending' as const })),
  };
}

/** Writes the list and shows it as it stands. */
export function write(scene: Scene, list: TodoList): Step {
  // A step of invisible characters only is none.
  const items = list.items.filter(({ text }) => text !== '');
  if (items.length === 0) return say('There were no steps in it, so I made no list.');
  return useTool(scene, 'todo_write', { items }, (text) =>
    say(`Your list:\n${text}\n\nSay “mark … as done” when a step is finished.`),
  );
}
