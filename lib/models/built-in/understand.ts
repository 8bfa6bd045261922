import { clausesOf, essenceOf, MAX_REQUEST, tidy } from './clauses';
import { notUnderstood } from './phrases';
import type { Situation } from './situation';
import { calculates } from './skills/arithmetic';
import { chooses } from './skills/choice';
import { forgets } from './skills/forget';
import { opensPages } from './skills/open-page';
import { plans } from './skills/plan';
import { recalls } from './skills/recall';
import { remembers } from './skills/remember';
import { reminds } from './skills/reminder';
import { makesSmallTalk } from './skills/small-talk';
import { changesTabs } from './skills/tabs';
import { readsTexts, receivesText } from './skills/texts';
import { tellsTime } from './skills/time';
import { convertsUnits } from './skills/units';
import { updatesPlan } from './skills/update-plan';
import { answering, type Skill, type Task } from './task';
import { quote, withoutEndMarks } from './words';
import { visibleLine } from '../../shared/visible-text';

/** Skills that understand a clause to its last word. */
const strictSkills: readonly Skill[] = [
  makesSmallTalk,
  tellsTime,
  convertsUnits,
  calculates,
  updatesPlan,
  changesTabs,
  opensPages,
  recalls,
  forgets,
  reminds,
];

/** Skills that take whatever follows their first words: "remember that I like cats and dogs". */
const openSkills: readonly Skill[] = [remembers, plans, chooses];

/** Each request holds at most so many things; their number is one digit of a call's id. */
const MOST_TASKS = 9;

export function understand({ prompt, hasImage }: Situation): Task[] {
  if (prompt.trim() === '') return [answering(nothingAsked(hasImage))];
  const aboutText = readsTexts(prompt);
  if (aboutText) return [aboutText];
  if (prompt.length > MAX_REQUEST) return [receivesText(prompt)];
  const request = tidy(prompt);
  const list = listSkill(request);
  if (list) return [list];
  return understandClauses(request).slice(0, MOST_TASKS);
}

/** What comes after a colon is a list or a fact as a whole: nothing in it is a request. */
function listSkill(request: string): Task | undefined {
  const colon = request.slice(0, 100).indexOf(':');
  if (colon < 0 || /[\n?]/.test(request.slice(0, colon))) return undefined;
  return first(openSkills, essenceOf(request));
}

function understandClauses(request: string): Task[] {
  const clauses = clausesOf(request);
  const whole = (from: number, to: number) =>
    essenceOf(request.slice(clauses[from]?.start, clauses[to]?.end));
  const tasks: Task[] = [];
  let lost: string[] = [];
  for (let at = 0; at < clauses.length; at += 1) {
    const clause = whole(at, at);
    const strict = first(strictSkills, clause);
    const opened = strict ?? first(openSkills, clause);
    if (!opened) {
      lost = [...lost, clause];
      continue;
    }
    const skills = strict ? strictSkills : openSkills;
    let task = opened;
    let end = at;
    // "close the tabs about cats and dogs": what is no request of its own belongs to the one before.
    while (end + 1 < clauses.length && !isRequest(whole(end + 1, end + 1))) {
      const longer = first(skills, whole(at, end + 1));
      if (!longer) break;
      task = longer;
      end += 1;
    }
    tasks.push(task);
    at = end;
  }
  // Two halves may make a request that neither is: "tea and milk or coffee".
  if (tasks.length === 0)
    return [first([...strictSkills, ...openSkills], essenceOf(request)) ?? unknown([request])];
  return lost.length === 0 ? tasks : [...tasks, unknown(lost)];
}

function isRequest(clause: string): boolean {
  return first([...strictSkills, ...openSkills], clause) !== undefined;
}

function first(skills: readonly Skill[], request: string): Task | undefined {
  for (const skill of skills) {
    const task = skill(request);
    if (task) return task;
  }
  return undefined;
}

function unknown(parts: readonly string[]): Task {
  return answering(
    notUnderstood(
      parts
        .slice(0, 3)
        .map((part) => quote(withoutEndMarks(visibleLine(part, 80))))
        .join(' and '),
    ),
  );
}

function nothingAsked(hasImage: boolean): string {
  return hasImage
    ? notUnderstood('your picture: I cannot see images')
    : 'Your message has no words that I can read. Ask “what can you do” to see what I understand.';
}
