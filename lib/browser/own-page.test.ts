import { describe, expect, it } from 'vitest';
import { isOwnPage } from './own-page';

const id = 'kmjbdclfheafeiiljoapkpmgjhjapage';
const origin = `chrome-extension://${id}`;
const own = { id, root: `${origin}/` };
const panel = { id, origin, url: `${origin}/sidepanel.html` };

describe('a page of our own', () => {
  it.each([
    ['the side panel', panel],
    ['the panel in a tab', { ...panel, frameId: 0, tab: { id: 3 }, documentId: 'A1' }],
    ['a page with a query', { ...panel, url: `${origin}/sidepanel.html?conversation=x#end` }],
    ['a page in a browser that names no origin', { id, url: panel.url }],
  ])('is let in: %s', (_who, sender) => {
    expect(isOwnPage(sender, own)).toBe(true);
  });

  it('is known by its address in Firefox too, where the address is not the id', () => {
    const uuid = 'moz-extension://0d2c1c5e-7d0f-4f4e-9d7f-1c2b3a4d5e6f';
    const firefox = { id: 'tandem@tandem.invalid', root: `${uuid}/` };
    const sender = { id: firefox.id, origin: uuid, url: `${uuid}/sidepanel.html`, frameId: 0 };
    expect(isOwnPage(sender, firefox)).toBe(true);
    expect(isOwnPage(panel, firefox)).toBe(false);
  });
});

describe('anybody else', () => {
  const page = 'https://evil.example';
  const stranger = 'abcdefghijklmnopabcdefghijklmnop';
  const strange = `chrome-extension://${stranger}`;

  it.each([
    ['a content script', { id, origin: page, url: `${page}/` }],
    ['a content script that names no origin', { id, url: `${page}/` }],
    ['a content script of a blank frame', { id, origin: page, url: 'about:blank', frameId: 4 }],
    ['a content script that borrowed our address', { ...panel, origin: page }],
    ['a page with our address in its own', { id, url: `${page}/?${origin}/sidepanel.html` }],
    ['an address that only begins like ours', { id, url: `${origin}.evil.example/` }],
    ['our address without a page', { id, url: origin }],
    ['a blob that we made', { ...panel, url: `blob:${origin}/0d2c1c5e` }],
    ['a sandboxed page', { ...panel, origin: 'null' }],
    ['a page of ours in a frame', { ...panel, frameId: 12 }],
    ['a foreign frame', { id, origin: page, url: `${page}/`, frameId: 12 }],
    ['another extension', { id: stranger, origin: strange, url: `${strange}/index.html` }],
    ['another extension with our address', { ...panel, id: stranger }],
    ['a web page without an id', { origin: page, url: `${page}/` }],
    ['our page without an id', { origin, url: panel.url }],
    ['our worker, which has no page', { id, origin }],
    ['an origin that is not a text', { ...panel, origin: null }],
    ['a number for an address', { ...panel, url: 7 }],
    ['a list', [panel]],
    ['nobody', undefined],
    ['nothing', null],
  ])('is refused: %s', (_who, sender) => {
    expect(isOwnPage(sender, own)).toBe(false);
  });
});
