import { describe, expect, it } from 'vitest';
import { PAGE_BUDGET, pageOf } from './text-pages';

const paragraphs = Array.from(
  { length: 400 },
  (_, index) => `Paragraph ${index} ${'word '.repeat(20)}[${index + 1}].`,
);
const long = {
  text: paragraphs.join('\n\n'),
  links: paragraphs.map((_, index) => `/address/${index}`),
};

function allPages(text: Parameters<typeof pageOf>[0]): string[] {
  const pages: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = pageOf(text, { cursor });
    pages.push(page.text);
    cursor = page.next;
    if (cursor === undefined) return pages;
  }
}

describe('a short text', () => {
  it('is one page, with its addresses and notes', () => {
    expect(pageOf({ text: 'See this[1].', links: ['/a', '/b'], notes: ['Cut.'] })).toEqual({
      text: 'See this[1].\n\nLinks:\n[1] /a\n\n---\nCut.',
      page: 1,
      pages: 1,
    });
  });

  it('lists no address for numbers in code', () => {
    const text = '```\na[1]\n```\n\nand `b[2]`';
    expect(pageOf({ text, links: ['/a', '/b'] }).text).toBe(text);
  });
});

describe('a long text', () => {
  it('comes in pages below the budget that hold every paragraph once, each with its address', () => {
    const pages = allPages(long);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(PAGE_BUDGET);
    for (const [index, paragraph] of paragraphs.entries()) {
      const holding = pages.filter((page) => page.includes(paragraph));
      expect(holding).toHaveLength(1);
      expect(holding[0]).toContain(`\n[${index + 1}] /address/${index}\n`);
    }
  });

  it('says how to read on, but not on its last page', () => {
    const first = pageOf(long);
    expect(first.text).toContain(`call the same tool with cursor "${first.next ?? '?'}".`);
    expect(allPages(long).at(-1)).not.toContain('cursor');
  });

  it('reads on after words were added at its end, and says when it changed before that', () => {
    const { next } = pageOf(long);
    expect(pageOf({ ...long, text: `${long.text}\n\nMore.` }, { cursor: next }).text).not.toContain(
      'has changed',
    );
    expect(pageOf({ ...long, text: `New.${long.text}` }, { cursor: next }).text).toContain(
      'has changed',
    );
  });

  it.each(['nonsense', 'p1', 'f3p1-a'])(
    'refuses the cursor %s, which it never gave out',
    (cursor) => {
      expect(() => pageOf(long, { cursor })).toThrow('begin at the top');
    },
  );

  it('puts the name of its frame before its cursors', () => {
    const { next: cursor = '' } = pageOf(long, { prefix: 'f3' });
    expect(cursor).toMatch(/^f3p/);
    expect(pageOf(long, { cursor, prefix: 'f3' })).toMatchObject({ page: 2 });
  });

  it('is cut without a break if it has none, but never inside a character', () => {
    const pages = allPages({ text: '🐝'.repeat(10_000) });
    expect(pages.join('').match(/🐝/gu)).toHaveLength(10_000);
    expect(pages.every((page) => page.isWellFormed())).toBe(true);
  });

  it('closes and opens code that a page cuts', () => {
    const pages = allPages({ text: `\`\`\`\n${'let a = 1;\n'.repeat(1_000)}\`\`\`` });
    for (const page of pages) expect(page.match(/^```/gm)).toHaveLength(2);
  });
});
