// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { readArticle } from './read-article';

function read(body: string) {
  document.body.innerHTML = body;
  return readArticle();
}

beforeEach(() => {
  document.head.innerHTML = '<title>A page</title>';
});

describe('the text of an article', () => {
  it('begins with the title, which is not told twice', () => {
    const { text, title } = read('<main><h1>Tides</h1><p>The sea rises.</p></main>');
    expect(title).toBe('Tides');
    expect(text).toBe('# Tides\n\nThe sea rises.');
  });

  it('takes the title of the page if there is no heading', () => {
    expect(read('<p>Hello</p>').text).toBe('# A page\n\nHello');
  });

  it('numbers links, each address once, and shortens those of the same site', () => {
    const { text, links } = read(
      '<p>See <a href="/one">one</a>, <a href="https://b.example/">two</a>, <a href="/one">again</a>, <a href="#x">here</a> and <a href="javascript:x()">run</a>.</p>',
    );
    expect(text).toContain('See one[1], two[2], again[1], here and run.');
    expect(links).toEqual(['/one', 'https://b.example']);
  });

  it('numbers a link around blocks once, behind its first words', () => {
    const { text } = read('<a href="/card"><h3>Card</h3><p>More words</p></a>');
    expect(text).toContain('### Card[1]\n\nMore words');
  });

  it('nests lists', () => {
    const { text } = read(
      '<ul><li>One<ol start="3"><li>Three</li><li>Four</li></ol></li><li><p>Two</p><p>more</p></li></ul>',
    );
    expect(text).toContain('- One\n  3. Three\n  4. Four\n- Two\n  more');
  });

  it('keeps code with its language, whatever fences are in it', () => {
    const { text } = read(
      '<pre><code class="language-ts">const a = [1];\n\n```\n  b</code></pre><p>Call <code>go()</code> now.</p>',
    );
    expect(text).toContain('````ts\nconst a = [1];\n\n```\n  b\n````\n\nCall `go()` now.');
  });

  it('quotes', () => {
    expect(read('<blockquote><p>One</p><p>Two</p></blockquote>').text).toContain('> One\n>\n> Two');
  });

  it('tells terms with their meanings', () => {
    const { text } = read('<dl><dt>Mass</dt><dd>3 kg</dd><dt>Size</dt><dd>4 m</dd></dl>');
    expect(text).toContain('- Mass: 3 kg\n- Size: 4 m');
  });

  it('reads what a closed <details> holds', () => {
    const { text } = read('<details><summary>Why?</summary><p>Because.</p></details>');
    expect(text).toContain('**Why?**\n\nBecause.');
  });

  it('tells images by their description, never by inline data', () => {
    const { text } = read(
      '<figure><img src="data:image/png;base64,AAAA" alt="A cat"><figcaption>Our cat</figcaption></figure>',
    );
    expect(text).toContain('[image: A cat]\n\nOur cat');
    expect(text).not.toContain('base64');
  });

  it('tells powers from digits', () => {
    expect(read('<p>about 10<sup>6</sup> bees</p>').text).toContain('about 10^6 bees');
  });

  it('shows what fields show, but no passwords or codes', () => {
    const { text } = read(
      '<form><label>Name <input value="Ada"></label><input type="password" value="hunter2"><input autocomplete="one-time-code" value="123456"><input type="checkbox" checked></form>',
    );
    expect(text).toContain('Name Ada');
    expect(text).toContain('[x]');
    expect(text).not.toMatch(/hunter2|123456/);
  });
});

describe('a table', () => {
  it('is a table of Markdown with straight columns', () => {
    const { text } = read(
      '<table><tr><th rowspan="2">Region</th><th colspan="2">2025</th></tr><tr><th>H1</th><th>H2</th></tr><tr><td rowspan="2">North</td><td>1</td><td>2 | 3</td></tr><tr><td colspan="2">none</td></tr></table>',
    );
    expect(text).toContain(
      'Region | 2025 H1 | 2025 H2\n-|-|-\nNorth | 1 | 2 \\| 3\nNorth | none |',
    );
  });

  it('that only lays out a page is read as what it lays out', () => {
    const { text } = read(
      '<table><tr><td><h2>Left</h2><p>One</p></td><td><p>Two</p></td></tr></table>',
    );
    expect(text).toContain('## Left\n\nOne\n\nTwo');
  });

  it('is not blown up by a cell that claims a thousand columns', () => {
    const { text } = read(
      '<table><tr><th colspan="1000">A</th><th>B</th></tr><tr><td rowspan="65534">1</td><td>2</td></tr></table>',
    );
    expect(text.length).toBeLessThan(1_000);
  });
});

describe('what a reader does not see', () => {
  it('is left out', () => {
    const { text } = read(
      '<p>Seen</p><p style="display:none">gone</p><p style="visibility:hidden">hollow <b style="visibility:visible">shown</b></p><p style="opacity:0">clear</p><script>var code</script><i aria-hidden="true">icon</i>',
    );
    expect(text).toBe('# A page\n\nSeen\n\n**shown**');
  });
});

