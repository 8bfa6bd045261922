import { visibleLine } from '../../../shared/visible-text';
import { say, type Skill, type Step } from '../task';
import { quote } from '../words';
import { dayNumber, longDate, withLocalTime, type LocalTime } from './local-time';
import { spokenDate } from './spoken-date';
import { instantOf, zoneOf } from './zones';

const clock =
  /^(?:(?:what(?:'s| is)|tell me|give me|do you know|show me) (?:the )?(?:current |local |exact )?time|what time is it|(?:do you know |tell me )?what time it is|(?:the )?(?:current |local )?time|wie spät ist es|wie viel uhr ist es|wieviel uhr ist es|(?:die )?uhrzeit)(?: is it)?(?: right now| now| gerade| jetzt)?(?: (?:in|at|for) (\S.{0,60}?))?(?: right now| now| gerade| jetzt)?$/i;
const calendar =
  /^(?:(?:what(?:'s| is)|tell me|give me) (?:the |today's |our )?(?:current )?date(?: today)?|(?:what|which) (?:day|date)(?: of the week)? is(?: it)?(?: today)?|(?:what's|what is) today|(?:today's )?date|(?:welcher tag|welches datum|der wievielte) ist(?: heute)?|(?:das )?datum|what (?:day|date) is(?: it)? (?:today|now))$/i;
const otherDay =
  /^(?:what (?:day|date) (?:is|will it be|was)|(?:what's|what is)|welcher tag ist)(?: it)? (tomorrow|yesterday|the day after tomorrow|morgen|gestern|übermorgen|in \d{1,5} (?:days?|weeks?|tagen|wochen))$/i;
const until =
  /^(?:how many days|how long)(?: is it| are there| left)?(?: until| till| to| before) (\S.{0,40})$|^(?:days|countdown) (?:until|till|to) (\S.{0,40})$|^wie viele tage(?: sind es)?(?: noch)? bis (?:zum )?(\S.{0,40})$/i;

const named: Readonly<Record<string, number>> = {
  tomorrow: 1,
  morgen: 1,
  yesterday: -1,
  gestern: -1,
  'the day after tomorrow': 2,
  übermorgen: 2,
};

/** Time and date, here and elsewhere. */
export const tellsTime: Skill = (request) => {
  const time = clock.exec(request);
  if (time) {
    const place = time[1];
    return {
      next: (scene) =>
        withLocalTime(scene, (now) => (place === undefined ? here(now) : elsewhere(now, place))),
    };
  }
  if (calendar.test(request)) {
    return {
      next: (scene) =>
        withLocalTime(scene, (now) => say(`Today is ${longDate(dayNumber(now.iso_datetime))}.`)),
    };
  }
  const day = otherDay.exec(request)?.[1]?.toLowerCase();
  if (day !== undefined)
    return { next: (scene) => withLocalTime(scene, (now) => dayAway(now, day)) };
  const end = until
    .exec(request)
    ?.slice(1)
    .find((part) => part !== undefined);
  // Only what can be a date is a question of time: "how long to cook rice" is not.
  if (end === undefined || spokenDate(end, '2000-01-01') === undefined) return undefined;
  return { next: (scene) => withLocalTime(scene, (now) => daysUntil(now, end)) };
};

function here(now: LocalTime): Step {
  return say(`It is ${visibleLine(now.display_datetime, 100)} (${visibleLine(now.timezone, 60)}).`);
}

function elsewhere(now: LocalTime, place: string): Step {
  const zone = zoneOf(place);
  const instant = instantOf(now.iso_datetime, now.timezone);
  const where = visibleLine(place, 60);
  if (zone === undefined || instant === undefined) {
    return say(
      `I do not know the time zone of ${quote(where)}. Try a large city, or a zone such as Europe/Berlin. ` +
        `Here it is ${visibleLine(now.display_datetime, 100)}.`,
    );
  }
  const form = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  });
  return say(`In ${where} it is ${form.format(instant).replace(/\s/gu, ' ')} (${zone}).`);
}

function dayAway(now: LocalTime, day: string): Step {
  const [, number = '0', unit = ''] = /^in (\d+) (\S+)/.exec(day) ?? [];
  const days = named[day] ?? Number(number) * (unit.startsWith('w') ? 7 : 1);
  const verb = days < 0 ? 'was' : 'is';
  return say(
    `${day.charAt(0).toUpperCase()}${day.slice(1)} ${verb} ${longDate(dayNumber(now.iso_datetime) + days)}.`,
  );
}

function daysUntil(now: LocalTime, words: string): Step {
  const date = spokenDate(words, now.iso_datetime);
  if (date === undefined)
    return say(`${quote(visibleLine(words, 60))} is not a date that I can read.`);
  const day = dayNumber(date);
  const days = day - dayNumber(now.iso_datetime);
  if (days === 0) return say(`${longDate(day)} is today.`);
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return say(days > 0 ? `${count} until ${longDate(day)}.` : `${longDate(day)} was ${count} ago.`);
}
