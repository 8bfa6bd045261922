import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbered } from '../../tests/support/sample-records';
import { textBlock } from './content';
import { titleIn, titleOf, titleOfBlocks } from './conversation-title';
import type { RunRecordDraft } from './run-record';

function userTurn(turnId: string, text: string, parentId: string | null = null): RunRecordDraft {
  return { type: 'user-turn-added', turnId, parentId, blocks: [textBlock(text)] };
}

describe('the title of a chat', () => {
  it.each([
    ['Return the blue kettle', 'Return the blue kettle'],
    ['  \n\n\t Return\u00a0the   blue kettle \n and the red one', 'Return the blue kettle'],
    ['---\n***\nWhat now?', 'What now?'],
    ['# Heading\nmore', 'Heading'],
    ['> - [ ] 1. Buy **milk** and `eggs`', 'Buy milk and eggs'],
    ['```ts\nconst a = 1;\n```', 'const a = 1;'],
    ['Look at [the *plan*](https://a.example/x)', 'Look at the plan'],
    ['![a cat](cat.png) Who is this?', 'a cat Who is this?'],
    ['<b>Bold</b> words <img src=x onerror=alert(1)>here', 'Bold words here'],
    [
      'Summarise https://www.shop.example/orders?id=4#top, please',
      'Summarise shop.example, please',
    ],
    ['https://user:secret@shop.example:8080/a', 'shop.example'],
    [
      'Why does Array<string> and snake_case_name and 2 * 3 * 4 fail?',
      'Why does Array<string> and snake_case_name and 2 * 3 * 4…',
    ],
    ['I\u200b paid\u202e evil\u202c', 'I paid evil'],
    ['?!', '?!'],
    ['👩‍👩‍👧 🎉', '👩‍👩‍👧 🎉'],
    ['שלום עולם', 'שלום עולם'],
    ['', 'New chat'],
    ['   \u200b\u2060 ', 'New chat'],
  ])('of %j is %j', (prompt, title) => {
    expect(titleOf(prompt)).toBe(title);
  });

  it('ends with a whole word, or within the word when that is very long', () => {
    expect(titleOf('lorem ipsum '.repeat(20))).toBe(
      'lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum…'.slice(0, 60),
    );
    expect(titleOf('x'.repeat(100_000))).toBe(`${'x'.repeat(59)}…`);
    expect(titleOf('漢'.repeat(100))).toBe(`${'漢'.repeat(59)}…`);
  });

  it('never takes a character apart', () => {
    const family = '👩‍👩‍👧';
    const title = titleOf(family.repeat(30));
    expect(title.replaceAll(family, '')).toBe('…');
    expect(titleOf(`e${'\u0301'.repeat(5_000)}`).length).toBeLessThanOrEqual(60);
  });

  it('is short, on one line and visible, whatever was written', () => {
    const pieces = fc.constantFrom(
      '*',
      '_',
      '`',
      '<',
      '>',
      '[',
      ']',
      '(',
      ')',
      '#',
      ' ',
      '\n',
      'https://',
      'a',
      '\u202e',
      '👧',
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: pieces, maxLength: 300 })),
        (prompt) => {
          const title = titleOf(prompt);
          expect(title.length).toBeGreaterThan(0);
          expect(title.length).toBeLessThanOrEqual(60);
          expect(title).toBe(title.trim());
          expect(title).not.toMatch(/[\n\r\u202a-\u202e\u2066-\u2069]/u);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    '*'.repeat(100_000),
    '['.repeat(100_000),
    '<a'.repeat(50_000),
    '(*a'.repeat(50_000),
    ' '.repeat(300_000),
  ])('does not take long to make of hostile text', (prompt) => {
    const start = performance.now();
    titleOf(prompt);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('of a prompt without words says what was attached', () => {
    const image = { type: 'image', mediaType: 'image/png', data: '' } as const;
    const document = { type: 'document', mediaType: 'application/pdf', data: '' } as const;
    expect(titleOfBlocks([image])).toBe('Image');
    expect(titleOfBlocks([textBlock('  '), document])).toBe('Document');
    expect(titleOfBlocks([{ ...document, name: 'Bill\u202e.pdf' }])).toBe('Bill.pdf');
    expect(titleOfBlocks([image, textBlock('Who is this?')])).toBe('Who is this?');
    expect(titleOfBlocks([])).toBe('New chat');
  });

  it('is that of the prompt at the root, the last one when it was edited', () => {
    const first = userTurn('u1', 'First');
    const reply = userTurn('u2', 'And then?', 'a1');
    expect(titleIn(numbered([first, reply]))).toBe('First');
    expect(titleIn(numbered([reply]))).toBeUndefined();
    expect(titleIn(numbered([first, userTurn('u3', 'Rather this')]))).toBe('Rather this');
  });
});
