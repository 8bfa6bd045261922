export interface Target {
  op: '<=' | '>=' | '==';
  value: number;
}

export interface Row {
  name: string;
  value: number;
  unit: string;
  target?: Target;
  met?: boolean;
}

export function row(name: string, value: number, unit: string, target?: Target): Row {
  const rounded = Number(value.toPrecision(4));
  if (!target) return { name, value: rounded, unit };
  return { name, value: rounded, unit, target, met: holds(value, target) };
}

/** A row whose value a target of its own bounds from above. */
export function atMost(name: string, value: number, unit: string, limit: number): Row {
  return row(name, value, unit, { op: '<=', value: limit });
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, value, unit, target, met }) => [
    name,
    `${String(value)} ${unit}`,
    target ? `${target.op} ${String(target.value)}` : '',
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  return cells
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

function holds(value: number, target: Target): boolean {
  if (target.op === '<=') return value <= target.value;
  return target.op === '>=' ? value >= target.value : value === target.value;
}
