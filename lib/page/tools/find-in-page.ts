import { findText, type FoundText, type TextMatch } from '../find-text';
import type { PageTool } from '../page-tool';
import type { PageWorld } from '../page-tools';
import { bodyOf } from '../unclobbered';
import { textIn } from './text-in';

const MOST = 20;

export function createFindInPage({ document, shadowRootOf, refs }: PageWorld): PageTool {
  return {
    offer: {
      name: 'find_in_page',
      title: 'Find in the page',
      description:
        'Finds a text in an attached page, whatever its case, and shows each place with the words around it and the ref of its element. Use it to check whether a long page says something, or where. Do not use it to read a page as a whole.',
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string', minLength: 1, maxLength: 300, description: 'The text to find.' },
        },
        required: ['text'],
      },
      effect: 'read',
      capability: 'read-page',
      frames: 'all',
      toolText: 'Searched the page',
      icon: 'search',
    },
    run: (input, { frame, room }) => {
      const query = textIn(input, 'text') ?? '';
      const root = bodyOf(document);
      if (root === null) return frame === '' ? 'The page shows no text.' : '';
      const found = findText(query, { root, shadowRootOf, most: MOST });
      if (found.total === 0) return frame === '' ? `Not found.${stoppedEarly(found)}` : '';
      const lines = found.matches.map((match) => {
        return `- ${refs.refOf(match.element, frame)}: ${inContext(match)}`;
      });
      return fitted(lines, found, room);
    },
  };
}

function inContext({ before, match, after }: TextMatch): string {
  return `…${before}«${match}»${after}…`.replace(/\s+/g, ' ');
}

function fitted(lines: readonly string[], found: FoundText, room: number): string {
  const head =
    found.kind === 'phrase'
      ? `${found.total} found.`
      : `The text is not there word for word; ${found.total} places have all of its words.`;
  let left = room - head.length - 200;
  const shown = lines.filter((line) => (left -= line.length + 1) >= 0);
  const rest = found.total - shown.length;
  const end = rest > 0 ? [`${rest} more are not shown; search for a longer text.`] : [];
  return [head + stoppedEarly(found), ...shown, ...end].join('\n');
}

function stoppedEarly({ exhausted }: FoundText): string {
  return exhausted === undefined ? '' : ' The page is very large, and not all of it was searched.';
}
