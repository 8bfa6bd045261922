import type { TodoList } from '../../../messaging/tool-cards';
import { visibleLine } from '../../../shared/visible-text';
import { say, type Scene, type Skill, type Step } from '../task';
import { keywordsOf, listItems, quote } from '../words';
import { write } from './plan';

const finished =
  /^(?:(?:mark|set) (.{1,200}?) (?:as )?(?:done|finished|complete)|(?:tick|check|cross) off (.{1,200})|done: ?(.{1,200})|i (?:have )?(?:finished|did|done) (.{1,200})|hake (.{1,200}?) ab)$/i;
const added =
  /^(?:add|put|setze?) (.{1,400}?) (?:to|on|onto|auf) (?:my |the |die |meine )?(?:to-?do |todo )?(?:list|plan|to-?do-?liste|liste)$/i;
const shown =
  /^(?:(?:show|what is|what's|tell me|read)(?: me)?(?: on)? (?:my|the) (?:to-?do )?(?:list|plan)|what (?:is|do i have) (?:left )?to do|(?:my )?to-?do list|zeige? (?:mir )?(?:meine|die) (?:to-?do-)?liste)$/i;

/** Changes to the list that this chat has. */
export const updatesPlan: Skill = (request) => {
  const what = finished
    .exec(request)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (what !== undefined)
    return { next: (scene) => withList(scene, (list) => tick(scene, list, what)) };
  const more = added.exec(request)?.[1];
  if (more !== undefined) {
    return {
      next: (scene) =>
        write(scene, {
          items: [
            ...(isWritten(scene) ? [] : (scene.todo?.items ?? [])),
            ...listItems(more).map((text) => ({
              text: visibleLine(text, 200),
              status: 'pending' as const,
            })),
          ].slice(0, 50),
        }),
    };
  }
  if (!shown.test(request)) return undefined;
  return { next: (scene) => withList(scene, (list) => say(`Your list:\n${linesOf(list)}`)) };
};

function withList(scene: Scene, then: (list: TodoList) => Step): Step {
  return scene.todo && scene.todo.items.length > 0
    ? then(scene.todo)
    : say('There is no to-do list in this chat yet. Say “plan: buy milk, call Ann” to begin one.');
}

function tick(scene: Scene, list: TodoList, what: string): Step {
  if (isWritten(scene)) return write(scene, list);
  const wanted = keywordsOf(what);
  const index = list.items.findIndex(({ text, status }) => {
    const words = new Set(keywordsOf(text));
    return status !== 'done' && wanted.length > 0 && wanted.every((word) => words.has(word));
  });
  if (index < 0) {
    return say(
      `${quote(visibleLine(what, 80))} is not an open step of your list:\n${linesOf(list)}`,
    );
  }
  return write(scene, {
    items: list.items.map((item, at) => (at === index ? { ...item, status: 'done' } : item)),
  });
}

/** The list that the scene shows is then already the new one. */
function isWritten(scene: Scene): boolean {
  return scene.done.some(({ tool }) => tool === 'todo_write');
}

function linesOf(list: TodoList): string {
  return list.items
    .map(({ text, status }) => `- [${status === 'done' ? 'x' : ' '}] ${visibleLine(text, 200)}`)
    .join('\n');
}
