/** The few that models write; all others stay as they are. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: '\u00a0',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  rsquo: '’',
  times: '×',
};

const pattern = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/iy;

export function entityAt(source: string, at: number): { text: string; length: number } | null {
  pattern.lastIndex = at;
  const [match, decimal, hexadecimal, name] = pattern.exec(source) ?? [];
  if (match === undefined) return null;
  const text =
    name === undefined
      ? characterOf(decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal))
      : named[name];
  return text === undefined ? null : { text, length: match.length };
}

/** Control characters and halves of pairs are no characters that one could see. */
function characterOf(code: number): string | undefined {
  const isVisible = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isVisible ? String.fromCodePoint(code) : undefined;
}
