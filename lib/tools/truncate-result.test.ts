import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import { truncateBlocks, truncateText } from './truncate-result';

describe('a long text', () => {
  it('KAI-83 is left alone up to 8,000 characters', () => {
    const text = 'x'.repeat(8_000);
    expect(truncateText(text)).toBe(text);
  });

  it('KAI-83 KAI-84 is cut after the first 8,000, and says how long it was', () => {
    const text = 'ab'.repeat(4_000) + 'c';
    expect(truncateText(text)).toBe(
      'ab'.repeat(4_000) + '\n[Output truncated. Original length: 8001 characters]',
    );
  });

  it('KAI-83 can have another limit', () => {
    expect(truncateText('abcdef', 3)).toBe(
      'abc\n[Output truncated. Original length: 6 characters]',
    );
  });

  it('KAI-83 never ends in half a character', () => {
    expect(truncateText('ab😀cd', 3)).toBe('ab\n[Output truncated. Original length: 6 characters]');
    expect(truncateText('ab😀cd', 4)).toMatch(/^ab😀\n/);
    expect(truncateText('x'.repeat(7_999) + '😀').isWellFormed()).toBe(true);
  });
});

describe('a long result', () => {
  const image: ContentBlock = { type: 'image', mediaType: 'image/png', data: 'x'.repeat(20_000) };
  const pdf: ContentBlock = { type: 'document', mediaType: 'application/pdf', data: 'JVBERi0=' };

  it('KAI-83 is left alone up to 8,000 characters, joints included', () => {
    const blocks = [textBlock('x'.repeat(4_000)), textBlock('y'.repeat(3_999))];
    expect(truncateBlocks(blocks)).toEqual(blocks);
  });

  it('KAI-84 fits into 8,000 with the note about its original length', () => {
    const text = textOf(truncateBlocks([textBlock('x'.repeat(10_000))]));
    expect(text).toHaveLength(8_000);
    expect(text).toMatch(/^x+\n\[Output truncated\. Original length: 10000 characters\]$/);
  });

  it('KAI-83 KAI-84 is measured over all its texts as they travel', () => {
    const blocks = truncateBlocks([
      textBlock('x'.repeat(4_000)),
      textBlock('y'.repeat(4_000)),
      textBlock('z'),
    ]);
    expect(textOf(blocks)).toHaveLength(8_000);
    expect(blocks[0]).toEqual(textBlock('x'.repeat(4_000)));
    expect(textOf(blocks)).toMatch(/y\n\[Output truncated\. Original length: 8003 characters\]$/);
  });

  it('KAI-84 has its note even where one text ends exactly at the cut', () => {
    const note = '\n[Output truncated. Original length: 10000 characters]';
    const fitting = 'x'.repeat(8_000 - note.length);
    const rest = 'y'.repeat(10_000 - fitting.length - 1);
    expect(truncateBlocks([textBlock(fitting), textBlock(rest)])).toEqual([
      textBlock(fitting + note),
    ]);
  });

  it('keeps images and documents where they were', () => {
    const blocks = truncateBlocks([image, textBlock('x'.repeat(9_000)), pdf, textBlock('y')]);
    expect(blocks.map(({ type }) => type)).toEqual(['image', 'text', 'document']);
    expect(truncateBlocks([image, pdf])).toEqual([image, pdf]);
  });

  it('KAI-83 KAI-84 never exceeds the limit, and says so whenever something is missing', () => {
    const anyBlocks = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 120 }).map(textBlock),
        fc.constantFrom(image, pdf),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyBlocks, fc.integer({ min: 60, max: 400 }), (blocks, max) => {
        const whole = textOf(blocks);
        const kept = truncateBlocks(blocks, max);
        const text = textOf(kept);
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text.isWellFormed()).toBe(true);
        expect(kept.filter(({ type }) => type !== 'text')).toEqual(
          blocks.filter(({ type }) => type !== 'text'),
        );
        if (whole.length <= max) {
          expect(kept).toEqual(blocks);
          return;
        }
        const note = `\n[Output truncated. Original length: ${whole.length} characters]`;
        expect(text.endsWith(note)).toBe(true);
        expect(whole.startsWith(text.slice(0, -note.length))).toBe(true);
      }),
    );
  });
});
