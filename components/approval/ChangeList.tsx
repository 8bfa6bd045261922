import type { FieldChange } from '../../lib/messaging/permission';
import { visibleText } from '../../lib/shared/visible-text';
import { TextValue } from './TextValue';
import './argument-list.css';
import './change-list.css';

/** What would be different: what it is called, what it was and what it becomes. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="argument-list change-list">
      {changes.map(({ name, before = '', after }, index) => (
        <div key={index} className="argument">
          <dt className="plain-text">{visibleText(name)}</dt>
          <dd>
            {before !== '' && (
              <>
                <span className="visually-hidden">was </span>
                <del>
                  <TextValue text={before} />
                </del>
                <span className="visually-hidden">, </span>
                <span className="change-arrow" aria-hidden="true">
                  {' → '}
                </span>
              </>
            )}
            <span className="visually-hidden">becomes </span>
            {after === '' ? (
              <span className="argument-quiet">empty</span>
            ) : (
              <ins>
                <TextValue text={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
