import { useContext, useState, type ReactNode } from 'react';
import { ArgumentMarks, isInName, marksAt, marksWithin, type ArgumentPath } from './argument-marks';
import { entriesOf, humanName, inlineOf, isObject, textOfValue } from './argument-shape';
import { HeldMarks } from './HeldMarks';
import { MoreButton, TextValue } from './TextValue';

const MANY_ITEMS = 8;
/** Beyond this, indentation says less than JSON does. */
const DEEPEST = 3;

interface ArgumentValueProps<Value = unknown> {
  value: Value;
  /** Where in the arguments it stands. */
  path: ArgumentPath;
}

/** A value in its own shape: a list as a list, an object as names and values, the rest as text. */
export function ArgumentValue({ value, path }: ArgumentValueProps) {
  if (!isObject(value) || path.length > DEEPEST) return <PlainValue value={value} path={path} />;
  if (Array.isArray(value)) return <ListValue value={value} path={path} />;
  return <ObjectValue value={value} path={path} />;
}

function PlainValue({ value, path }: ArgumentValueProps) {
  const marks = useContext(ArgumentMarks);
  const text = textOfValue(value);
  if (!isObject(value)) return <TextValue text={text} matches={marksAt(marks, path)} />;
  const inside = marksWithin(marks, path)
    .filter((mark) => !isInName(mark))
    .map((mark) => ({ ...mark, path: mark.path.slice(path.length) }));
  return (
    <>
      <TextValue text={text} />
      <HeldMarks root={value} marks={inside} />
    </>
  );
}

function ListValue({ value, path }: ArgumentValueProps<readonly unknown[]>) {
  const { shown, more } = useFirst([...value.entries()], path);
  if (value.length === 0) return <Nothing />;
  return (
    <>
      <ul className="argument-items">
        {shown.map(([index, item]) => (
          <li key={index}>
            <ItemValue value={item} path={[...path, index]} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** A thing with a name of its own is told by it, with the rest beside it. */
function ItemValue({ value, path }: ArgumentValueProps) {
  const inline = inlineOf(value);
  if (!inline) return <ArgumentValue value={value} path={path} />;
  const [titleName, title] = inline.title;
  return (
    <>
      <PlainValue value={title} path={[...path, titleName]} />
      {inline.rest.map(([name, inner]) => (
        <span key={name} className="argument-quiet">
          {humanName(name)} <PlainValue value={inner} path={[...path, name]} />
        </span>
      ))}
    </>
  );
}

function ObjectValue({ value, path }: ArgumentValueProps<object>) {
  const entries = entriesOf(value);
  const { shown, more } = useFirst(entries, path);
  if (entries.length === 0) return <Nothing />;
  return (
    <>
      <dl className="argument-rows">
        {shown.map(([name, inner]) => (
          <div key={name} className="argument">
            <dt>{humanName(name)}</dt>
            <dd>
              <ArgumentValue value={inner} path={[...path, name]} />
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

interface First<Item> {
  shown: readonly Item[];
  more: ReactNode;
}

/** The first few, and a button that tells how many there are and shows them. */
function useFirst<Step extends string | number>(
  items: readonly (readonly [Step, unknown])[],
  path: ArgumentPath,
): First<readonly [Step, unknown]> {
  const marks = useContext(ArgumentMarks);
  // What is marked is shown, wherever it stands.
  const [whole, setWhole] = useState(() =>
    items.slice(MANY_ITEMS).some(([step]) => marksWithin(marks, [...path, step]).length > 0),
  );
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
