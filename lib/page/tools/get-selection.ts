import type { PageTool } from '../page-tool';
import type { PageWorld } from '../page-tools';
import { readSelection } from '../selection';
import { pageOf } from '../text-pages';
import { textIn } from './text-in';

export function createGetSelection({ document, shadowRootOf }: PageWorld): PageTool {
  return {
    offer: {
      name: 'get_selection',
      title: 'Read the selection',
      description:
        'Reads what the user has selected in an attached page. Use it when they say “this”, “the selected text” or “here”. Passwords and codes are never read.',
      parameters: {
        type: 'object',
        properties: {
          cursor: {
            type: 'string',
            description: 'Where the last part ended, to read on from there.',
          },
        },
      },
      effect: 'read',
      capability: 'read-page',
      frames: 'all',
      toolText: 'Read the selection',
      icon: 'globe',
    },
    run: (input, { frame, room }) => {
      const read = readSelection({ page: document, shadowRootOf });
      if (read === undefined) return frame === '' ? 'Nothing is selected in the page.' : '';
      const { text, links, leftOut, source } = read;
      const notes = source === 'field' ? ['It is selected in a field.', ...leftOut] : leftOut;
      const choice = { cursor: textIn(input, 'cursor'), budget: room, prefix: frame };
      return pageOf({ text, links, notes }, choice).text;
    },
  };
}
