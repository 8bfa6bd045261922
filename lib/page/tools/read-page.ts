import type { PageTool } from '../page-tool';
import type { PageWorld } from '../page-tools';

export function createReadPage({ document }: PageWorld): PageTool {
  return {
    offer: {
      name: 'read_page',
      title: 'Read the page',
      description:
        'Reads the main content of an attached page as Markdown. Use it to answer questions about the page, to summarise it or to quote it. Long pages come in parts: pass the cursor of the last part to go on. Do not use it to find something to click.',
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
      toolText: 'Read the page',
      icon: 'globe',
    },
    run: (_input, { room }) => document.body.innerText.slice(0, room),
  };
}
