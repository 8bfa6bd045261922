// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { pageToolCaller } from './call-page-tool';
import { createReadPage } from './read-page';

const read = pageToolCaller(createReadPage);

describe('read_page', () => {
  it('gives the main content with its links below', async () => {
    document.body.innerHTML =
      '<nav><a href="/a">Home</a></nav><main><h1>Tides</h1><p>The sea <a href="https://b.example/">rises</a>.</p></main>';
    expect(await read()).toContain('# Tides\n\nThe sea rises[1].\n\nLinks:\n[1] https://b.example');
  });

  it('comes in parts that lead to one another, in a frame too', async () => {
    document.body.innerHTML = `<main>${'<p>One more word. </p>'.repeat(900)}<p>The end.</p></main>`;
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < 9;) {
      const part = await read(cursor === undefined ? {} : { cursor }, 'f2');
      seen.push(part);
      expect(part.length).toBeLessThanOrEqual(7_600);
      cursor = /cursor "(f2p[^"]+)"/.exec(part)?.[1];
      if (cursor === undefined) break;
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toContain('The end.');
  });

  it('reads the selection alone, and says when there is none', async () => {
    document.body.innerHTML = '<p>One <b id="two">two</b> three</p>';
    expect(await read({ part: 'selection' })).toBe('Nothing is selected in the page.');
    getSelection()?.selectAllChildren(document.querySelector('#two') ?? document.body);
    expect(await read({ part: 'selection' })).toBe('two');
  });

  it('says that a page is empty, and is silent about empty frames', async () => {
    document.title = '';
    document.body.innerHTML = '';
    expect([await read(), await read({}, 'f2')]).toEqual(['The page shows no text.', '']);
  });
});
