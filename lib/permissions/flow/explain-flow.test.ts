import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json';
import { explainFlow, type FlowMatch, type HeldText } from './explain-flow';

const mail: HeldText = {
  origin: 'https://mail.example',
  text: 'Dear Bob, the meeting is on Thursday at Élodie’s. Your code is 483920, write to bo@ex.de. Password: x$9K!p@2',
};
const tabs: HeldText = { origin: 'browser', text: 'Quarterly figures — Intranet' };

function explained(input: JsonObject, ...held: HeldText[]): readonly FlowMatch[] {
  return explainFlow(input, held.length === 0 ? [mail, tabs] : held).matches;
}

/** What is marked, as `how: characters`. */
function marked(input: JsonObject, ...held: HeldText[]): string[] {
  return explained(input, ...held).map(({ path, inKey, start, end, how }) => {
    const text = inKey === true ? String(path.at(-1)) : String(valueAt(input, path));
    return `${how}: ${text.slice(start, end)}`;
  });
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, step)?.value
        : undefined,
    input,
  );
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hexadecimal = (text: string) => Buffer.from(text).toString('hex');

describe('data that leaves', () => {
  it('is found where it stands, with where it was read and as what', () => {
    expect(explained({ to: 'me', tabs: [{ title: 'See: Quarterly figures!' }] })).toEqual([
      {
        path: ['tabs', 0, 'title'],
        start: 5,
        end: 22,
        origin: 'browser',
        how: 'exact',
        source: 'Quarterly figures',
      },
    ]);
  });

  it.each([
    ['in other letters', 'QUARTERLY FIGURES', 'normalised: QUARTERLY FIGURES'],
    ['in other letters, among others', 'yes: MEETING IS ON T', 'normalised: MEETING IS ON T'],
    ['without accents', 'THURSDAY AT ELODIE', 'normalised: THURSDAY AT ELODIE'],
    ['with other blanks', 'meeting\n\n    is\ton', 'normalised: meeting\n\n    is\ton'],
    ['with hidden characters', 'meet\u200bing i\u00ads', 'normalised: meet\u200bing i\u00ads'],
    ['percent-encoded', 'a=m%65eting%20is', 'decoded: m%65eting%20is'],
    ['percent-encoded twice', 'a=m%2565eting%2520is', 'decoded: m%2565eting%2520is'],
    ['as a form writes it', 'meeting+is+on', 'decoded: meeting+is+on'],
    ['in base64', `/x/${base64('meeting is')}`, `decoded: ${base64('meeting is').slice(0, -2)}`],
    ['in hexadecimal', hexadecimal('meeting is'), `decoded: ${hexadecimal('meeting is')}`],
    ['as entities', '&#109;eeting&nbsp;is', 'decoded: &#109;eeting&nbsp;is'],
    ['as escapes', '\\u006deeting\\x20is', 'decoded: \\u006deeting\\x20is'],
    ['with separators', 'see T-h-u-r-s-d-a-y', 'split: T-h-u-r-s-d-a-y'],
    ['with separators between groups', 'Thu|rsd|ay', 'split: Thu|rsd|ay'],
    ['over parameters', '/?q1=Thu&q2=rsd&q3=ay', 'split: Thu&q2=rsd&q3=ay'],
    ['over the fields of a form', 'a=Thu&b=rsd&c=ay', 'split: Thu&b=rsd&c=ay'],
    ['over parameters, encoded', '/?a=Th%75&b=rsd&c=ay', 'split: Th%75&b=rsd&c=ay'],
  ])('is found when it is written %s', (_way, text, expected) => {
    expect(marked({ text })).toEqual([expected]);
  });

  it('is found when it is spread over arguments and items, once in each', () => {
    expect(marked({ a: '>meet', b: ['ing', { c: '--' }, 'ison!'], d: 'no' })).toEqual([
      'split: meet',
      'split: ing',
      'split: ison',
    ]);
  });

  it('is found when it is a short code in two items', () => {
    expect(marked({ list: ['483', '920'] })).toEqual(['split: 483', 'split: 920']);
  });

  it('is found behind the beginning of an address', () => {
    expect(explained({ text: 'https://www.Thursday.example' })).toMatchObject([
      { start: 12, end: 20, source: 'Thursday' },
    ]);
  });

  it('is found when a token is cut into pieces', () => {
    const list = base64('meeting is on').match(/.{1,5}/gu) ?? [];
    expect(marked({ list }).map((mark) => mark.slice(0, 6))).toEqual(list.map(() => 'split:'));
  });

  it('is found in numbers and in names of keys', () => {
    expect(explained({ code: 483920 })).toMatchObject([{ path: ['code'], start: 0, end: 6 }]);
    expect(explained({ 'x Quarterly figures': null })).toMatchObject([{ start: 2, end: 19 }]);
    expect(explained({ a: { 'x Quarterly figures': 1 } })).toMatchObject([
      { path: ['a', 'x Quarterly figures'], inKey: true, start: 2, end: 19 },
    ]);
    expect(explained({ Thur: { sday: 'Thursday' } })).toMatchObject([
      { path: ['Thur', 'sday'], start: 0, end: 8, how: 'exact' },
      { path: ['Thur'], inKey: true, start: 0, end: 4, how: 'split' },
      { path: ['Thur', 'sday'], inKey: true, start: 0, end: 4, how: 'split' },
    ]);
  });

  it.each([
    ['short code', 'code 483920.', 'exact: 483920'],
    ['short code with a blank', 'code: 483 920', 'normalised: 483 920'],
    ['short code with separators', '4-8-3-9-2-0', 'split: 4-8-3-9-2-0'],
    ['short code over parameters', '?a=483&b=920', 'split: 483&b=920'],
    ['encoded short code', `?a=${base64('483920')}`, `decoded: ${base64('483920')}`],
    ['short address', '<BO@EX.DE>', 'normalised: BO@EX.DE'],
    ['encoded password', base64('x$9K!p@2'), `decoded: ${base64('x$9K!p@2').slice(0, -1)}`],
  ])('is found when it is a %s', (_kind, text, expected) => {
    expect(marked({ text })).toEqual([expected]);
  });

  it.each([
    ['shares less than a word', 'meeting'],
    ['shares nothing but the beginning of an address', 'https://www.other.test'],
    ['shares nothing but blanks', ' '.repeat(40)],
    ['shares nothing but a scheme', 'https://other.test'],
    ['has a short number at the end of a longer one', '9483920'],
    ['has a short number at the beginning of a longer one', '4839201'],
  ])('is not suspected in what %s', (_reason, text) => {
    const held = `see https://mail.example https://www.mail.example ${' '.repeat(60)} a meeting, 483920`;
    expect(explained({ text }, { origin: 'o', text: held })).toEqual([]);
  });

  it('is not said to be spread because a neighbour begins with the right letters', () => {
    expect(marked({ a: 'meeting is', b: 'on every roof' })).toEqual(['exact: meeting is']);
    expect(marked({ a: 'meeting is', b: 'on Thursday' })).toEqual([
      'exact: meeting is',
      'exact: on Thursday',
    ]);
    expect(marked({ a: 'meeting is', b: 'on T' })).toEqual(['exact: meeting is']);
    expect(marked({ a: 'meeting is', b: 'on Th' })).toEqual(['exact: meeting is', 'split: on Th']);
  });
});

