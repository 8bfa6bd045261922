import { Fragment, useState, type ReactNode } from 'react';
import type { FlowMatch } from '../../lib/messaging/permission';
import { Button } from '../ui/Button';
import { firstOf, hiddenHost, lengthOf, segmentsOf, type Segment } from './text-segments';

const LONG_VALUE = 240;
const CLOSE = 16;

interface TextValueProps {
  text: string;
  matches?: readonly FlowMatch[];
}

export function TextValue({ text, matches = [] }: TextValueProps) {
  const segments = segmentsOf(text, matches);
  const length = segments.reduce((sum, segment) => sum + lengthOf(segment), 0);
  // What is pointed at must be there to be seen.
  const [whole, setWhole] = useState(() => matches.some(({ end }) => end > LONG_VALUE));
  const isLong = length > LONG_VALUE;
  const isCut = isLong && !whole;
  const leadsTo = hiddenHost(text);
  return (
    <>
      <span className="plain-text">
        <Segments segments={isCut ? firstOf(segments, LONG_VALUE) : segments} />
        {isCut && '…'}
      </span>
      {leadsTo !== undefined && (
        <span className="argument-quiet">
          leads to <strong>{leadsTo}</strong>
        </span>
      )}
      {length < text.replaceAll('\r\n', '\n').length && (
        <span className="argument-hint">Holds invisible characters</span>
      )}
      {isLong && (
        <MoreButton whole={whole} onToggle={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${length.toLocaleString('en')} characters`}
        </MoreButton>
      )}
    </>
  );
}

/** Marks that follow each other closely and come from one place are told where only once. */
function isToldLater(segments: readonly Segment[], index: number): boolean {
  const [gap, next] = segments.slice(index + 1);
  const isClose = gap !== undefined && gap.from === undefined && lengthOf(gap) <= CLOSE;
  return isClose && next !== undefined && next.from === segments[index]?.from;
}

function Segments({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ parts, from }, index) => {
    const words = parts.map(({ text, strong }, at) =>
      strong ? <strong key={at}>{text}</strong> : <Fragment key={at}>{text}</Fragment>,
    );
    return from === undefined ? (
      <Fragment key={index}>{words}</Fragment>
    ) : (
      <Fragment key={index}>
        <mark>{words}</mark>
        {!isToldLater(segments, index) && (
          <>
            <span className="argument-from"> from {from}</span>
            {index < segments.length - 1 && ' '}
          </>
        )}
      </Fragment>
    );
  });
}

interface MoreButtonProps {
  whole: boolean;
  onToggle: () => void;
  children: ReactNode;
}

export function MoreButton({ whole, onToggle, children }: MoreButtonProps) {
  return (
    <Button look="quiet" className="argument-more" aria-expanded={whole} onClick={onToggle}>
      {children}
    </Button>
  );
}
