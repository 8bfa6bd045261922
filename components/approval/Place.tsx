import { placeName } from '../../lib/shared/origin';
import { visibleLine } from '../../lib/shared/visible-text';

/** As long as a host may be: cut at its end, it would read as another one. */
const NAME_LENGTH = 260;

/** A site, a server, a file or the browser itself, by the name that a person knows. */
export function Place({ origin }: { origin: string }) {
  return <strong className="place">{visibleLine(placeName(origin), NAME_LENGTH)}</strong>;
}

/** Some of them: "a", "a and b", "a, b and c". */
export function Places({ origins }: { origins: readonly string[] }) {
  return origins.map((origin, index) => (
    <span key={origin}>
      {index > 0 && (index === origins.length - 1 ? ' and ' : ', ')}
      <Place origin={origin} />
    </span>
  ));
}
