import { memo, useState } from 'react';
import { Blocks } from './BlockView';
import { MarkdownDocument } from '../../lib/panel/markdown/markdown-document';
import { PlainText } from './PlainText';
import './markdown.css';

interface MarkdownProps {
  text: string;
  /** More is on its way. */
  unfinished?: boolean;
}

/**
 * Words of a model. Nothing of them becomes markup: they are read to a closed set of blocks, and
 * each of those is drawn by a component of ours.
 */
export const Markdown = memo(function Markdown({ text, unfinished = false }: MarkdownProps) {
  // Remembers what it has read; what it answers depends on nothing but the text.
  const [markdown] = useState(() => new MarkdownDocument());
  const { blocks, rest } = markdown.read(text, unfinished);
  return (
    <div className="markdown">
      <Blocks pages={blocks} />
      {rest !== '' && <PlainText text={rest} />}
    </div>
  );
});
