import { useState, type ReactNode } from 'react';
import { visibleText } from '../../lib/shared/visible-text';
import { Button } from '../ui/Button';
import { entriesOf, humanName, inlineOf, isObject, textOfValue } from './argument-shape';

const LONG_VALUE = 240;
const MANY_ITEMS = 8;
/** Beyond this, indentation says less than JSON does. */
const DEEPEST = 3;

interface ArgumentValueProps {
  value: unknown;
  depth?: number;
}

/** A value in its own shape: a list as a list, an object as names and values, the rest as text. */
export function ArgumentValue({ value, depth = 0 }: ArgumentValueProps) {
  if (!isObject(value) || depth >= DEEPEST) return <TextValue text={textOfValue(value)} />;
  if (Array.isArray(value)) return <ListValue items={value} depth={depth + 1} />;
  return <ObjectValue value={value} depth={depth + 1} />;
}

function ListValue({ items, depth }: { items: readonly unknown[]; depth: number }) {
  const { shown, more } = useFirst(items);
  if (items.length === 0) return <Nothing />;
  return (
    <>
      <ul className="argument-items">
        {shown.map((item, index) => (
          <li key={index}>
            <ItemValue item={item} depth={depth} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** A thing with a name of its own is told by it, with the rest beside it. */
function ItemValue({ item, depth }: { item: unknown; depth: number }) {
  const inline = inlineOf(item);
  if (!inline) return <ArgumentValue value={item} depth={depth} />;
  return (
    <>
      <TextValue text={inline.title} />
      {inline.rest.map(([name, value]) => (
        <span key={name} className="argument-quiet">
          {humanName(name)} <TextValue text={textOfValue(value)} />
        </span>
      ))}
    </>
  );
}

function ObjectValue({ value, depth }: { value: object; depth: number }) {
  const entries = entriesOf(value);
  const { shown, more } = useFirst(entries);
  if (entries.length === 0) return <Nothing />;
  return (
    <>
      <dl className="argument-rows">
        {shown.map(([name, inner]) => (
          <div key={name} className="argument">
            <dt>{humanName(name)}</dt>
            <dd>
              <ArgumentValue value={inner} depth={depth} />
            </dd>
          </div>
        ))}
      </dl>
      {more}
    </>
  );
}

function Nothing() {
  return <span className="argument-quiet">None</span>;
}

/** The first few, and a button that tells how many there are and shows them. */
function useFirst<Item>(items: readonly Item[]): { shown: readonly Item[]; more: ReactNode } {
  const [whole, setWhole] = useState(false);
  if (items.length <= MANY_ITEMS) return { shown: items, more: null };
  return {
    shown: whole ? items : items.slice(0, MANY_ITEMS),
    more: (
      <MoreButton whole={whole} onToggle={() => setWhole(!whole)}>
        {whole ? 'Show fewer' : `Show all ${items.length.toLocaleString('en')}`}
      </MoreButton>
    ),
  };
}

function TextValue({ text }: { text: string }) {
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
        <MoreButton whole={whole} onToggle={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${visible.length.toLocaleString('en')} characters`}
        </MoreButton>
      )}
    </>
  );
}

interface MoreButtonProps {
  whole: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function MoreButton({ whole, onToggle, children }: MoreButtonProps) {
  return (
    <Button look="quiet" className="argument-more" aria-expanded={whole} onClick={onToggle}>
      {children}
    </Button>
  );
}
