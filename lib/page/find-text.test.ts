// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { findText } from './find-text';

function find(html: string, query: string, most?: number) {
  document.body.innerHTML = html;
  return findText(query, most === undefined ? {} : { most });
}

describe('a text on a page', () => {
  it('is found whatever its case, accents and white space, across inline elements', () => {
    const { matches, total, kind } = find(
      '<p>We met at the <b>Café\n  <i>Zoë</i></b> in Łódź.</p>',
      'cafe  ZOE',
    );
    expect([total, kind]).toEqual([1, 'phrase']);
    expect(matches[0]).toMatchObject({ before: 'We met at the ', match: 'Café Zoë' });
    expect(matches[0]?.after).toBe(' in Łódź.');
    expect(matches[0]?.element.localName).toBe('b');
    expect(matches[0]?.block.localName).toBe('p');
  });

  it('is not found across blocks, nor where nobody sees it', () => {
    expect(find('<p>one</p><p>two</p>', 'one two').kind).toBe('words');
    expect(find('<p style="display:none">secret</p>', 'secret').total).toBe(0);
  });

  it('is told with some words around it, and counted beyond what is told', () => {
    const { matches, total } = find(
      `<p>${'x '.repeat(500)}needle ${'y '.repeat(500)}</p>`.repeat(9),
      'needle',
      4,
    );
    expect(total).toBe(9);
    expect(matches).toHaveLength(4);
    expect(matches[0]?.before).toHaveLength(80);
    expect(matches[0]?.after).toHaveLength(80);
  });

  it('is looked for by its words if it is not there as a whole', () => {
    const { matches, kind } = find('<p>The price of tea</p><p>Tea</p>', 'tea price');
    expect(kind).toBe('words');
    expect(matches.map(({ block }) => block.textContent)).toEqual(['The price of tea']);
  });

  it('is told as it is written even after letters that fold to several', () => {
    expect(find('<p>ﬃ ﷺ ß e\u0301 target end</p>', 'target').matches[0]?.match).toBe('target');
  });

  it('is nothing for an empty query', () => {
    expect(find('<p>a</p>', ' \u0301 ').total).toBe(0);
  });
});
