import type { FlowMatch } from '../../lib/messaging/permission';
import { placeName } from '../../lib/shared/origin';
import { visibleLine, visibleText } from '../../lib/shared/visible-text';
import { isInName, markedText } from './argument-marks';

interface HeldMarksProps {
  /** The arguments as a whole, or the part of them that the paths lead from. */
  root: unknown;
  marks: readonly FlowMatch[];
}

/** What was read elsewhere, where its place in the text above cannot be pointed at. */
export function HeldMarks({ root, marks }: HeldMarksProps) {
  return marks.map((mark, index) => (
    <p key={index} className="argument-held">
      {isInName(mark) ? 'A name in it holds ' : 'Holds '}
      <mark className="plain-text">{visibleText(markedText(root, mark))}</mark>
      {` from ${visibleLine(placeName(mark.origin), 100)}`}
    </p>
  ));
}
