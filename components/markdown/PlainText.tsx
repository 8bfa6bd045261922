import { memo } from 'react';
import { Words } from './Words';

const SHORTEST_PIECE = 2_000;

/** Text as it was written, in blocks that end with a line: only the last one is laid out anew. */
export function PlainText({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => <Piece key={index} text={piece} />);
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <div className="plain-text">
      <Words text={text} plain />
    </div>
  );
});

/** Whatever follows, what was cut stays cut in the same places. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const newline = text.indexOf('\n', start + SHORTEST_PIECE);
    if (newline === -1 || newline === text.length - 1) return [...pieces, text.slice(start)];
    pieces.push(text.slice(start, newline + 1));
    start = newline + 1;
  }
}
