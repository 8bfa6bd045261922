import type { JsonObject } from '../../shared/json';
import { seam, wall } from './flow-strand';

interface PathStep {
  readonly parent: PathStep | undefined;
  readonly step: string | number;
}

/** A string of the input: a value, a number by its decimal text, or the name of a key. */
export interface InputPiece {
  readonly text: string;
  readonly inKey: boolean;
  /** Where its text begins in the text of all. */
  readonly offset: number;
  readonly at: PathStep | undefined;
}

export interface FlowInput {
  /** All values in order, then all keys. */
  readonly text: string;
  readonly pieces: readonly InputPiece[];
  readonly cut: boolean;
}

interface Found {
  readonly text: string;
  readonly at: PathStep | undefined;
}

const mostCharacters = 200_000;
/** Also ends what refers to itself. */
const mostNodes = 100_000;

export function readInput(input: JsonObject): FlowInput {
  const { values, keys, cut } = stringsOf(input);
  const pieces: InputPiece[] = [];
  let offset = 0;
  const place = (found: Found, inKey: boolean) => {
    pieces.push({ ...found, inKey, offset });
    offset += found.text.length + 1;
  };
  for (const value of values) place(value, false);
  if (values.length === 0) offset += 1;
  for (const key of keys) place(key, true);
  const text = [values, keys].map((list) => list.map((found) => found.text).join(seam)).join(wall);
  return { text, pieces, cut };
}

export function pathOf({ at }: InputPiece): (string | number)[] {
  const path: (string | number)[] = [];
  for (let step = at; step !== undefined; step = step.parent) path.push(step.step);
  return path.reverse();
}

/** Without recursion: an input may nest deeper than the stack is. */
function stringsOf(input: JsonObject): { values: Found[]; keys: Found[]; cut: boolean } {
  const values: Found[] = [];
  const keys: Found[] = [];
  const open: { value: unknown; at: PathStep | undefined }[] = [{ value: input, at: undefined }];
  let room = mostCharacters;
  let cut = false;
  const keep = (list: Found[], text: string, at: PathStep | undefined) => {
    if (text.length > room) cut = true;
    if (text === '' || room === 0) return;
    list.push({ text: text.slice(0, room), at });
    room -= Math.min(room, text.length + 1);
  };
  let nodes = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes += 1;
    if (room === 0 || nodes > mostNodes) return { values, keys, cut: true };
    const { value, at } = node;
    if (typeof value === 'string') keep(values, value, at);
    else if (typeof value === 'number') keep(values, String(value), at);
    else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) {
        open.push({ value: value[index], at: { parent: at, step: index } });
      }
    } else if (typeof value === 'object' && value !== null) {
      const entries: [string, unknown][] = Object.entries(value);
      for (const [key] of entries) keep(keys, key, { parent: at, step: key });
      for (const [key, inner] of entries.reverse()) {
        open.push({ value: inner, at: { parent: at, step: key } });
      }
    }
  }
  return { values, keys, cut };
}
