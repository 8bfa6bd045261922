import { readArticle } from '../article/read-article';
import type { PageTool } from '../page-tool';
import type { PageWorld } from '../page-tools';
import { readSelection } from '../selection';
import { pageOf } from '../text-pages';
import { textIn } from './text-in';

export function createReadPage({ document, shadowRootOf }: PageWorld): PageTool {
  return {
    offer: {
      name: 'read_page',
      title: 'Read the page',
      description:
        'Reads the main content of an attached page as Markdown. Use it to answer questions about the page, to summarise it or to quote it. A number behind words, such as [3], is a link that is listed below the text. Long pages come in parts: pass the cursor of the last part to read on. Do not use it to find something to click.',
      parameters: {
        type: 'object',
        properties: {
          part: {
            enum: ['main', 'selection'],
            description: 'What to read: the main content, or only what the user has selected.',
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
      toolText: 'Read the page',
      icon: 'globe',
    },
    run: (input, { frame, room }) => {
      const world = { page: document, shadowRootOf };
      const read =
        textIn(input, 'part') === 'selection' ? readSelection(world) : readArticle(world);
      if (read === undefined) return frame === '' ? 'Nothing is selected in the page.' : '';
      const { text, links, leftOut } = read;
      if (text === '') return frame === '' ? 'The page shows no text.' : '';
      const choice = { cursor: textIn(input, 'cursor'), budget: room, prefix: frame };
      return pageOf({ text, links, notes: leftOut }, choice).text;
    },
  };
}
