import { z } from '../../../shared/zod';
import { say, type Scene, type Step } from '../task';
import { readJson, useTool } from '../use-tool';

const schema = z.object({
  iso_datetime: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  display_datetime: z.string().max(200),
  timezone: z.string().max(100),
});
export type LocalTime = z.infer<typeof schema>;

/** Asks what time it is for the user, and goes on with that. */
export function withLocalTime(scene: Scene, then: (time: LocalTime) => Step): Step {
  return useTool(scene, 'get_local_time', {}, (text) => {
    const time = readJson(schema, text);
    return time ? then(time) : say('I was told the time in a form that I cannot read.');
  });
}

/** The day that a date falls on, as a number that counts days. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000);
}

export function longDate(day: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    day * 86_400_000,
  );
}
