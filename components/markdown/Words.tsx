import { memo, useState, type ReactNode } from 'react';
import type { Inline } from '../../lib/panel/markdown/inline';
import { parseInline } from '../../lib/panel/markdown/inline-parser';
import { Segmenter } from '../../lib/panel/markdown/segments';

interface WordsProps {
  text: string;
  unfinished?: boolean;
  inCell?: boolean;
  /** No marks, just text. */
  plain?: boolean;
}

/** In a longer block the rest is drawn without marks. */
const MOST_SEGMENTS = 150;
/** The browser breaks lines box by box; in one box, those of a megabyte would take it seconds. */
const SEGMENTS_IN_A_BOX = 40;

/** The words of a block, in segments: what has been drawn is not drawn again when more arrives. */
export function Words({ text, unfinished = false, inCell = false, plain = false }: WordsProps) {
  const [segmenter] = useState(() => new Segmenter());
  const segments = segmenter.segmentsOf(text);
  const drawnSegments = segments.map((segment, index) => (
    <Segment
      key={index}
      text={segment}
      unfinished={unfinished && index === segments.length - 1}
      inCell={inCell}
      plain={plain || index >= MOST_SEGMENTS}
    />
  ));
  if (segments.length <= SEGMENTS_IN_A_BOX) return drawnSegments;
  const boxes = Math.ceil(segments.length / SEGMENTS_IN_A_BOX);
  return Array.from({ length: boxes }, (_, index) => (
    <span key={index} className="md-stretch">
      {drawnSegments.slice(index * SEGMENTS_IN_A_BOX, (index + 1) * SEGMENTS_IN_A_BOX)}
    </span>
  ));
}

const Segment = memo(function Segment({ text, unfinished, inCell, plain }: Required<WordsProps>) {
  return plain ? text : drawn(parseInline(text, { unfinished, inCell }));
});

function drawn(inlines: readonly Inline[]): ReactNode[] {
  return inlines.map((inline, index) => <InlineView key={index} inline={inline} />);
}

function InlineView({ inline }: { inline: Inline }): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return <code className="md-inline-code">{inline.text}</code>;
    case 'break':
      return <br />;
    case 'emphasis':
      return <em>{drawn(inline.children)}</em>;
    case 'strong':
      return <strong>{drawn(inline.children)}</strong>;
    case 'strike':
      return <del>{drawn(inline.children)}</del>;
    case 'link':
      return (
        <Link href={inline.href}>
          {inline.host === null ? (
            drawn(inline.children)
          ) : (
            <>
              <bdi className="md-label">{drawn(inline.children)}</bdi> <Host host={inline.host} />
            </>
          )}
        </Link>
      );
    case 'image':
      return (
        <>
          <bdi>{inline.alt || 'Image'}</bdi>{' '}
          <Link href={inline.href}>
            <Host host={inline.host} />
          </Link>
        </>
      );
  }
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Stands apart, so that no direction mark in the words before it can turn it around. */
function Host({ host }: { host: string }) {
  return (
    <bdi dir="ltr" className="md-host">
      ({host})
    </bdi>
  );
}
