import { textOf, type ContentBlock } from '../../lib/messaging/content';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import { ArgumentList, hasArguments } from '../approval/ArgumentList';
import { imageSource } from './image-source';
import { permissionOf } from './tool-event-state';

/** The raw text of a result: never shown unasked, and never as anything but text. */
export function rawTextOf({ tooltip, blocks }: ToolUse): string {
  return tooltip === undefined || tooltip === '' ? textOf(blocks ?? []) : tooltip;
}

export function hasDetails(use: ToolUse): boolean {
  return (
    rawTextOf(use) !== '' ||
    imagesOf(use).length > 0 ||
    permissionOf(use) !== undefined ||
    hasArguments(argumentsOf(use))
  );
}

/** What it runs with. */
function argumentsOf({ call, editedJson }: ToolUse): string {
  return editedJson ?? call.argumentsJson;
}

export function ToolDetails({ use }: { use: ToolUse }) {
  const text = rawTextOf(use);
  const permission = permissionOf(use);
  return (
    <>
      {hasArguments(argumentsOf(use)) && <ArgumentList argumentsJson={argumentsOf(use)} />}
      {use.editedJson !== undefined && <p className="tool-details-note">You changed these.</p>}
      {permission !== undefined && <p className="tool-details-note plain-text">{permission}</p>}
      {use.inDoubt === true && (
        <p className="tool-details-note">It may have taken effect before it was interrupted.</p>
      )}
      {text !== '' && (
        <pre className="tool-details-text plain-text" tabIndex={0}>
          {text}
        </pre>
      )}
      {imagesOf(use).map((source, index) => (
        <img key={index} className="tool-details-image" src={source} alt="Result of the tool" />
      ))}
    </>
  );
}

function imagesOf({ blocks = [] }: ToolUse): string[] {
  return blocks.flatMap((block: ContentBlock) => {
    const source = block.type === 'image' ? imageSource(block) : undefined;
    return source === undefined ? [] : [source];
  });
}
