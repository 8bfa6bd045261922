/** When something happened, in the user's own way of writing it. A disk can hold any number. */
export function dateText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
    date,
  );
}

/** To the second, for those who want to know exactly. */
export function exactTimeText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' }).format(
    date,
  );
}

/** For machines: the day in a file's name. */
export function dayText(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const units = ['kB', 'MB', 'GB', 'TB'] as const;

export function bytesText(bytes: number): string {
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const rounded = value < 10 ? Math.ceil(value * 10) / 10 : Math.round(value);
  return `${rounded.toLocaleString()} ${units[unit] ?? ''}`;
}

export function countText(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`;
}

export function nothingFoundText(query: string): string {
  return `Nothing found for “\u2068${query.trim()}\u2069”.`;
}
