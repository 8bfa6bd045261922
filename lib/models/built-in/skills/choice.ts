import { userChoiceSchema } from '../../../messaging/tool-cards';
import { visibleLine } from '../../../shared/visible-text';
import { MAX_REQUEST } from '../clauses';
import { say, type Scene, type Skill, type Step, type Task } from '../task';
import { askFor, useTool } from '../use-tool';
import { listItems, quote } from '../words';

const opening =
  /^(?:help me (?:to )?(?:choose|decide|pick)|let me (?:choose|decide|pick)|choose|pick|decide|make a choice|hilf mir(?: bei der| beim| mich)?(?: wahl| entscheidung| wählen| zu entscheiden| entscheiden)?|wähle)(?: one| something| eins)?(?: between| among| from| of| out of| zwischen| aus)?(?:[: \n]([\s\S]*))?$/i;
const doubt =
  /^(?:should i|shall i|soll ich|do i) (?:(\S{1,30}) )?(\S.{0,400}? (?:or|oder) .{1,400})$/i;
const alternative = /^([^,.:;]{1,60}(?:, [^,.:;]{1,60}){0,8},? (?:or|oder) [^,.:;]{1,60})$/i;
const MOST_WORDS = 4;

/** A question whose answers the user picks from. */
export const chooses: Skill = (request) => {
  const match = opening.exec(request);
  if (match) return choosing('Which one do you choose?', listItems(match[1] ?? ''));
  const [, , doubtful] = doubt.exec(request) ?? [];
  if (doubtful !== undefined) return choosing(`${request}?`, listItems(doubtful));
  const items = alternative.test(request) ? listItems(request) : [];
  const areShort = items.every((item) => item.split(' ').length <= MOST_WORDS);
  return items.length >= 2 && areShort ? choosing('Which one do you choose?', items) : undefined;
};

function choosing(question: string, items: readonly string[]): Task {
  return {
    next: (scene) => {
      if (items.length > 1) return pick(scene, question, items);
      return askFor(
        scene,
        'What do you want to choose between?',
        { label: 'Choices', type: 'longtext', placeholder: 'One choice a line, or with commas' },
        (answer) => pick(scene, question, listItems(answer.slice(0, MAX_REQUEST))),
      );
    },
  };
}

function pick(scene: Scene, question: string, items: readonly string[]): Step {
  const input = { question: visibleLine(question, 500), choices: [...new Set(items.map(short))] };
  if (!userChoiceSchema.safeParse(input).success) {
    return say('I can offer two to ten different choices, no fewer and no more.');
  }
  return useTool(scene, 'user_choice', input, (text) => say(`You chose ${quote(short(text))}.`));
}

function short(item: string): string {
  return visibleLine(item, 200);
}
