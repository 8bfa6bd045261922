import { lookAlikes } from './look-alikes';
import { visibleLine, visibleText } from './visible-text';

const nonceLength = 16;
const longestOrigin = 200;
/** 32 characters, so that five bits of a random byte choose evenly. */
const nonceAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';

const wrapped = /^<untrusted-([a-z0-9]+) origin="([^"\n]*)">\n([\s\S]*)\n<\/untrusted-\1>$/;

/** For text that came from a page, a file, the browser's data or somebody's tool, as a model is told it. */
export function wrapUntrusted(
  text: string,
  { origin, nonce }: { origin: string; nonce: string },
): string {
  // The nonce is broken before tags are looked for: what is left of it can make up no new tag.
  const inside = neutralise(withoutNonce(visibleText(text), nonce));
  const from = escapeAttribute(neutralise(withoutNonce(visibleLine(origin, longestOrigin), nonce)));
  return `<untrusted-${nonce} origin="${from}">\n${inside}\n</untrusted-${nonce}>`;
}

/** The inside of a wrapped text, for those who read it back; undefined when the text is not wrapped. */
export function unwrapUntrusted(text: string): { origin: string; text: string } | undefined {
  const [, , origin, inside] = wrapped.exec(text) ?? [];
  if (origin === undefined || inside === undefined) return undefined;
  return { origin: unescapeAttribute(origin), text: inside };
}

/**
 * As it may enter a conversation: nothing invisible, and nothing that looks like our wrapper or like
 * the tags models write calls and thoughts in. A person still reads what was there.
 */
export function neutralise(text: string): string {
  const visible = visibleText(text);
  const { plain, brackets } = plainForm(visible);
  let result = '';
  let copied = 0;
  for (const match of plain.matchAll(machineTag)) {
    if (isCode(visible, plain, match, brackets)) continue;
    for (let at = match.index; at < match.index + match[0].length; at += 1) {
      const bracket = brackets.get(at);
      if (bracket === undefined) continue;
      result += visible.slice(copied, bracket.start) + bracket.harmless;
      copied = bracket.end;
    }
  }
  // Again, as a selector may have stood on the last digit of `&#60`.
  return copied === 0 ? visible : visibleText(result + visible.slice(copied));
}

/** What nobody who wrote the text can have known. Sixteen of a-z and 0-9, whatever `random` gives. */
export function createNonce(random: () => string = randomLetters): string {
  return random()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(-nonceLength)
    .padStart(nonceLength, '0');
}

function randomLetters(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(nonceLength));
  return Array.from(bytes, (byte) => nonceAlphabet.charAt(byte % nonceAlphabet.length)).join('');
}

/** Cut and not split, or the second half and what follows it could be the nonce again. */
function withoutNonce(text: string, nonce: string): string {
  return text.replaceAll(nonce, `${nonce.slice(0, 4)}…`);
}

const attributeEscapes: [string, string][] = [
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
];

function escapeAttribute(text: string): string {
  return attributeEscapes.reduce((result, [sign, name]) => result.replaceAll(sign, name), text);
}

function unescapeAttribute(text: string): string {
  return attributeEscapes.reduceRight(
    (result, [sign, name]) => result.replaceAll(name, sign),
    text,
  );
}

const namedEntities = new Map(
  Object.entries({
    '<': ['lt', 'langle', 'lang', 'laquo', 'lsaquo'],
    '>': ['gt', 'rangle', 'rang', 'raquo', 'rsaquo'],
    '[': ['lsqb', 'lbrack'],
    ']': ['rsqb', 'rbrack'],
    '/': ['sol'],
    '|': ['verbar', 'vert'],
    _: ['lowbar'],
    ' ': ['nbsp', 'newline', 'tab'],
    '': ['shy', 'zwnj', 'zwj'],
  }).flatMap(([sign, names]) => names.map((name): [string, string] => [name, sign])),
);

const entity = new RegExp(
  String.raw`&(?:(?:amp|#0*38|#x0*26);?)*` +
    String.raw`(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|(${[...namedEntities.keys()].join('|')}));?`,
  'iy',
);

const machineTag = machineTagPattern();