describe('matches that overlap', () => {
  it('give every character to the strongest', () => {
    expect(marked({ text: 'MEETING is on Thurs%64ay' })).toEqual([
      'normalised: MEETING ',
      'exact: is on Thurs',
      'decoded: %64ay',
    ]);
    expect(marked({ text: 'MEETING is o%6E Thursday' })).toEqual([
      'normalised: MEETING is o',
      'decoded: %6E ',
      'exact: Thursday',
    ]);
  });

  it('are of the origin with the longest run', () => {
    const short = { origin: 'short', text: 'one two three' };
    const long = { origin: 'long', text: 'two three four five' };
    for (const held of [
      [short, long],
      [long, short],
    ]) {
      expect(explained({ text: 'one two three four five' }, ...held)).toMatchObject([
        { start: 0, end: 4, origin: 'short', source: 'one two three' },
        { start: 4, end: 23, origin: 'long', source: 'two three four five' },
      ]);
    }
  });

  it('are of the origin with the longest run, also when they are of one kind in two ways', () => {
    const short = { origin: 'short', text: 'one two th' };
    const long = { origin: 'long', text: 'ONE TWO THREE FOUR' };
    expect(explained({ text: 'on%65 two three four' }, long, short)).toMatchObject([
      { how: 'decoded', end: 6, origin: 'long' },
      { how: 'normalised', start: 6, origin: 'long' },
    ]);
  });

  it('are one match when they are of one origin, and the longest speaks for it', () => {
    const short = { origin: 'o', text: 'one two three' };
    const long = { origin: 'o', text: 'two three four five' };
    expect(explained({ text: 'one two three four five' }, short, long)).toMatchObject([
      { start: 0, end: 23, source: 'two three four five' },
    ]);
    const other = { origin: 'o', text: 'four five six' };
    expect(explained({ text: 'two three four five six' }, long, other)).toMatchObject([
      { start: 0, end: 23, source: 'two three four five' },
    ]);
  });

  it('are of what was read last when they are the same', () => {
    const first = { origin: 'first', text: 'the same words' };
    const last = { origin: 'last', text: 'the same words' };
    expect(explained({ text: 'the same words' }, first, last)).toMatchObject([{ origin: 'last' }]);
  });

  it('do not run from one text into the next', () => {
    const halves = ['abcdef', 'ghijkl'].map((text) => ({ origin: text, text }));
    expect(explained({ text: 'abcdefghijkl ghijklabcdef' }, ...halves)).toEqual([]);
  });
});

