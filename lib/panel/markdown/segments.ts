/**
 * Cuts the text of a block into segments that are read and drawn one by one. A cut depends on
 * nothing that comes after it: while a text grows, only its last segment changes. So a paragraph
 * costs no more with every frame, however long it gets, and no mark reaches further than a segment.
 */

/** From here on, the first place at which nothing is open ends a segment. */
const SHORTEST = 1_000;
/** At this length it ends in any case. */
const LONGEST = 4_000;

export class Segmenter {
  #text = '';
  #segments: readonly string[] = [];
  /** Where the last segment, which may still grow, begins. */
  #settled = 0;

  segmentsOf(text: string): readonly string[] {
    if (text === this.#text) return this.#segments;
    let settled = this.#segments.slice(0, -1);
    if (!text.startsWith(this.#text.slice(0, this.#settled))) {
      settled = [];
      this.#settled = 0;
    }
    const segments = [...settled];
    for (;;) {
      const end = cutAfter(text, this.#settled);
      segments.push(text.slice(this.#settled, end ?? text.length));
      if (end === null) break;
      this.#settled = end;
    }
    this.#text = text;
    this.#segments = segments;
    return segments;
  }
}

const relevant = /[`*_~[\]()\s\\。，、！？；：]/g;

/** Where the segment that begins at `start` ends, or null when it may go on. */
function cutAfter(text: string, start: number): number | null {
  if (text.length - start <= SHORTEST) return null;
  const limit = start + LONGEST;
  const open = new OpenMarks();
  let lastSpace = -1;
  relevant.lastIndex = start;
  for (let found = relevant.exec(text); found; found = relevant.exec(text)) {
    const [character] = found;
    const at = found.index;
    if (at >= limit) break;
    if (/[\s。，、！？；：]/.test(character)) {
      if (at + 1 === text.length) break;
      if (at - start >= SHORTEST && open.isEmpty) return at + 1;
      lastSpace = at;
    } else if (character === '\\') {
      relevant.lastIndex = at + 2;
    } else {
      relevant.lastIndex = at + open.read(text, at);
    }
  }
  // One more than the limit, so that no pair of surrogates is cut before its second half is here.
  if (text.length <= limit + 1) return null;
  if (lastSpace - start >= SHORTEST) return lastSpace + 1;
  return isLowSurrogate(text.charCodeAt(limit)) ? limit + 1 : limit;
}

/** A rough count of what has been opened; the real reading happens inside a segment. */
class OpenMarks {
  #code = 0;
  #brackets = 0;
  #address = false;
  readonly #runs = new Set<string>();

  get isEmpty(): boolean {
    return this.#code === 0 && this.#brackets === 0 && !this.#address && this.#runs.size === 0;
  }

  /** Takes the mark at this place and says how long it is. */
  read(text: string, at: number): number {
    const character = text.charAt(at);
    let length = 1;
    if (character === '[' || character === ']' || character === '(' || character === ')') {
      if (this.#code === 0) this.#readBracket(text, at, character);
      return length;
    }
    while (text[at + length] === character) length += 1;
    if (character === '`') {
      if (this.#code === 0) this.#code = length;
      else if (this.#code === length) this.#code = 0;
    } else if (this.#code === 0) this.#readRun(text, at, character, length);
    return length;
  }

  #readBracket(text: string, at: number, character: string): void {
    if (character === '[') this.#brackets += 1;
    if (character === ']') {
      this.#brackets = Math.max(0, this.#brackets - 1);
      this.#address = text[at + 1] === '(';
    }
    if (character === ')') this.#address = false;
  }

  #readRun(text: string, at: number, character: string, length: number): void {
    const key = character.repeat(Math.min(length, 3));
    const mayClose = !/\s/.test(text.charAt(at - 1) || ' ');
    const mayOpen = !/\s/.test(text.charAt(at + length) || ' ');
    if (mayClose && this.#runs.has(key)) this.#runs.delete(key);
    else if (mayOpen && !(character === '_' && mayClose)) this.#runs.add(key);
  }
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
