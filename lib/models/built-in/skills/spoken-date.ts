const months = [
  'january|januar',
  'february|februar',
  'march|märz',
  'april',
  'may|mai',
  'june|juni',
  'july|juli',
  'august',
  'september',
  'october|oktober',
  'november',
  'december|dezember',
].map((names) => names.split('|'));

const feasts: Readonly<Record<string, readonly [month: number, day: number]>> = {
  christmas: [12, 25],
  'christmas day': [12, 25],
  'christmas eve': [12, 24],
  weihnachten: [12, 24],
  'new year': [1, 1],
  "new year's day": [1, 1],
  'new years': [1, 1],
  neujahr: [1, 1],
  "new year's eve": [12, 31],
  silvester: [12, 31],
  halloween: [10, 31],
  "valentine's day": [2, 14],
};

const isoForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayFirst = /^(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? (\p{L}{3,9})(?:,? (\d{4}))?$/iu;
const monthFirst = /^(\p{L}{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/iu;

/** A date as people write it, as year-month-day. Without a year it is the next one after `today`. */
export function spokenDate(words: string, today: string): string | undefined {
  const text = words.trim().toLowerCase();
  const iso = isoForm.exec(text);
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const feast = Object.hasOwn(feasts, text) ? feasts[text] : undefined;
  if (feast) return upcoming(feast[0], feast[1], today);
  const [, day, monthName = '', year] = dayFirst.exec(text) ?? [];
  const [, otherName = '', otherDay, otherYear] = monthFirst.exec(text) ?? [];
  const month = monthOf(monthName || otherName);
  const date = Number(day ?? otherDay ?? 0);
  if (month === 0 || date === 0) return undefined;
  const given = year ?? otherYear;
  return given === undefined ? upcoming(month, date, today) : checked(Number(given), month, date);
}

function monthOf(name: string): number {
  return (
    months.findIndex((names) => names.some((full) => full === name || full.slice(0, 3) === name)) +
    1
  );
}

/** The next year that has this day: 29 February may be years away. */
function upcoming(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: 9 }, (_year, ahead) => checked(year + ahead, month, day)).find(
    (date) => date !== undefined && date >= today.slice(0, 10),
  );
}

function checked(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
