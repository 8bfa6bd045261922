const SHORTEST_PIECE = 500;

/**
 * The words of an answer, in blocks that end with a line: the browser lays out anew only the block
 * that grows. As one block, a long answer would cost more with every frame in which it arrives.
 */
export function AnswerText({ text }: { text: string }) {
  return (
    <div className="answer-text">
      {piecesOf(text).map((piece, index) => (
        <div key={index} className="plain-text">
          {piece}
        </div>
      ))}
    </div>
  );
}

/** Whatever follows, what was cut stays cut in the same places. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const newline = text.indexOf('\n', start + SHORTEST_PIECE);
    if (newline === -1 || newline === text.length - 1) return [...pieces, text.slice(start)];
    pieces.push(text.slice(start, newline + 1));
    start = newline + 1;
  }
}
