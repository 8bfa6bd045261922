/** From the strongest to the weakest. */
export const flowKinds = ['exact', 'normalised', 'decoded', 'split'] as const;
export type FlowKind = (typeof flowKinds)[number];

/** A text as it stands, where each unit is at its own index, or a strand of one. */
export interface TextView {
  readonly text: string;
  readonly starts?: readonly number[];
  readonly ends?: readonly number[];
}

export function startOf({ starts }: TextView, unit: number): number {
  return starts?.[unit] ?? unit;
}

export function endOf({ ends }: TextView, unit: number): number {
  return ends?.[unit] ?? unit + 1;
}

/** One separator among this many letters, or more, was put there to take them apart. */
const lettersPerSeparator = 4;

/** How units of a view of `text` were written, that is, what stands between them and was dropped. */
export function howWritten(
  text: string,
  own: TextView,
  held: TextView,
  { from, to, heldFrom }: { from: number; to: number; heldFrom: number },
): FlowKind {
  if (own.starts === undefined) return 'exact';
  let separators = 0;
  let pluses = 0;
  for (let unit = from + 1; unit < to; unit += 1) {
    if (!isApart(own, unit)) continue;
    if (!isApart(held, unit - from + heldFrom)) separators += 1;
    else if (text[endOf(own, unit - 1)] === '+') pluses += 1;
  }
  if (separators * lettersPerSeparator >= to - from) return 'split';
  return pluses > 0 ? 'decoded' : 'normalised';
}

function isApart(view: TextView, unit: number): boolean {
  return startOf(view, unit) > endOf(view, unit - 1);
}