function machineTagPattern(): RegExp {
  /** With room between the letters, and with `-`, `_` or nothing where there is a `_`. */
  const anyOf = (names: string[]) =>
    names
      .map((name) => Array.from(name, (sign) => (sign === '_' ? '[-_]*' : fold(sign))).join(' ?'))
      .join('|');
  const ours = anyOf(['untrusted', 'antml']);
  const calls = anyOf([
    ...['tool_call', 'tool_response', 'tool_result', 'tool_use', 'tool_output'],
    ...['function_call', 'function_result', 'function_response', 'start_of_turn', 'end_of_turn'],
    ...['system_reminder', 'system_prompt', 'system_message', 'system_instruction'],
  ]);
  /** Words of every day: only where they stand like the name of a tag. */
  const words = anyOf([
    ...['think', 'thinking', 'thought', 'system', 'sys', 'assistant', 'user', 'human'],
    ...['invoke', 'function'],
  ]);
  const square = anyOf([
    ...['inst', 'system_prompt', 'available_tools', 'tool_calls', 'tool_results', 'tool_content'],
  ]);
  const roles = anyOf(['im', 'start', 'end', 'begin', 'eo', 'bos', 'system', 'user', 'assistant']);

  // `\n` written out is white space too: texts come as JSON.
  const before = String.raw`(?:\\[nrt]|[/\\ ])*`;
  const closed = String.raw`[/\\ ]*\|?>`;
  const tagged = String.raw`(?=${closed}| ?=(?!=)| [a-z_]|\\[nrt]| ?$)`;
  const surelyTagged = String.raw`(?=${closed}| [a-z_-]+ ?=(?!=))`;
  const rest = String.raw`(?:[^<>[\]]{0,200}>(?: ?>)?)?`;
  const token = String.raw`[a-z_][\w.:/= -]{0,60}`;
  return new RegExp(
    [
      `<(?: ?<)?${before}(?:${ours}|(?:${calls})s?(?![a-z0-9]))${rest}`,
      `<(?: ?<)?(?<word>(?! )${before}(?:${words})${tagged}|${before}(?:${words})${surelyTagged})${rest}`,
      String.raw`<(?:\|${token}\|?|${token}\|| ?\| ?(?:${roles})[\w.:/= -]{0,60}\| ?)>`,
      String.raw`(?<square>\[)[/\\ ]*(?:${square})[/\\ ]*\]`,
    ].join('|'),
    'g',
  );
}

interface Bracket {
  readonly start: number;
  readonly end: number;
  readonly harmless: string;
}

/** The text as it reads, white space drawn together, and where in the text its brackets are. */
function plainForm(text: string): { plain: string; brackets: Map<number, Bracket> } {
  const pieces: string[] = [];
  const brackets = new Map<number, Bracket>();
  const folded = new Map<string, string>();
  let length = 0;
  let last = '';
  for (let start = 0, end = 0; start < text.length; start = end) {
    const { character, size } = characterAt(text, start);
    end = start + size;
    const piece = folded.get(character) ?? fold(character);
    folded.set(character, piece);
    if (piece === '' || (piece === ' ' && last === ' ')) continue;
    if (piece === '<' || piece === '[') brackets.set(length, { start, end, harmless: '‹' });
    if (piece === '>' || piece === ']') brackets.set(length, { start, end, harmless: '›' });
    pieces.push(piece);
    length += piece.length;
    last = piece;
  }
  return { plain: pieces.join(''), brackets };
}

function characterAt(text: string, at: number): { character: string; size: number } {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character !== '&') return { character, size: character.length };
  entity.lastIndex = at;
  const [whole, hex, decimal, name] = entity.exec(text) ?? [];
  if (whole === undefined) return { character, size: 1 };
  if (name !== undefined) {
    return { character: namedEntities.get(name.toLowerCase()) ?? '', size: whole.length };
  }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return { character: String.fromCodePoint(code > 0x10ffff ? 0xfffd : code), size: whole.length };
}

/** In plain small letters, without accents; what is none of ours stays out as one mark. */
function fold(character: string): string {
  const bare = character
    .normalize('NFKD')
    .replace(/\s/gu, ' ')
    .replace(/[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const plain = Array.from(bare, (sign) => {
    const small = sign.toLowerCase();
    return lookAlikes.get(sign) ?? lookAlikes.get(small) ?? small;
  }).join('');
  return /^[ -~]*$/.test(plain) ? plain : '\uFFFD';
}

/** `Promise<User>` and `registers[inst]`: right after a name, and written as no model writes its tags. */
function isCode(
  text: string,
  plain: string,
  { index, groups }: RegExpExecArray,
  brackets: ReadonlyMap<number, Bracket>,
): boolean {
  if (groups?.['word'] === undefined && groups?.['square'] === undefined) return false;
  if (!/[a-z0-9_$]/.test(plain.charAt(index - 1))) return false;
  const start = brackets.get(index)?.start ?? 0;
  const written = text.slice(start, start + 40);
  return /^(?:<[A-Z][a-z]+(?![A-Za-z])|\[[a-z_]+\])/.test(written);
}
