import { memo } from 'react';
import { visibleLine } from '../../lib/shared/visible-text';
import type { CodeBlock } from '../../lib/panel/markdown/block';
import { CopyCode } from './CopyCode';
import { Words } from './Words';

export function CodeView({ block: { language, pieces } }: { block: CodeBlock }) {
  const label = visibleLine(language, Infinity);
  const name = label === '' ? 'Code' : `Code, ${visibleLine(label, 30)}`;
  return (
    <div className="md-code">
      <div className="md-code-head">
        <span className="md-code-language">{label || 'Code'}</span>
        <CopyCode pieces={pieces} />
      </div>
      <pre dir="ltr" tabIndex={0} role="group" aria-label={name}>
        <code>
          {pieces.map((piece, index) => (
            <Piece key={index} text={piece} />
          ))}
        </code>
      </pre>
    </div>
  );
}

/** Ends with a line, so it can be a box of its own that is not laid out again. */
const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <span className="md-code-piece">
      <Words text={text} plain />
    </span>
  );
});
