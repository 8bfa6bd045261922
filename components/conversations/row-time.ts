const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** As short as it can be said: the hour of these days, the day of this year, else the date. */
export function rowTime(at: number, now: number, isRecent: boolean): string {
  if (!isTime(at)) return '';
  if (isRecent) return time.format(at);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? day : date).format(at);
}

export function fullTime(at: number): string {
  return isTime(at) ? whole.format(at) : '';
}

export function isoTime(at: number): string {
  return isTime(at) ? new Date(at).toISOString() : '';
}

/** A number from a disk may be none, and to format that throws. */
function isTime(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}
