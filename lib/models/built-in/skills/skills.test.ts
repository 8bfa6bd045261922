import { describe, expect, it } from 'vitest';
import { addressOf } from './address';
import { duplicates, tabsAbout } from './open-tabs';
import { spokenDate } from './spoken-date';
import { tabTarget } from './tab-target';
import { readTextRequest } from './text-request';
import { instantOf, zoneOf } from './zones';

describe('an address', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['https://example.com', 'https://example.com'],
    ['localhost:3000', 'http://localhost:3000'],
    ['bücher.de', 'https://bücher.de'],
    ['mailto:ann@example.com', 'mailto:ann@example.com'],
  ])('is found in %s', (word, address) => {
    expect(addressOf(word)).toBe(address);
  });

  it.each([
    '',
    'wikipedia',
    'javascript:alert(1)',
    'data:text/html,x',
    'chrome://settings',
    '3.14',
    'a b.c',
  ])('is not found in %j', (word) => {
    expect(addressOf(word)).toBeUndefined();
  });
});

describe('the tabs that are meant', () => {
  it.each([
    ['all my tabs', { kind: 'all' }],
    ['this tab', { kind: 'active' }],
    ['duplicate tabs', { kind: 'duplicates' }],
    ['the tabs about cats', { kind: 'about', topic: 'cats' }],
    ['all tabs from github.com', { kind: 'about', topic: 'github.com' }],
    ['the github tabs', { kind: 'about', topic: 'github' }],
    ['die Tabs über Katzen', { kind: 'about', topic: 'Katzen' }],
    ['the door', undefined],
    ['', undefined],
  ])('are read from "%s"', (words, target) => {
    expect(tabTarget(words)).toEqual(target);
  });

  const tabs = [
    { id: 1, title: 'Category theory', url: 'https://a.example/', active: false },
    { id: 2, title: 'Cat food', url: 'https://b.example/', active: false },
    { id: 3, title: 'Pets', url: 'https://www.github.com/cats/dogs', active: false },
    { id: 4, title: 'Cat food', url: 'https://b.example/', active: false },
  ];
  const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id);

  it('have the word and not merely its letters, in title or address', () => {
    expect(idsOf(tabsAbout(tabs, 'cats'))).toEqual([2, 3, 4]);
    expect(idsOf(tabsAbout(tabs, 'cat food'))).toEqual([2, 4]);
    expect(idsOf(tabsAbout(tabs, 'theory and dogs'))).toEqual([1, 3]);
  });

  it('may have a part of a longer word when nothing else fits', () => {
    expect(idsOf(tabsAbout(tabs, 'categor'))).toEqual([1]);
    expect(idsOf(tabsAbout(tabs, 'foo'))).toEqual([]);
    expect(idsOf(tabsAbout(tabs, 'the'))).toEqual([]);
  });

  it('are duplicates when an earlier tab has their address', () => {
    expect(idsOf(duplicates(tabs))).toEqual([4]);
  });
});

describe('a date in words', () => {
  it.each([
    ['2026-12-24', '2026-12-24'],
    ['24 December', '2026-12-24'],
    ['December 24th, 2027', '2027-12-24'],
    ['the 1st of March', '2027-03-01'],
    ['10 March', '2026-03-10'],
    ['29 February', '2028-02-29'],
    ['Christmas', '2026-12-25'],
    ['31. Dezember', '2026-12-31'],
    ['31 February', undefined],
    ['2026-02-30', undefined],
    ['soon', undefined],
  ])('%s is %s', (words, date) => {
    expect(spokenDate(words, '2026-03-10T12:00:00')).toBe(date);
  });
});

describe('a time zone', () => {
  it.each([
    ['Tokyo', 'Asia/Tokyo'],
    ['new york', 'America/New_York'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['India', 'Asia/Calcutta'],
  ])('of %s is known', (place, zone) => {
    const found = zoneOf(place);
    expect(found).toBeDefined();
    // The same zone may go by an older or a newer name.
    const named = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
    expect(new Intl.DateTimeFormat('en', { timeZone: found }).resolvedOptions().timeZone).toBe(
      named,
    );
  });

  it.each(['Atlantis', '', 'constructor', 'a/b/c'])('of %j is not', (place) => {
    expect(zoneOf(place)).toBeUndefined();
  });

  it('tells the moment of a local time, in summer and in winter', () => {
    const momentOf = (local: string) =>
      new Date(instantOf(local, 'Europe/Berlin') ?? 0).toISOString();
    expect(momentOf('2026-01-10T12:00:00')).toBe('2026-01-10T11:00:00.000Z');
    expect(momentOf('2026-07-10T12:00:00')).toBe('2026-07-10T10:00:00.000Z');
    expect(momentOf('2026-03-29T01:30:00')).toBe('2026-03-29T00:30:00.000Z');
    expect(momentOf('2026-03-29T03:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(instantOf('nonsense', 'Europe/Berlin')).toBeUndefined();
    expect(instantOf('2026-01-10T12:00:00', 'No/Where')).toBeUndefined();
  });
});

describe('a request about a text', () => {
  const body = 'Cats sleep a lot. Dogs do not. They bark.';

  it.each([
    ['Summarise', `summarise: ${body}`, { kind: 'summarise', body }],
    ['in English of America', `Summarize this text:\n\n${body}`, { kind: 'summarise', body }],
    ['with a count', `summarise in 2 sentences: ${body}`, { kind: 'summarise', body, count: 2 }],
    [
      'kindly',
      `Could you please summarise the following text?\n${body}`,
      { kind: 'summarise', body },
    ],
    ['in one breath', `tl;dr ${body}`, { kind: 'summarise', body }],
    ['at the end', `${body}\nsummarise this text please`, { kind: 'summarise', body }],
    ['of a page', 'summarise this page', { kind: 'summarise', isAboutPage: true }],
    ['that searches', `find dogs in this text: ${body}`, { kind: 'search', query: 'dogs', body }],
    [
      'that asks',
      'what does the article say about dogs',
      { kind: 'search', query: 'dogs', isAboutPage: true },
    ],
    ['in German', `Fasse den Text zusammen: ${body}`, { kind: 'summarise', body }],
  ])('is understood %s', (_how, prompt, request) => {
    expect(readTextRequest(prompt)).toMatchObject(request);
  });

  it.each(['', 'what time is it', 'find my keys', 'close the tabs: all', 'a: b\nc'])(
    'is not seen in %j',
    (prompt) => {
      expect(readTextRequest(prompt)).toBeUndefined();
    },
  );
});
