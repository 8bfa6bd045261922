// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { AnswerText, piecesOf } from './AnswerText';

afterEach(cleanup);

describe('the words of an answer', () => {
  it('are all there, in order, wherever their lines end', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 700 }), { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        expect(piecesOf(text).join('')).toBe(text);
      }),
    );
  });

  it('stay where they are while more of them arrive', () => {
    const text = `${'A line of some length.\n'.repeat(200)}The end`;
    const { container, rerender } = render(<AnswerText text={text.slice(0, 2_000)} />);
    const blocks = () => [...(container.firstElementChild?.children ?? [])];
    const early = blocks();
    const settled = early.slice(0, -1).map(({ textContent }) => textContent);
    expect(settled.length).toBeGreaterThan(1);
    rerender(<AnswerText text={text} />);
    expect(container.textContent).toBe(text);
    expect(blocks().slice(0, early.length)).toEqual(early);
    expect(early.slice(0, -1).map(({ textContent }) => textContent)).toEqual(settled);
  });

  it('are one block when they are few', () => {
    expect(piecesOf('One line.\nAnd another.\n')).toEqual(['One line.\nAnd another.\n']);
    expect(piecesOf('')).toEqual(['']);
  });
});