describe('an explanation', () => {
  it('quotes what was read, without what cannot be seen, in 80 characters', () => {
    const text = `Begin\u200bning ${'word '.repeat(100)}`;
    const [match] = explained({ text }, { origin: 'o', text });
    expect(match?.source).toMatch(/^Beginning (?:word )+word…$/u);
    expect(match?.source).toHaveLength(80);
    expect(match).toMatchObject({ start: 0, end: text.trimEnd().length });
  });

  it('shows the twenty longest, in order, and says that there are more', () => {
    const names = Array.from({ length: 25 }, (_, index) => `${'n'.repeat(30 - index)} #${index}`);
    const held = names.map((text) => ({ origin: text, text: `${text} ` }));
    const input = { list: names.map((name) => `${name}?`) };
    const all = explainFlow({ list: input.list.slice(0, 20) }, held);
    expect(all).toMatchObject({ cut: false });
    expect(all.matches).toHaveLength(20);
    const some = explainFlow(input, held);
    expect(some.cut).toBe(true);
    expect(some.matches.map(({ path }) => path[1])).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });

  it('says that it has not looked at everything', () => {
    const late = { text: ['.'.repeat(200_000), 'Quarterly figures'] };
    expect(explainFlow(late, [tabs])).toEqual({ matches: [], cut: true });
    const many = { text: Array.from({ length: 2001 }, () => '.'.repeat(99)) };
    expect(explainFlow(many, [tabs]).cut).toBe(true);
    const twice = { text: `${'.'.repeat(150_000)}%2541` };
    expect(explainFlow(twice, [tabs]).cut).toBe(true);
    const big = { origin: 'big', text: '.'.repeat(2_000_000) };
    expect(explainFlow({ text: 'Quarterly figures' }, [tabs, big])).toEqual({
      matches: [],
      cut: true,
    });
    const newer = explainFlow({ text: 'Quarterly figures' }, [big, tabs]);
    expect(newer).toMatchObject({ matches: [{ origin: 'browser' }], cut: true });
  });

  it.each([
    ['nothing was read', { a: 'something or other' }, []],
    ['nothing is sent', {}, [mail]],
    ['nothing is written', { a: null, b: true, c: [], d: '' }, [mail]],
  ])('is empty when %s', (_reason, input, held) => {
    expect(explainFlow(input, held)).toEqual({ matches: [], cut: false });
  });
});
