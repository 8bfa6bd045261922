import { nestsDeeperThan } from '../../lib/shared/json';
import { visibleText } from '../../lib/shared/visible-text';
import { entriesOf, humanName, isObject } from './argument-shape';
import { ArgumentValue } from './ArgumentValue';
import './argument-list.css';

/** What lies deeper cannot even be written as JSON again. */
const READABLE_DEPTH = 100;

/** What a tool was called with, readable. Nothing when it was called with nothing. */
export function ArgumentList({ argumentsJson }: { argumentsJson: string }) {
  const entries = readEntries(argumentsJson);
  if (entries === undefined) {
    return <pre className="argument-raw plain-text">{visibleText(argumentsJson)}</pre>;
  }
  if (entries.length === 0) return null;
  return (
    <dl className="argument-list">
      {entries.map(([name, value]) => (
        <div key={name} className="argument">
          <dt>{humanName(name)}</dt>
          <dd>
            <ArgumentValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function hasArguments(argumentsJson: string): boolean {
  return readEntries(argumentsJson)?.length !== 0;
}

function readEntries(argumentsJson: string): [string, unknown][] | undefined {
  if (argumentsJson.trim() === '') return [];
  try {
    const input: unknown = JSON.parse(argumentsJson);
    if (!isObject(input) || Array.isArray(input)) return undefined;
    return nestsDeeperThan(input, READABLE_DEPTH) ? undefined : entriesOf(input);
  } catch {
    return undefined;
  }
}
