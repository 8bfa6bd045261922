import { describe, expect, it } from 'vitest';
import { unescapeText } from './unescape-text';

describe('an escaped text', () => {
  it.each([
    ['&lt;&GT;&quot;&apos;&amp;&nbsp;', '<>"\'&\u00a0'],
    ['&period;&comma;&colon;&sol;&num;&commat;', '.,:/#@'],
    ['&lowbar;&hyphen;&dash;&plus;&equals;&excl;', '_--+=!'],
    ['&Tab;&NewLine;&dollar;&percnt;&quest;', '\t\n$%?'],
    [String.raw`\n\r\t\"\'\/\\`, '\n\r\t"\'/\\'],
    ['a%41b&#65;c\\u0041d&#x41;e', 'aAbAcAdAe'],
    ['%c3%a9%E2%82%AC%F0%9F%98%80%F4%8F%BF%BF', 'é€😀\u{10ffff}'],
    ['&#1114111;', '\u{10ffff}'],
  ])('is unescaped: %s', (text, meaning) => {
    expect(unescapeText(text)?.text).toBe(meaning);
  });

  it.each([
    ['%C0%AF', '\u00c0\u00af'],
    ['%80', '\u0080'],
    ['%E2%82', '\u00e2\u0082'],
    ['%C3A', '\u00c3A'],
    ['%F4%90%80%80', '\u00f4\u0090\u0080\u0080'],
    ['%F5%80%80%80', '\u00f5\u0080\u0080\u0080'],
  ])('is read byte by byte where it is not UTF-8: %s', (text, meaning) => {
    expect(unescapeText(text)?.text).toBe(meaning);
  });

  it('knows where its characters came from', () => {
    expect(unescapeText('a%c3%a9&amp;b')).toEqual({
      text: 'aé&b',
      starts: [0, 1, 7, 12],
      ends: [1, 7, 12, 13],
    });
  });

  it.each(['', 'plain', '%4', '&nosuch;', '&#1114112;'])('is not “%s”', (text) => {
    expect(unescapeText(text)).toBeUndefined();
  });
});
