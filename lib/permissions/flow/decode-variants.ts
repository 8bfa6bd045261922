import { decodeBase64, decodeHexadecimal } from './decode-bytes';
import { StrandBuilder, through, type Strand } from './flow-strand';
import { normaliseText } from './normalise-text';
import { unescapeText } from './unescape-text';

const escapedAtMost = 3;
const packedAtMost = 2;

/**
 * All that a text may say to one who decodes it, one reading after the other. `room` is how long
 * that may become, and `cut` says that it was not enough.
 */
export function decodeVariants(strand: Strand, room: number): { strand: Strand; cut: boolean } {
  const builder = new StrandBuilder();
  let cut = false;
  for (const variant of readings(strand, packedAtMost)) {
    if (builder.length + variant.text.length < room) {
      builder.addStrand(variant);
      builder.addWall();
    } else {
      cut = true;
    }
  }
  return { strand: builder.build(), cut };
}

function* readings(strand: Strand, depth: number): Generator<Strand> {
  if (depth === 0) return;
  let unescaped = strand;
  for (let time = 0; time < escapedAtMost; time += 1) {
    const next = unescapeText(unescaped.text);
    if (next === undefined) break;
    unescaped = through(unescaped, next);
    yield unescaped;
  }
  // A token may itself be escaped, so the last reading is unpacked; the first because it may not be.
  for (const packed of new Set([strand, unescaped])) {
    for (const unpacked of unpack(packed)) {
      yield unpacked;
      yield* readings(unpacked, depth - 1);
    }
  }
}

function* unpack(strand: Strand): Generator<Strand> {
  const fromBase64 = decodeBase64(strand.text);
  if (fromBase64 !== undefined) yield through(strand, fromBase64);
  // Bytes are often written apart, as in `73 65 63`: normalising moves them together.
  const digits = through(strand, normaliseText(strand.text));
  const fromHexadecimal = decodeHexadecimal(digits.text);
  if (fromHexadecimal !== undefined) yield through(digits, fromHexadecimal);
}
