import { wall, type Strand } from './flow-strand';
import { normaliseText } from './normalise-text';

export interface ShortToken {
  /** In units of the normalised text. */
  readonly from: number;
  readonly to: number;
  /** In units of the text that holds it. */
  readonly heldFrom: number;
  readonly heldTo: number;
}

/** Shorter ones stand everywhere, longer ones are found like any other text. */
const sizes = [5, 6, 7];
const longestWritten = 16;

/** Codes, numbers and addresses that are too short to be found as text, where they stand alone. */
export function shortTokens(own: Strand, held: string): ShortToken[] {
  const tokens = tokensOf(held);
  if (tokens.size === 0) return [];
  const found: ShortToken[] = [];
  for (let from = 0; from < own.text.length; from += 1) {
    if (!isApart(own, from)) continue;
    for (const size of sizes) {
      const token = isApart(own, from + size) && tokens.get(own.text.slice(from, from + size));
      if (token) found.push({ from, to: from + size, ...token });
    }
  }
  return found;
}

function tokensOf(text: string): Map<string, Pick<ShortToken, 'heldFrom' | 'heldTo'>> {
  const tokens = new Map<string, Pick<ShortToken, 'heldFrom' | 'heldTo'>>();
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}@._+-]*/gu)) {
    if (written.length > longestWritten || !/[\p{N}@]/u.test(written)) continue;
    const token = normaliseText(written);
    if (!sizes.includes(token.text.length) || tokens.has(token.text)) continue;
    tokens.set(token.text, { heldFrom: index, heldTo: index + (token.ends.at(-1) ?? 0) });
  }
  return tokens;
}

/** Whether something that normalising drops, or nothing, stands before a unit. */
function isApart({ text, starts, ends }: Strand, unit: number): boolean {
  if (unit === 0 || unit === text.length) return true;
  if (text[unit - 1] === wall || text[unit] === wall) return true;
  return (starts[unit] ?? 0) > (ends[unit - 1] ?? 0);
}
