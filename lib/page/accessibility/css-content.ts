import { givenAttribute } from '../unclobbered';

const part = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|attr\(\s*([\w-]+)\s*\))/y;
const escape = /\\(?:([0-9a-fA-F]{1,6})\s?|\n|([\s\S]))/g;

/** What a `content` says in words: strings and attributes, or its alternative text after a slash. */
export function readCssContent(element: Element, content: string): string {
  const slash = alternativeAt(content);
  const source = slash === undefined ? content : content.slice(slash);
  let text = '';
  part.lastIndex = 0;
  for (let at = 0; at < source.length && source.slice(at).trim() !== ''; at = part.lastIndex) {
    part.lastIndex = at;
    const found = part.exec(source);
    // Counters, quotes and pictures have no words of their own.
    if (!found) return '';
    const [, quoted, attribute] = found;
    text +=
      quoted === undefined ? (givenAttribute(element, attribute ?? '') ?? '') : unescape(quoted);
  }
  return text;
}

/** Where the alternative text begins: after a slash that is in no string. */
function alternativeAt(content: string): number | undefined {
  const outside = content.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (quoted) => ' '.repeat(quoted.length));
  const slash = outside.search(/\s\/\s/);
  return slash < 0 ? undefined : slash + 2;
}

function unescape(quoted: string): string {
  return quoted.replace(escape, (_all, hex: string | undefined, character: string | undefined) => {
    if (hex === undefined) return character ?? '';
    const code = Number.parseInt(hex, 16);
    return code === 0 || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
}
