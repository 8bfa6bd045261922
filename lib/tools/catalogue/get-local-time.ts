import { textOf } from '../../messaging/content';
import { z } from '../../shared/zod';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';
import type { ToolDependencies } from '../tool-dependencies';

export function createGetLocalTime(dependencies: Pick<ToolDependencies, 'timeZone'> = {}): Tool {
  const timeZone = dependencies.timeZone ?? systemTimeZone;
  return defineTool({
    name: 'get_local_time',
    title: 'Local time',
    description:
      "Tells the user's current local date, time, time zone and day of the week. " +
      'Use it whenever the answer depends on the present moment: "today", "in two hours", ' +
      '"is it open now", deadlines, ages. Do not use it for the time in another place that the ' +
      'user did not ask about, nor again within one answer: the first result is still good.',
    input: z.object({}),
    effect: 'read',
    capability: 'none',
    toolText: () => 'Check the local time',
    progressIcon: 'clock',
    statusIcon: 'clock',
    tooltip: (_input, result) => textOf(result.blocks),
    run: (_input, { clock }) => localTime(new Date(clock.now()), timeZone()),
  });
}

function localTime(instant: Date, timezone: string) {
  const parts = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'long',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const display = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    dateStyle: 'full',
    timeStyle: 'short',
  });
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return {
    iso_datetime: `${date}T${part('hour')}:${part('minute')}:${part('second')}`,
    // Some versions of ICU put a narrow no-break space before AM and PM.
    display_datetime: display.format(instant).replace(/\s/gu, ' '),
    timezone,
    day_of_week: part('weekday').toUpperCase(),
  };
}

function systemTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
