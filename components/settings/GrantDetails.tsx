import { Fragment, type ReactNode } from 'react';
import type { GrantView } from '../../lib/messaging/kept-data';
import { placeName } from '../../lib/shared/origin';
import { dateText } from './wording';

/** How far a permission reaches: chats, frames, inputs, time and number of calls. */
export function GrantDetails({ grant }: { grant: GrantView }) {
  const { frameOf, exactly, expiresAt, times, used = 0, fromPlan, standing, givenAt } = grant;
  const parts: ReactNode[] = [<Place key="place" grant={grant} />];
  if (frameOf !== undefined) {
    parts.push(
      <>
        inside <bdi>{placeName(frameOf)}</bdi>
      </>,
    );
  }
  if (exactly === true) parts.push('only for exactly one input');
  if (expiresAt !== undefined) {
    parts.push(`${standing === 'expired' ? 'ended' : 'until'} ${dateText(expiresAt)}`);
  }
  if (times !== undefined) {
    parts.push(`${used} of ${times} ${times === 1 ? 'call' : 'calls'} used`);
  }
  if (fromPlan === true) parts.push('from a plan');
  parts.push(`since ${dateText(givenAt)}`);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      {part}
    </Fragment>
  ));
}

function Place({ grant: { scope, chatTitle } }: { grant: GrantView }) {
  if (scope === 'always') return 'In every chat';
  if (chatTitle === undefined || chatTitle === '') return 'In a chat that is gone';
  return (
    <>
      In the chat “<bdi>{chatTitle}</bdi>”
    </>
  );
}
