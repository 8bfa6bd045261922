/** The part of a link after its label, from the parenthesis on. */
export interface Destination {
  readonly address: string;
  /** Where the text goes on after it. */
  readonly end: number;
}

const MAX_PARENTHESES = 16;

export function destinationAt(source: string, at: number): Destination | null {
  if (source[at] !== '(') return null;
  const start = skipSpace(source, at + 1);
  const found = source[start] === '<' ? bracketed(source, start) : bare(source, start);
  if (!found) return null;
  const end = skipTitle(source, found.end);
  return source[end] === ')' ? { address: found.address, end: end + 1 } : null;
}

function bracketed(source: string, start: number): Destination | null {
  const [match, address] = /^<([^<>\n]*)>/.exec(source.slice(start)) ?? [];
  return match === undefined ? null : { address: address ?? '', end: start + match.length };
}

function bare(source: string, start: number): Destination | null {
  let depth = 0;
  let end = start;
  for (; end < source.length; end += 1) {
    const character = source.charAt(end);
    if (/\s/.test(character)) break;
    if (character === '\\') end += 1;
    else if (character === '(') {
      depth += 1;
      if (depth > MAX_PARENTHESES) return null;
    } else if (character === ')') {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  if (depth !== 0 || end > source.length) return null;
  return { address: source.slice(start, end).replace(/\\([!-/:-@[-`{-~])/g, '$1'), end };
}

/** A title is stepped over: what is not seen should not be said. */
function skipTitle(source: string, at: number): number {
  const start = skipSpace(source, at);
  const quote = source[start];
  if (start === at || (quote !== '"' && quote !== "'")) return start;
  const end = source.indexOf(quote, start + 1);
  return end === -1 ? start : skipSpace(source, end + 1);
}

function skipSpace(source: string, at: number): number {
  let end = at;
  while (/\s/.test(source.charAt(end))) end += 1;
  return end;
}

/** A link whose address has not arrived in full: `](https://exam`. */
export function endsInDestination(source: string, at: number): boolean {
  return (
    source[at] === '(' &&
    /^\((?:\s*<?[^\s<>()]*|\s*[^\s<>()]+\s+["'][^"'\n]*)$/.test(source.slice(at))
  );
}

const bareAddress = /https?:\/\/[\p{L}\p{N}\p{M}!#-;=?-[\]_a-z~]+/iuy;
const before = /[\s*_~([{<>"'“‘«,;|—–\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。，、：（「]/u;

/** An address that stands in the text as it is, without the punctuation around it. */
export function bareAddressAt(source: string, at: number): string | null {
  if (at > 0 && !before.test(source.charAt(at - 1))) return null;
  bareAddress.lastIndex = at;
  const found = bareAddress.exec(source)?.[0];
  if (found === undefined) return null;
  return found.slice(0, endOfAddress(found));
}

/** Brackets that were opened before the address belong to the text, and so does its punctuation. */
function endOfAddress(address: string): number {
  const surplus = new Map<string, number>([
    [')', count(address, ')') - count(address, '(')],
    [']', count(address, ']') - count(address, '[')],
  ]);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const tooMany = surplus.get(last);
    if (tooMany === undefined ? !/[?!.,:;*_~'"]/.test(last) : tooMany <= 0) break;
    if (tooMany !== undefined) surplus.set(last, tooMany - 1);
  }
  return end;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
