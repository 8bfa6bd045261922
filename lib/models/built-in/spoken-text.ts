/** Long words are spoken in pieces as well. */
const LONGEST_PIECE = 60;

/**
 * Tags in which some models write calls and thoughts into their text. Here they can only come from
 * a text that is quoted: left whole, a page could have its words carried out.
 */
const MACHINE_TAG = /<(?=\/?(?:think|tool_call))/gi;

/** A text in the pieces in which it is streamed: words, with the space after them. */
export function* spokenPieces(text: string): Generator<string> {
  const harmless = text.replace(MACHINE_TAG, '‹');
  let start = 0;
  while (start < harmless.length) {
    const end = pieceEnd(harmless, start);
    yield harmless.slice(start, end);
    start = end;
  }
}

function pieceEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST_PIECE);
  let end = start;
  while (end < limit && !isSpace(text, end)) end += 1;
  while (end < limit && isSpace(text, end)) end += 1;
  // Half of a surrogate pair is no character.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length ? end + 1 : end;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}