describe('the parts around the content', () => {
  const article = `<article><h1>Bees</h1>${'<p>Bees dance to tell where the flowers are.</p>'.repeat(8)}</article>`;
  const around = [
    '<header><a href="/">Home</a> <a href="/news">News</a></header><nav><a href="/a">Alpha</a></nav>',
    '<div id="cookie-banner">We use cookies <button>Accept</button></div>',
    '<aside><h3>Read also</h3><a href="/x">Wasps</a></aside><footer>© Imprint</footer>',
    '<div style="position:fixed">Cookies make us happy. <button>Accept all</button></div>',
  ].join('');

  it.each([
    ['with a main part', `${around}<main>${article}</main>`],
    ['without one', `${around}<div>${article}</div>`],
    ['of a page without any landmark', `${around}${article.replaceAll('article', 'div')}`],
  ])('are left out and mentioned, on a page %s', (_kind, html) => {
    const { text, leftOut } = read(html);
    expect(text).toContain('Bees dance');
    expect(text).not.toMatch(/Home|Alpha|ookies|Wasps|Imprint/);
    expect(leftOut.join()).toContain('around the content');
  });

  it('are better than nothing', () => {
    const { text } = read('<nav><a href="/a">Alpha</a><a href="/b">Beta</a></nav>');
    expect(text).toContain('Alpha[1]');
  });

  it('are not guessed from the name of a box around everything', () => {
    const { text } = read(`<div class="has-sidebar menu-open">${article}</div>`);
    expect(text).toContain('Bees dance');
  });

  it('stay if readers wrote them', () => {
    const { text } = read(
      `<main>${article}<section class="comments related"><p>I keep bees.</p></section></main>`,
    );
    expect(text).toContain('I keep bees.');
  });
});

describe('text that imitates our own signs', () => {
  it('cannot be a number of a link, even in pieces', () => {
    const { text } = read('<p>See [1] and [<b>2</b>] and \uE000[3]\uE001</p>');
    expect(text).toContain('See [1\\] and [2\\] and [3\\]');
  });

  it('cannot be a rule, a heading, a quote or a fence', () => {
    const { text } = read('<p>---<br># Title<br>&gt; quote<br>```<br>a - b</p>');
    expect(text).toContain('\\---\n\\# Title\n\\> quote\n\\```\na - b');
  });
});

describe('a shadow root', () => {
  it('is read with what fills its slots, open or closed', () => {
    document.body.innerHTML = '<x-card><b slot="name">Ada</b>rest</x-card>';
    const host = document.querySelector('x-card');
    const root = host?.attachShadow({ mode: 'closed' });
    if (!host || !root) throw new Error('no host');
    root.innerHTML =
      '<p>Name: <slot name="name"></slot></p><p><slot></slot></p><slot name="z">none</slot>';
    const { text } = readArticle({
      shadowRootOf: (element) => (element === host ? root : null),
    });
    expect(text).toContain('Name: Ada\n\nrest\n\nnone');
  });
});

describe('a hostile page', () => {
  it('cannot hide a form behind the names of its fields', () => {
    const names = [
      'firstChild',
      'nextSibling',
      'localName',
      'nodeType',
      'getAttribute',
      'children',
    ];
    const { text } = read(
      `<form>${names.map((name) => `<input name="${name}">`).join('')}<p>Inside</p></form><img name="body"><p>After</p>`,
    );
    expect(text).toContain('Inside\n\nAfter');
  });

  it.each(['div', 'blockquote', 'ul><li'])('may nest <%s> a hundred times', (tag) => {
    document.body.innerHTML = '';
    let inner: Element = document.body;
    for (let depth = 0; depth < 100; depth += 1) {
      for (const name of tag.split('><')) {
        const child = document.createElement(name);
        inner.append(child);
        inner = child;
      }
    }
    inner.textContent = 'Bottom';
    expect(readArticle().text).toContain('Bottom');
  });

  it('is read as far as the budget of elements goes, and says so', () => {
    document.body.innerHTML = '<p>word</p>'.repeat(50);
    const { text, leftOut } = readArticle({ limits: { elements: 11 } });
    expect(text.match(/word/g)).toHaveLength(10);
    expect(leftOut).toContain('The page has very many elements; the rest was not read.');
  });

  it('is read as far as the budget of characters goes, and says so', () => {
    document.body.innerHTML = `<p>${'x'.repeat(5_000)}</p><p>End</p>`;
    const { text, leftOut } = readArticle({ limits: { characters: 100 } });
    expect(text).not.toContain('End');
    expect(text.length).toBeLessThan(200);
    expect(leftOut).toContain('The page is very long; the rest was not read.');
  });

  it('is read as long as the clock allows, and says so', () => {
    document.body.innerHTML = '<p>word</p>'.repeat(1_000);
    let time = 0;
    const { leftOut } = readArticle({ limits: { milliseconds: 1 }, now: () => (time += 1) });
    expect(leftOut).toContain('Reading took too long; the rest was not read.');
  });

  it('may have no body', () => {
    document.body.remove();
    expect(readArticle().text).toBe('# A page');
    document.documentElement.append(document.createElement('body'));
  });
});
