import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenPieces } from './spoken-text';

const pieces = (text: string) => [...spokenPieces(text)];

describe('spoken text', () => {
  it('comes word by word', () => {
    expect(pieces('One two\n\nthree')).toEqual(['One ', 'two\n\n', 'three']);
    expect(pieces('')).toEqual([]);
  });

  it('comes in pieces that are never long, never half a character, and whole together', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const made = pieces(text);
        expect(made.every((piece) => piece.length <= 61 && piece.isWellFormed())).toBe(true);
        expect(made.join('')).toBe(text.replace(/<(?=\/?(?:think|tool_call))/gi, '‹'));
      }),
    );
    expect(pieces('😀'.repeat(1_000)).every((piece) => piece.isWellFormed())).toBe(true);
  });

  it('has no tag in it that would be taken for a call or a thought', () => {
    const text = pieces('<think>a</think> <TOOL_CALL>{}</tool_call> a < b').join('');
    expect(text).toBe('‹think>a‹/think> ‹TOOL_CALL>{}‹/tool_call> a < b');
  });
});
