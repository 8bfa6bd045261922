import { decodeVariants } from './decode-variants';
import { asItStands, seam, StrandBuilder, wall, type Strand } from './flow-strand';

/** Everything that an input says, in every way it may say it. */
export interface Needle extends Strand {
  /** From here on, readings of what is encoded. */
  readonly decodedFrom: number;
  /** From here on, the values of query parameters, one right after the other. */
  readonly spreadFrom: number;
  /** By unit, the string of the input that it stands in. */
  readonly strings: Int32Array;
  /** By unit, a number that is the same for neighbours in the same string and parameter. */
  readonly parts: Int32Array;
  readonly cut: boolean;
}

const mostDecoded = 200_000;
const mostInAll = 500_000;

/** Every address has them, whatever it is the address of. */
const schemes = /\bhttps?:\/\/(?:www\.)?/giu;
const parameters = /(?:^|[?&#\s\ufffe\uffff])[^?&#=\s\ufffe\uffff]{1,64}=([^?&#\s\ufffe\uffff]+)/gu;

/** `stringOf`: by unit of the text, the string of the input that it stands in. */
export function buildNeedle(text: string, stringOf: Int32Array): Needle {
  const builder = new StrandBuilder();
  const plain = asItStands(text);
  const decoded = decodeVariants(plain, mostDecoded);
  builder.addStrand(plain);
  builder.addWall();
  const decodedFrom = builder.length;
  builder.addStrand(decoded.strand);
  builder.addWall();
  const spreadFrom = builder.length;
  const spread = parameterValues(text);
  const room = mostInAll - spreadFrom - spread.text.length;
  const readings = decodeVariants(spread, room);
  if (room > 0) builder.addStrand(spread);
  builder.addWall();
  builder.addStrand(readings.strand);
  const strand = builder.build();
  const strings = Int32Array.from(strand.starts, (start) => stringOf[start] ?? -1);
  return {
    ...strand,
    text: strand.text.replace(schemes, (scheme) => seam.repeat(scheme.length)),
    decodedFrom,
    spreadFrom,
    strings,
    parts: partsOf(strand.text, strings),
    cut: decoded.cut || readings.cut || room <= 0,
  };
}

function parameterValues(text: string): Strand {
  const builder = new StrandBuilder();
  const found = [...text.matchAll(parameters)];
  if (found.length < 2) return builder.build();
  for (const { 0: parameter, 1: value = '', index } of found) {
    const end = index + parameter.length;
    builder.addAsIs(text, end - value.length, end);
    builder.add(seam, end, end);
  }
  return builder.build();
}

function partsOf(text: string, strings: Int32Array): Int32Array {
  let part = 0;
  return strings.map((string, unit) => {
    const isBarrier = text[unit] === seam || text[unit] === wall;
    if (isBarrier || (unit > 0 && string !== strings[unit - 1])) part += 1;
    return part;
  });
}
