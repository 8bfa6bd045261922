export interface Cell {
  readonly at: number;
  readonly end: number;
  readonly isHead: boolean;
  readonly across: number;
  readonly down: number;
}

export interface TextCell extends Cell {
  readonly text: string;
}

interface Grid {
  readonly head: readonly string[];
  readonly body: readonly (readonly string[])[];
}

/**
 * Straight rows and columns. A cell that reaches down is repeated, for each row has to make sense
 * alone; one that reaches across is repeated in the head only, where it names its columns.
 */
export function gridOf(rows: readonly (readonly TextCell[])[], mostColumns: number): Grid {
  const heads = Math.max(1, headRows(rows));
  const grid: string[][] = [];
  const hanging = new Map<number, { text: string; rows: number }>();
  for (const [index, cells] of rows.entries()) {
    const line: string[] = [];
    const fill = () => {
      for (let held = hanging.get(line.length); held; held = hanging.get(line.length)) {
        if (held.rows === 1) hanging.delete(line.length);
        else hanging.set(line.length, { ...held, rows: held.rows - 1 });
        line.push(held.text);
      }
    };
    for (const { text, across, down } of cells) {
      fill();
      for (let step = 0; step < across && line.length < mostColumns; step += 1) {
        const shown = step === 0 || index < heads ? text : '';
        if (down > 1) hanging.set(line.length, { text: shown, rows: down - 1 });
        line.push(shown);
      }
    }
    fill();
    grid.push(line);
  }
  const width = grid.slice(0, heads).reduce((most, line) => Math.max(most, line.length), 0);
  const head = Array.from({ length: width }, (_, column) =>
    [...new Set(grid.slice(0, heads).map((line) => line[column] ?? ''))].filter(Boolean).join(' '),
  );
  return { head, body: grid.slice(heads) };
}

/** How many rows at the top consist of headings alone. */
function headRows(rows: readonly (readonly TextCell[])[]): number {
  const first = rows.findIndex((cells) => !cells.every(({ isHead }) => isHead));
  return first === -1 ? Math.min(rows.length, 1) : first;
}
