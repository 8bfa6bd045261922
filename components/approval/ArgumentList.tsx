import { useState } from 'react';
import { asJsonObject } from '../../lib/shared/json';
import { visibleText } from '../../lib/shared/visible-text';
import { Button } from '../ui/Button';
import './argument-list.css';

const LONG_VALUE = 240;

/** What a tool was called with, readable. Nothing when it was called with nothing. */
export function ArgumentList({ argumentsJson }: { argumentsJson: string }) {
  const input = readObject(argumentsJson);
  if (input === undefined) {
    return <pre className="argument-raw plain-text">{visibleText(argumentsJson)}</pre>;
  }
  const entries = Object.entries(input);
  if (entries.length === 0) return null;
  return (
    <dl className="argument-list">
      {entries.map(([name, value]) => (
        <div key={name} className="argument">
          <dt>{humanName(name)}</dt>
          <dd>
            <ArgumentValue text={textOfValue(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function hasArguments(argumentsJson: string): boolean {
  const input = readObject(argumentsJson);
  return input === undefined || Object.keys(input).length > 0;
}

function ArgumentValue({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const visible = visibleText(text);
  const isLong = visible.length > LONG_VALUE;
  return (
    <>
      <span className="plain-text">
        {isLong && !whole ? `${visible.slice(0, LONG_VALUE)}…` : visible}
      </span>
      {visible.length < text.replaceAll('\r\n', '\n').length && (
        <span className="argument-hint">Holds invisible characters</span>
      )}
      {isLong && (
        <Button
          look="quiet"
          className="argument-more"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show all ${visible.length.toLocaleString('en')} characters`}
        </Button>
      )}
    </>
  );
}

function readObject(argumentsJson: string) {
  if (argumentsJson.trim() === '') return {};
  try {
    return asJsonObject(JSON.parse(argumentsJson));
  } catch {
    return undefined;
  }
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2);
}

/** `arrival_date` and `arrivalDate` both read as "Arrival date". */
function humanName(name: string): string {
  const words = visibleText(name)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  const text = words.replace(/\b(url|id)\b/g, (word) => word.toUpperCase());
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
