import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { systemClock } from '../../shared/clock';
import { createGetLocalTime } from './get-local-time';

async function timeAt(instant: string, timeZone: string): Promise<unknown> {
  const tool = createGetLocalTime({ timeZone: () => timeZone });
  const clock = { ...systemClock, now: () => Date.parse(instant) };
  return JSON.parse((await callTool(tool, {}, { clock })).text);
}

describe('get_local_time', () => {
  it('only reads, and runs by itself', () => {
    const tool = createGetLocalTime();
    expect(tool.interaction({})).toBe('none');
    expect(tool.effect).toBe('read');
  });

  it("takes the system's time zone", async () => {
    const { text } = await callTool(createGetLocalTime(), {});
    expect(JSON.parse(text)).toMatchObject({
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it('KAI-18 tells the local time, how to show it, the time zone and the day of the week', async () => {
    expect(await timeAt('2026-03-05T13:07:09Z', 'Europe/Berlin')).toEqual({
      iso_datetime: '2026-03-05T14:07:09',
      display_datetime: 'Thursday, March 5, 2026 at 2:07 PM',
      timezone: 'Europe/Berlin',
      day_of_week: 'THURSDAY',
    });
  });

  it('KAI-18 follows the zone over midnight, the new year and daylight saving', async () => {
    expect(await timeAt('2026-12-31T23:30:00Z', 'Asia/Kolkata')).toMatchObject({
      iso_datetime: '2027-01-01T05:00:00',
      day_of_week: 'FRIDAY',
    });
    expect(await timeAt('2026-07-05T00:00:00Z', 'America/New_York')).toMatchObject({
      iso_datetime: '2026-07-04T20:00:00',
      day_of_week: 'SATURDAY',
    });
    expect(await timeAt('2026-07-04T04:00:00Z', 'America/New_York')).toMatchObject({
      iso_datetime: '2026-07-04T00:00:00',
    });
  });
});
