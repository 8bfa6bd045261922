import type { FlowMatch } from '../../lib/messaging/permission';
import { visibleText } from '../../lib/shared/visible-text';
import { ArgumentMarks, isInName } from './argument-marks';
import { humanName } from './argument-shape';
import { ArgumentValue } from './ArgumentValue';
import { HeldMarks } from './HeldMarks';
import { parseArguments, parseJson } from './parse-arguments';
import './argument-list.css';

interface ArgumentListProps {
  argumentsJson: string;
  /** What of them was read somewhere else. */
  marks?: readonly FlowMatch[];
}

/** What a tool was called with, readable. Nothing when it was called with nothing. */
export function ArgumentList({ argumentsJson, marks = [] }: ArgumentListProps) {
  const entries = parseArguments(argumentsJson);
  if (entries === undefined) {
    return (
      <>
        <pre className="argument-raw plain-text">{visibleText(argumentsJson)}</pre>
        <HeldMarks root={parseJson(argumentsJson)} marks={marks} />
      </>
    );
  }
  if (entries.length === 0) return null;
  return (
    <ArgumentMarks value={marks}>
      <dl className="argument-list">
        {entries.map(([name, value]) => (
          <div key={name} className="argument">
            <dt>{humanName(name)}</dt>
            <dd>
              <ArgumentValue value={value} path={[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <HeldMarks root={Object.fromEntries(entries)} marks={marks.filter(isInName)} />
    </ArgumentMarks>
  );
}

export function hasArguments(argumentsJson: string): boolean {
  return parseArguments(argumentsJson)?.length !== 0;
}
