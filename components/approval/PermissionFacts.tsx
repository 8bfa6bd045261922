import type { InteractionRequest } from '../../lib/messaging/permission';
import { unchangedMarks } from './argument-marks';
import { ArgumentList } from './ArgumentList';
import { ChangeList } from './ChangeList';
import { Disclosure } from './Disclosure';
import { LeavingData } from './LeavingData';
import { parseArguments } from './parse-arguments';
import { Place } from './Place';

interface PermissionFactsProps {
  argumentsJson: string;
  /** What the person made of them. */
  editedJson: string | undefined;
  request: InteractionRequest;
}

/** All that a person decides by. */
export function PermissionFacts({ argumentsJson, editedJson, request }: PermissionFactsProps) {
  const { foreignOrigin, toolChanges = [], changes = [], leaves, reason, undo } = request;
  const isEdited = editedJson !== undefined;
  const marks = leaves?.matches ?? [];
  return (
    <>
      {foreignOrigin !== undefined && (
        <p className="card-reason">
          These words are from <Place origin={foreignOrigin} />, not from Tandem.
        </p>
      )}
      {toolChanges.length > 0 && (
        <div className="card-changed">
          <p>This tool changed since you allowed it.</p>
          <Disclosure label="What changed">
            <ChangeList changes={toolChanges} />
          </Disclosure>
        </div>
      )}
      {changes.length > 0 && <ChangeList changes={changes} />}
      <ArgumentList
        argumentsJson={editedJson ?? argumentsJson}
        marks={
          isEdited
            ? unchangedMarks(marks, parseArguments(argumentsJson), parseArguments(editedJson))
            : marks
        }
      />
      {isEdited && (
        <p className="card-reason">
          {changes.length > 0
            ? 'You changed these. The differences above were made out before.'
            : 'You changed these.'}
        </p>
      )}
      {leaves && <LeavingData request={request} leaves={leaves} />}
      {reason !== '' && !leaves && (
        <p className="card-reason plain-text" dir="auto">
          {reason}
        </p>
      )}
      {undo !== undefined && undo !== '' && (
        <p className="card-reason plain-text" dir="auto">
          {undo}
        </p>
      )}
      {request.browserPermissions.length > 0 && (
        <p className="card-reason" dir="auto">
          Your browser will ask you as well.
        </p>
      )}
    </>
  );
}
