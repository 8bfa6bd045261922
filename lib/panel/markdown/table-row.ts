import type { Alignment, Row } from './block';

/** A wider table is left as the text it is: nobody could read it, and its layout would take seconds. */
const MAX_COLUMNS = 64;

/** The cells of a line, or null when there are more than a table may have. */
export function cellsOf(line: string): string[] | null {
  const text = line.trim();
  const cells: string[] = [];
  let cell = '';
  let from = text.startsWith('|') ? 1 : 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') {
      if (text[at + 1] === '|') {
        cell += text.slice(from, at);
        from = at + 1;
      }
      at += 1;
    } else if (character === '|') {
      if (cells.length === MAX_COLUMNS) return null;
      cells.push((cell + text.slice(from, at)).trim());
      cell = '';
      from = at + 1;
    }
  }
  if (from < text.length || cell !== '') cells.push((cell + text.slice(from)).trim());
  return cells.length > MAX_COLUMNS ? null : cells;
}

/** What the line of dashes under a header says, or null when it is no such line. */
export function alignmentsOf(line: string): Alignment[] | null {
  if (!/^[|:-]/.test(line) || !line.includes('|')) return null;
  const cells = cellsOf(line);
  if (!cells?.every((cell) => /^:?-+:?$/.test(cell))) return null;
  return cells.map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'end';
    return cell.startsWith(':') ? 'start' : null;
  });
}

/** Exactly as many cells as there are columns; what is too much stays readable in the last one. */
export function fitted(cells: Row, columns: number): Row {
  if (cells.length > columns) {
    return [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(' | ')];
  }
  return [...cells, ...Array.from({ length: columns - cells.length }, () => '')];
}
