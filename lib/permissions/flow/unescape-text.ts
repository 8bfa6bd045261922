import { StrandBuilder, type Strand } from './flow-strand';
import { readUtf8 } from './read-utf8';

const escapes =
  /(?:%[0-9a-f]{2})+|%u[0-9a-f]{4}|&#x[0-9a-f]{1,6};|&#\d{1,7};|&[a-z]{2,8};|\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrt"'/\\]/giu;

const named: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }),
  ...Object.entries({ period: '.', comma: ',', colon: ':', sol: '/', num: '#', commat: '@' }),
  ...Object.entries({ lowbar: '_', hyphen: '-', dash: '-', plus: '+', equals: '=', excl: '!' }),
  ...Object.entries({ tab: '\t', newline: '\n', dollar: '$', percnt: '%', quest: '?' }),
]);

const short: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '/': '/', '\\': '\\' }),
);

/** Percent-encoding, entities of HTML and escapes of JavaScript undone, all at once and one time. */
export function unescapeText(text: string): Strand | undefined {
  const builder = new StrandBuilder();
  let done = 0;
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    const meaning = meaningOf(escape);
    if (meaning === undefined) continue;
    builder.addAsIs(text, done, index);
    done = index + escape.length;
    if (meaning === 'bytes') addPercentEncoded(builder, escape, index);
    else builder.add(meaning.character, index, done);
  }
  if (done === 0) return undefined;
  builder.addAsIs(text, done, text.length);
  return builder.build();
}

function addPercentEncoded(builder: StrandBuilder, escape: string, index: number): void {
  const bytes = Array.from(escape.matchAll(/[0-9a-f]{2}/giu), ([byte]) =>
    Number.parseInt(byte, 16),
  );
  for (let at = 0; at < bytes.length;) {
    const { codePoint, width } = readUtf8(bytes, at) ?? { codePoint: bytes[at] ?? 0, width: 1 };
    builder.add(String.fromCodePoint(codePoint), index + at * 3, index + (at + width) * 3);
    at += width;
  }
}

function meaningOf(escape: string): { character: string } | 'bytes' | undefined {
  if (/^%[^u]/iu.test(escape)) return 'bytes';
  const decimal = /^&#(\d+);$/u.exec(escape)?.[1];
  const hexadecimal = /^(?:[%\\][ux]\{?|&#x)([0-9a-f]+)[};]?$/iu.exec(escape)?.[1];
  if (decimal !== undefined || hexadecimal !== undefined) {
    const codePoint = Number.parseInt(
      decimal ?? hexadecimal ?? '',
      decimal === undefined ? 16 : 10,
    );
    return codePoint <= 0x10ffff ? { character: String.fromCodePoint(codePoint) } : undefined;
  }
  const name = escape.slice(1).replace(/;$/u, '');
  const character = escape.startsWith('&') ? named.get(name.toLowerCase()) : short.get(name);
  return character === undefined ? undefined : { character };
}
