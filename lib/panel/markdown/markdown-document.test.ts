import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, ListItem } from './block';
import { plainTextOf } from './inline';
import { parseInline } from './inline-parser';
import { MarkdownDocument, type MarkdownView } from './markdown-document';
import { Segmenter } from './segments';
import { hostileMarkdown, markdownText } from '../../../tests/support/arbitrary-markdown';

const read = (text: string, unfinished = false) => new MarkdownDocument().read(text, unfinished);

/** All that can be read in it, in order. */
function wordsOf({ blocks, rest }: MarkdownView): string {
  return [...blocks.flat().map(wordsOfBlock), rest].join('\n');
}

function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return drawnWords(block.text);
    case 'code':
      return `${block.language}\n${block.pieces.join('')}`;
    case 'quote':
      return block.children.flat().map(wordsOfBlock).join('\n');
    case 'list':
      return block.items.flat().map(wordsOfItem).join('\n');
    case 'table':
      return [block.header, ...block.rows.flat()].flat().map(drawnWords).join('\n');
    case 'rule':
      return '';
  }
}

/** A ticked box stands for its `x`. */
const wordsOfItem = ({ checked, children }: ListItem) =>
  (checked ? 'x' : '') + children.flat().map(wordsOfBlock).join('\n');

const drawnWords = (text: string) =>
  new Segmenter()
    .segmentsOf(text)
    .map((segment) => plainTextOf(parseInline(segment)))
    .join('');

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

describe('a text read while it arrives', () => {
  const splits = fc.array(fc.nat(), { maxLength: 12 });

  it.each([
    ['still arriving', true],
    ['complete', false],
  ])('is read as it would be at once, %s', (_title, unfinished) => {
    fc.assert(
      fc.property(markdownText, splits, (text, places) => {
        const document = new MarkdownDocument();
        const ends = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
        for (const end of ends) document.read(text.slice(0, end), true);
        expect(document.read(text, unfinished)).toEqual(read(text, unfinished));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the blocks that can no longer change', () => {
    const document = new MarkdownDocument();
    const text = '# One\n\nTwo\n\n- three\n- four\n\n'.repeat(40);
    const early = document.read(text).blocks;
    const later = document.read(`${text}Five`).blocks;
    expect(early.length).toBeGreaterThan(2);
    for (const [index, page] of early.slice(0, -1).entries()) expect(later[index]).toBe(page);
  });

  it('starts anew when another text takes its place', () => {
    const document = new MarkdownDocument();
    document.read('# Some heading\n\nand more\n');
    expect(document.read('Just words\n\n- and a list')).toEqual(read('Just words\n\n- and a list'));
  });
});

describe('the words of any text', () => {
  it('are all there, whatever marks stand between them', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        expect(lettersOf(wordsOf(read(text)))).toBe(lettersOf(text));
      }),
      { numRuns: 500 },
    );
  });

  it('are there while more arrives, too', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const letters = lettersOf(wordsOf(read(text, true)));
        // The language after a fence is held back until its line is complete.
        expect(lettersOf(text).startsWith(letters)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are there in whatever characters, without a mark', () => {
    const plain = fc
      .string({ unit: 'grapheme' })
      .map((text) => text.replaceAll(/[\p{P}\p{S}\s]/gu, ''));
    fc.assert(
      fc.property(plain, (text) => {
        expect(wordsOf(read(`A${text}`)).trim()).toBe(`A${text}`);
      }),
    );
  });

  it.each(hostileMarkdown)('are there and soon there: %s', (_title, text) => {
    const began = performance.now();
    const view = read(text);
    const words = lettersOf(wordsOf(view));
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(words).toBe(lettersOf(text));
    const streamed = new MarkdownDocument();
    for (let end = 0; end < text.length; end += Math.ceil(text.length / 50)) {
      streamed.read(text.slice(0, end), true);
    }
    expect(streamed.read(text)).toEqual(view);
  });
});
