import { StrandBuilder, type Strand } from './flow-strand';
import { readUtf8 } from './read-utf8';

interface Alphabet {
  /** What each digit is worth, by its code. */
  readonly values: ReadonlyMap<number, number>;
  readonly bitsOfDigit: number;
  /** How many digits there are between two that can both begin a byte. */
  readonly phases: number;
}

/** Chance makes shorter ones of anything; nothing shorter is looked for. */
const shortestText = 5;

/** What may stand inside a token: line breaks, and the seams between the strings of an input. */
const ignored = new Set(['\r', '\n', '\ufffe'].map((character) => character.charCodeAt(0)));

const base64: Alphabet = {
  values: new Map(
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', '-_'].flatMap((digits) =>
      Array.from(digits, (digit, at) => [digit.charCodeAt(0), digits === '-_' ? 62 + at : at]),
    ),
  ),
  bitsOfDigit: 6,
  phases: 4,
};

const hexadecimal: Alphabet = {
  values: new Map(Array.from('0123456789abcdef', (digit, at) => [digit.charCodeAt(0), at])),
  bitsOfDigit: 4,
  phases: 2,
};

/** The readable parts of what a text says in base64 or base64url. */
export function decodeBase64(text: string): Strand | undefined {
  return decode(text, base64);
}

/** The readable parts of what a text says in hexadecimal, in small letters. */
export function decodeHexadecimal(text: string): Strand | undefined {
  return decode(text, hexadecimal);
}

function decode(text: string, alphabet: Alphabet): Strand | undefined {
  const builder = new StrandBuilder();
  let values: number[] = [];
  let places: number[] = [];
  for (let index = 0; index <= text.length; index += 1) {
    const code = text.charCodeAt(index);
    const value = alphabet.values.get(code);
    if (value !== undefined) {
      values.push(value);
      places.push(index);
    } else if (!ignored.has(code) && values.length > 0) {
      decodeToken(builder, values, places, alphabet);
      values = [];
      places = [];
    }
  }
  return builder.length === 0 ? undefined : builder.build();
}

/** From every digit that could be the first: other letters may stand right before a token. */
function decodeToken(
  builder: StrandBuilder,
  values: readonly number[],
  places: readonly number[],
  { bitsOfDigit, phases }: Alphabet,
): void {
  for (let phase = 0; phase < phases; phase += 1) {
    const bytes: number[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    let bits = 0;
    let held = 0;
    let start = 0;
    for (let digit = phase; digit < values.length; digit += 1) {
      const place = places[digit] ?? 0;
      if (held === 0) start = place;
      bits = ((bits << bitsOfDigit) | (values[digit] ?? 0)) & 0xffff;
      held += bitsOfDigit;
      if (held < 8) continue;
      held -= 8;
      bytes.push((bits >> held) & 0xff);
      starts.push(start);
      ends.push(place + 1);
      start = place;
    }
    addReadable(builder, bytes, starts, ends);
  }
}

function addReadable(
  builder: StrandBuilder,
  bytes: readonly number[],
  starts: readonly number[],
  ends: readonly number[],
): void {
  let run = new StrandBuilder();
  const finish = () => {
    if (run.length >= shortestText) {
      builder.addStrand(run.build());
      builder.addWall();
    }
    if (run.length > 0) run = new StrandBuilder();
  };
  for (let at = 0; at < bytes.length;) {
    const read = readUtf8(bytes, at);
    const width = read?.width ?? 1;
    if (read !== undefined && isReadable(read.codePoint)) {
      const end = ends[at + width - 1] ?? 0;
      run.add(String.fromCodePoint(read.codePoint), starts[at] ?? 0, end);
    } else {
      finish();
    }
    at += width;
  }
  finish();
}

function isReadable(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 9 || codePoint === 10 || codePoint === 13;
  return codePoint < 0x7f || codePoint > 0x9f;
}
