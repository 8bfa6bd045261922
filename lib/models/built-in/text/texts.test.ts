import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cite } from './cite';
import { findPassages } from './find-passages';
import { sentencesOf } from './sentences';
import { summarise } from './summarise';

const textsOf = (text: string) => sentencesOf(text).map((sentence) => sentence.text);

const story = [
  'The lighthouse stands on a rock in the bay.',
  'It was a Tuesday.',
  'The lighthouse keeper lights the lamp of the lighthouse every evening.',
  'Ships in the bay see the lamp of the lighthouse from far away.',
  'Somebody had soup.',
  'Without the lamp, ships would strike the rock in the bay.',
  'The end.',
].join(' ');

describe('sentences', () => {
  it('are told apart and numbered', () => {
    expect(sentencesOf('One is here. Is two? Yes!')).toEqual([
      { number: 1, text: 'One is here.' },
      { number: 2, text: 'Is two?' },
      { number: 3, text: 'Yes!' },
    ]);
    expect(textsOf('It costs 3.50 at example.com today. Fine.')).toHaveLength(2);
    expect(textsOf(' \n ')).toEqual([]);
  });

  it('go on over a line that was only wrapped, and end with a heading', () => {
    expect(
      textsOf('A heading\nThis sentence was\nwrapped twice by\na mail program. Next.'),
    ).toEqual(['A heading', 'This sentence was wrapped twice by a mail program.', 'Next.']);
  });

  it('are the same whether a text is read in one piece or many', () => {
    const long = `${story} `.repeat(40).trim();
    expect(textsOf(long)).toEqual(Array.from({ length: 40 }, () => textsOf(story)).flat());
  });

  it('lose nothing that can be seen', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Word', 'a', '. ', '? ', '\n', '😀', ' ', 'x'.repeat(700), '。'), {
          maxLength: 60,
        }),
        (parts) => {
          const text = parts.join('');
          expect(textsOf(text).join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
        },
      ),
    );
  });
});

describe('a summary', () => {
  it('is made of the sentences that say most, in their order', () => {
    const { sentences, total } = summarise(story, 3);
    expect(total).toBe(7);
    expect(sentences.map(({ number }) => number)).toEqual([1, 4, 6]);
  });

  it('quotes word for word, with numbers that lead back to the text', () => {
    for (const { number, text } of summarise(story).sentences) {
      expect(textsOf(story)[number - 1]).toBe(text);
    }
  });

  it('of a short text is the text', () => {
    expect(summarise('One. Two.').sentences).toHaveLength(2);
    expect(summarise('').sentences).toEqual([]);
  });

  it('says nothing twice', () => {
    const { sentences } = summarise('Cats like fish and milk. '.repeat(50) + 'Dogs do not.');
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
  });

  it('of two hundred kilobytes has the sentence that all others are about', () => {
    const filler = Array.from(
      { length: 4_000 },
      (_line, index) => `Entry ${index} is about nothing.`,
    );
    filler[2_000] = 'The harbour budget of the harbour town pays the harbour master.';
    const padding = 'Harbour town. Budget of harbour. Master pays. '.repeat(30);
    const { sentences, total } = summarise(`${filler.join(' ')} ${padding}`);
    expect(total).toBeGreaterThan(4_000);
    expect(sentences.map(({ number }) => number)).toContain(2_001);
  });
});

describe('passages', () => {
  it('are the sentences that have all the words, whatever their form', () => {
    const { sentences, hits } = findPassages(story, 'ship in the bays');
    expect(sentences.map(({ number }) => number)).toContain(4);
    expect(hits).toBe(2);
  });

  it('come close when none has all the words', () => {
    const { sentences, hits } = findPassages(story, 'soup spoon');
    expect(hits).toBe(0);
    expect(sentences.map(({ number }) => number)).toEqual([5]);
  });

  it('are none when nothing fits', () => {
    expect(findPassages(story, 'zebra')).toEqual({ sentences: [], hits: 0, total: 7 });
  });

  it('can be asked for by words that count for nothing elsewhere', () => {
    expect(findPassages('To be or not. Yes.', 'to be').hits).toBe(1);
  });
});

describe('a citation', () => {
  it('is one line, without what cannot be seen, and not too long', () => {
    const text = cite([{ number: 4, text: `a\n\u202eb ${'x'.repeat(1_000)}` }]);
    expect(text).toMatch(/^- “a b x+…” \[4\]$/u);
    expect(text.length).toBeLessThan(420);
  });
});
