import { describe, expect, it } from 'vitest';
import { whyUnreadable } from './readable-page';

describe('a page', () => {
  it.each(['https://a.example/', 'http://127.0.0.1:8080/x?y#z', 'file:///home/me/notes.html'])(
    'can be read at %s',
    (url) => {
      expect(whyUnreadable(url)).toBeUndefined();
    },
  );

  it.each([
    ['chrome://settings', /own pages/],
    ['edge://extensions', /own pages/],
    ['about:config', /own pages/],
    ['about:blank', /empty/],
    ['chrome-extension://abc/page.html', /other extensions/],
    ['moz-extension://abc/page.html', /other extensions/],
    ['https://chromewebstore.google.com/detail/x', /store/],
    ['https://chrome.google.com/webstore/category', /store/],
    ['https://addons.mozilla.org/', /store/],
    ['https://a.example/report.PDF', /PDF/],
    ['view-source:https://a.example/', /source/],
    ['data:text/html,hi', /without a site/],
    ['', /no page/],
  ])('cannot be read at %s, and says why', (url, why) => {
    expect(whyUnreadable(url)).toMatch(why);
  });

  it('of Google that is not the store can be read', () => {
    expect(whyUnreadable('https://chrome.google.com/intl/en')).toBeUndefined();
  });
});
