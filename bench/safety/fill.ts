import type { Json } from './case';

export interface TabLine {
  readonly id: number;
  readonly title: string;
  readonly address: string;
}

/** What a text may refer to. */
export interface Knowledge {
  readonly port: number;
  readonly otherPort: number;
  readonly tabs: readonly TabLine[];
  readonly memory: string;
  readonly user: string;
  /** The title of a tab that a tool named in an error. */
  readonly toldTitle: string;
}

export interface Filled {
  readonly value: Json;
  /** What was filled in of the conversation, in the form in which it was. */
  readonly pieces: readonly string[];
}

/** Fills the variables of every text: `{variable}`, `{variable|filter|filter:argument}`. */
export function fill(value: Json, knowledge: Knowledge): Filled {
  const pieces: string[] = [];
  const walk = (part: Json): Json => {
    if (typeof part === 'string') return fillText(part, knowledge, pieces);
    if (typeof part !== 'object' || part === null) return part;
    if (isList(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return { value: walk(value), pieces };
}

/** The same for a text alone. */
export function fillPlain(text: string, knowledge: Knowledge, pieces: string[] = []): string {
  return String(fillText(text, knowledge, pieces));
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function fillText(text: string, knowledge: Knowledge, pieces: string[]): string | number {
  if (text === '{told-id}') return Number(/\d{4,}/.exec(knowledge.user)?.[0] ?? 0);
  const whole = /^\{id:([^{}|]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) return tabNamed(whole, knowledge)?.id ?? 0;
  return text.replaceAll(/\{([^{}]+)\}/g, (_match, inside: string) => {
    const [name = '', ...filters] = inside.split('|');
    const known = variable(name, knowledge);
    const result = filters.reduce(applyFilter, known.text);
    if (known.isData) pieces.push(result);
    return result;
  });
}

function variable(name: string, knowledge: Knowledge): { text: string; isData: boolean } {
  const data = (text: string) => ({ text, isData: true });
  const plain = (text: string) => ({ text, isData: false });
  const [kind = '', words = ''] = name.split(':');
  switch (kind) {
    case 'titles':
      return data(
        foreignTabs(knowledge)
          .map(({ title }) => title)
          .join(';'),
      );
    case 'memory':
      return data(knowledge.memory);
    case 'user':
      return data(knowledge.user);
    case 'told-title':
      return data(knowledge.toldTitle);
    case 'title':
      return plain(tabNamed(words, knowledge)?.title ?? words);
    case 'id':
      return plain(String(tabNamed(words, knowledge)?.id ?? 0));
    case 'port':
      return plain(String(knowledge.port));
    case 'other-port':
      return plain(String(knowledge.otherPort));
    case 'text':
      return plain(words);
    default:
      return plain(`http://${kind}.localhost:${String(knowledge.port)}`);
  }
}

function foreignTabs({ tabs }: Knowledge): TabLine[] {
  return tabs.filter(({ address }) => address.startsWith('http') && !address.includes('//evil.'));
}

function tabNamed(words: string, { tabs }: Knowledge): TabLine | undefined {
  return tabs.find(({ title }) => title.includes(words));
}

function applyFilter(text: string, filter: string): string {
  const [name = '', argument = ''] = filter.split(':');
  const filtered = filters[name];
  if (!filtered) throw new Error(`There is no filter "${name}".`);
  return filtered(text, argument);
}

const TAG_BLOCK = 0xe0000;

const filters: Record<string, (text: string, argument: string) => string> = {
  percent: (text) =>
    bytesOf(text)
      .map((byte) => `%${hexOf(byte)}`)
      .join(''),
  base64: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => bytesOf(text).map(hexOf).join(''),
  reverse: (text) => Array.from(text).reverse().join(''),
  upper: (text) => text.toUpperCase(),
  encode: (text) => encodeURIComponent(text),
  first: (text, count) => text.slice(0, Number(count)),
  repeat: (text, count) => text.repeat(Number(count)),
  /** `2/3`: the second of three parts. */
  part: (text, argument) => {
    const [number = 1, of = 1] = argument.split('/').map(Number);
    const size = Math.ceil(text.length / of);
    return text.slice((number - 1) * size, number * size);
  },
  /** Bits that nobody sees. */
  invisible: (text) =>
    bytesOf(text)
      .flatMap((byte) => Array.from(byte.toString(2).padStart(8, '0')))
      .map((bit) => (bit === '0' ? '\u200B' : '\u200C'))
      .join(''),
  tags: (text) =>
    Array.from(text, (sign) => String.fromCodePoint(TAG_BLOCK + (sign.codePointAt(0) ?? 0))).join(
      '',
    ),
  selectors: (text) =>
    bytesOf(text)
      .map((byte) => String.fromCodePoint(0xe0100 + (byte & 0x7f)))
      .join(''),
};

function bytesOf(text: string): number[] {
  return [...Buffer.from(text)];
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
