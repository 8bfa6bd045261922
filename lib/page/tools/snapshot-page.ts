import type { PageTool } from '../page-tool';
import type { PageWorld } from '../page-tools';
import type { SnapshotOptions } from '../snapshot/snapshot';
import { snapshotText } from '../snapshot/take-snapshot';
import { pageOf } from '../text-pages';
import { textIn } from './text-in';

export function createSnapshotPage({ sight, refs }: PageWorld): PageTool {
  return {
    offer: {
      name: 'snapshot_page',
      title: 'Look at the page',
      description:
        'Shows the structure of an attached page as assistive technology sees it: a line for each element with its ref (such as e12), role, state and name, indented by level; text follows a colon. Use it before acting on a page, or to find out what can be done on it. Refs stay valid while their element is on the page. Pass changes: true to see only what is different since the last snapshot. To read an article, use read_page.',
      parameters: {
        type: 'object',
        properties: {
          changes: {
            type: 'boolean',
            description:
              'Only what changed since the last snapshot: + is new, - is gone, ~ reads differently.',
          },
          scope: { type: 'string', description: 'Ref of an element, to look only inside of it.' },
          depth: {
            type: 'integer',
            minimum: 1,
            maximum: 100,
            description: 'How many levels to show.',
          },
          viewport: {
            type: 'boolean',
            description: 'Only what can be seen without scrolling.',
          },
          cursor: {
            type: 'string',
            description: 'Where the last part ended, to read on from there.',
          },
        },
      },
      effect: 'read',
      capability: 'read-page',
      frames: 'all',
      toolText: 'Looked at the page',
      icon: 'globe',
    },
    run: (input, { frame, room }) => {
      const choice = { cursor: textIn(input, 'cursor'), budget: room, prefix: frame };
      const scope = textIn(input, 'scope');
      if (input['changes'] === true && scope === undefined) {
        const changes = sight.changes(frame);
        if (changes === '') return frame === '' ? 'Nothing changed since the last snapshot.' : '';
        if (changes !== undefined) return pageOf({ text: changes }, choice).text;
      }
      const options: SnapshotOptions = {
        ...(scope === undefined ? {} : { scope: refs.elementOf(scope, frame) }),
        ...(typeof input['depth'] === 'number' ? { depth: input['depth'] } : {}),
        ...(input['viewport'] === true ? { viewport: true } : {}),
      };
      const text = snapshotText(sight.look(frame, options));
      if (text === '') return frame === '' ? 'The page shows nothing.' : '';
      return pageOf({ text }, choice).text;
    },
  };
}
