import { visibleLine } from '../../../shared/visible-text';
import { CONNECT, NATURE } from '../phrases';
import { say, type Scene, type Skill, type Step } from '../task';
import { askFor, changeWith } from '../use-tool';
import { quote } from '../words';
import { withLocalTime, type LocalTime } from './local-time';
import { instantOf } from './zones';

const opening =
  /^(?:remind me|set (?:me )?(?:a|an|the)? ?(?:reminder|alarm|timer)|wake me(?: up)?|erinnere mich)(?: (\S.{0,400}))?$/i;
const relative =
  /\b(?:in|for) (\d{1,5}|an?|one|einer?) ?(minutes?|min|hours?|h|days?|weeks?|minuten?|stunden?|tag|tagen)\b/i;
const absolute =
  /\b(?:(tomorrow|morgen) )?(?:at|um) (\d{1,2})(?::(\d{2}))? ?(am|pm|uhr|o'clock)?(?: (tomorrow|morgen))?/i;

const MINUTE = 60_000;

/** Reminders, as soon as there is a tool that keeps them. */
export const reminds: Skill = (request) => {
  const match = opening.exec(request);
  if (!match) return undefined;
  const words = match[1] ?? '';
  return {
    next: (scene) => {
      const isKnown = scene.done.some(({ tool }) => tool === 'schedule_task');
      if (!scene.tools.has('schedule_task') && !isKnown) {
        return say(
          `I am sorry, I cannot set reminders: the tool for it is missing. ${NATURE} ${CONNECT}`,
        );
      }
      if (relative.test(words) || absolute.test(words)) return schedule(scene, words, words);
      return askFor(
        scene,
        'When shall I remind you?',
        { label: 'When', type: 'text', placeholder: 'in 20 minutes, or at 17:30' },
        (answer) => schedule(scene, words, answer.slice(0, 200)),
      );
    },
  };
};

function schedule(scene: Scene, words: string, when: string): Step {
  return withLocalTime(scene, (now) => {
    const instant = momentOf(when, now);
    if (instant === undefined)
      return say(`${quote(visibleLine(when, 80))} is not a time that I can read.`);
    const what = visibleLine(whatOf(words), 200) || 'your reminder';
    const input = {
      description: `Reminder: ${what}`,
      prompt: `Remind the user: ${what}`,
      execute_at: new Date(instant).toISOString(),
    };
    const form = new Intl.DateTimeFormat('en-US', {
      timeZone: now.timezone,
      dateStyle: 'full',
      timeStyle: 'short',
    });
    const at = form.format(instant).replace(/\s/gu, ' ');
    return changeWith(
      scene,
      'schedule_task',
      input,
      () => `I will remind you of ${quote(what)} on ${at}.`,
    );
  });
}

function momentOf(when: string, now: LocalTime): number | undefined {
  const present = instantOf(now.iso_datetime, now.timezone);
  if (present === undefined) return undefined;
  const [, amount, unit = ''] = relative.exec(when) ?? [];
  if (amount !== undefined) {
    const number = /^\d/.test(amount) ? Number(amount) : 1;
    return present + number * unitLength(unit) * MINUTE;
  }
  const [, before, hour, minute = '00', half = '', after] = absolute.exec(when) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const afternoon = /pm/i.test(half) && Number(hour) < 12 ? 12 : 0;
  const midnight = /am/i.test(half) && Number(hour) === 12 ? -12 : 0;
  const clock = Number(hour) + afternoon + midnight;
  if (clock > 23) return undefined;
  const isTomorrow = before !== undefined || after !== undefined;
  const day = Date.parse(`${now.iso_datetime.slice(0, 10)}T00:00:00Z`);
  const onDay = (days: number) => {
    const date = new Date(day + days * 24 * 60 * MINUTE).toISOString().slice(0, 10);
    return instantOf(`${date}T${String(clock).padStart(2, '0')}:${minute}:00`, now.timezone);
  };
  const today = onDay(isTomorrow ? 1 : 0);
  return today !== undefined && today > present ? today : onDay(1);
}

function unitLength(unit: string): number {
  if (/^(?:h|st)/i.test(unit)) return 60;
  if (/^(?:d|t)/i.test(unit)) return 24 * 60;
  return /^w/i.test(unit) ? 7 * 24 * 60 : 1;
}

function whatOf(words: string): string {
  return words
    .replace(relative, '')
    .replace(absolute, '')
    .trim()
    .replace(/^(?:to|about|of|that|for|an|daran,?) /i, '')
    .replace(/ (?:to|about|tomorrow|morgen)$/i, '')
    .trim();
}
