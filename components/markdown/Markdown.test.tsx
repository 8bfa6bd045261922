// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hostileMarkdown, markdownText } from '../../tests/support/arbitrary-markdown';
import { Markdown } from './Markdown';

afterEach(cleanup);

function show(text: string, unfinished = false): HTMLElement {
  return render(<Markdown text={text} unfinished={unfinished} />).container;
}

function textNodesIn(container: HTMLElement): Text[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    if (walker.currentNode instanceof Text) found.push(walker.currentNode);
  }
  return found;
}

const html = (container: HTMLElement) => container.innerHTML;

describe('the words of a model', () => {
  it('have emphasis, code and breaks', () => {
    const container = show('Some *soft*, **loud**, ***both***, ~~gone~~ and `a*b*` words\\\nhere');
    expect(within(container).getByText('soft').tagName).toBe('EM');
    expect(within(container).getByText('loud').tagName).toBe('STRONG');
    expect(within(container).getByText('both').closest('em')?.textContent).toBe('both');
    expect(within(container).getByText('gone').tagName).toBe('DEL');
    expect(within(container).getByText('a*b*').tagName).toBe('CODE');
    expect(container.textContent).toBe('Some soft, loud, both, gone and a*b* words\nhere');
  });

  it('keep marks that are none', () => {
    const text =
      'a * b, snake_case_name, 2*3*4 is 24, ~5 km, [1], [a][b], C:\\new, ^up^, $x_1$, a_b_';
    const plain = text.replace('2*3*4', '234');
    expect(show(text).textContent).toBe(plain);
  });

  it('keep citations and footnotes', () => {
    const text = 'So it is [1][2].\n\n[^1]: A note.\n\n[2]: https://example.com';
    const container = show(text);
    expect(container.textContent).toContain('[1][2]');
    expect(container.textContent).toContain('[^1]: A note.');
    expect(container.textContent).toContain('[2]: https://example.com');
  });

  it('find bold words also where a script has no spaces', () => {
    show('这是**“重要”。**请注意。');
    expect(screen.getByText('“重要”。').tagName).toBe('STRONG');
  });

  it('have headings below the title of the panel, none left out', () => {
    show('### Third\n\n#### Fourth\n\n## Second\n\nUnderlined\n===\n\n###### Deep');
    const levels = screen.getAllByRole('heading').map(({ tagName }) => tagName);
    expect(levels).toEqual(['H2', 'H3', 'H2', 'H2', 'H3']);
  });

  it('have lists, numbered ones from where they begin', () => {
    const container = show('3. three\n4. four\n   - inner\n   - other\n9. nine\n\n- apart');
    const [outer, inner, apart] = within(container).getAllByRole('list');
    expect(outer?.getAttribute('start')).toBe('3');
    expect(inner?.closest('li')?.textContent).toContain('four');
    expect(within(container).getByText('nine').closest('li')?.getAttribute('value')).toBe('9');
    expect(apart?.tagName).toBe('UL');
  });

  it('have tasks that say whether they are done', () => {
    show('- [ ] Pack\n- [x] Book\n- [y] no task');
    const [first, second, third] = screen.getAllByRole('listitem');
    expect(first && within(first).getByRole('img').getAttribute('aria-label')).toBe('To do');
    expect(second && within(second).getByRole('img').getAttribute('aria-label')).toBe('Done');
    expect(third?.textContent).toBe('[y] no task');
  });

  it('have quotes, rules and what is in them', () => {
    const container = show('> said\n> > inside\n>\n> - item\n\n---\n\nafter');
    const quote = container.querySelector('blockquote');
    expect(quote?.querySelector('blockquote')?.textContent).toBe('inside');
    expect(quote && within(quote).getByRole('listitem').textContent).toBe('item');
    expect(screen.getByRole('separator')).toBeTruthy();
  });

  it('have tables that scroll by keyboard', () => {
    show('| Name | Price |\n|:-----|------:|\n| A \\| B | **1** | extra\n| C |\nafter');
    const region = screen.getByRole('group', { name: 'Table' });
    expect(region.tabIndex).toBe(0);
    expect(
      within(region)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Price']);
    const cells = within(region).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['A | B', '1 | extra', 'C', '']);
    expect(cells[1]?.dataset['align']).toBe('end');
    expect(screen.getByText('after').tagName).toBe('P');
  });

  it('have a direction for every block', () => {
    const container = show('# שלום\n\nHello\n\n- مرحبا\n\n| א |\n|---|\n| b |\n\n> ציטוט');
    for (const selector of ['h2', 'p', 'ul', 'table', 'blockquote']) {
      expect(container.querySelector(selector)?.getAttribute('dir')).toBe('auto');
    }
  });
});

describe('code of a model', () => {
  const listing = '```python title="a.py"\ndef f():\n\treturn "<b>&amp;"\n```\n\nafter';

  it('is shown as it is, with its language', () => {
    show(listing);
    const code = screen.getByRole('group', { name: 'Code, python title="a.py"' });
    expect(code.textContent).toBe('def f():\n\treturn "<b>&amp;"\n');
    expect(code.tabIndex).toBe(0);
    expect(screen.getByText('python title="a.py"')).toBeTruthy();
    expect(screen.getByText('after').tagName).toBe('P');
  });

  it('is copied by a button that says so', async () => {
    const user = userEvent.setup();
    const container = show(listing);
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe('def f():\n\treturn "<b>&amp;"');
    expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('Code copied.');
    expect(screen.getByRole('button').textContent).toBe('Copied');
  });

  it('says when it could not be copied', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    show(listing);
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('The code could not be copied.')).toBeTruthy();
  });

  it('goes on to the end when its fence is not closed', () => {
    show('~~~\n# not a heading\n- not a list');
    expect(screen.getByRole('group', { name: 'Code' }).textContent).toBe(
      '# not a heading\n- not a list\n',
    );
  });
});

describe('markup and addresses of a model', () => {
  it.each([
    '<img src="https://evil.example/x.png" onerror="alert(1)">',
    '<script>alert(1)</script>',
    '<a href="https://evil.example">bank</a>',
    '<!-- hidden --> <style>*{display:none}</style>',
    '<iframe src="//evil.example"></iframe>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](data:text/html,hi)',
    '[x](chrome-extension://abc/options.html)',
    '[x](file:///etc/passwd)',
    '[x](vbscript:x)',
    '[x](blob:https://a.example/1)',
    '[x](//evil.example)',
    '[x](/settings)',
    '![x](data:image/png;base64,AAAA)',
    '<javascript:alert(1)>',
  ])('stay text: %s', (text) => {
    const container = show(text);
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll('p *')).toHaveLength(0);
  });

  it.each([
    ['[docs](https://example.com/a)', 'docs (example.com)', 'https://example.com/a'],
    ['[example.com](https://example.com/a)', 'example.com', 'https://example.com/a'],
    ['[https://bank.example](https://evil.example)', 'https://bank.example (evil.example)'],
    ['[example.com](https://example.com.evil.example)', 'example.com (example.com.evil.example)'],
    ['https://example.com/a?b=1.', 'https://example.com/a?b=1.', 'https://example.com/a?b=1'],
    ['(see https://example.com/a_(b))', '(see https://example.com/a_(b))'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/ (evil.example)'],
    ['<https://example.com>', 'https://example.com', 'https://example.com/'],
    ['[](https://example.com)', 'example.com'],
    ['[pay](https://xn--pple-43d.com)', 'pay (xn--pple-43d.com)'],
    ['[аpple.com](https://аpple.com)', 'аpple.com (xn--pple-43d.com)'],
    ['[x](http://127.0.0.1:8080/)', 'x (127.0.0.1:8080)'],
    ['[mail](mailto:ada@mail.example?subject=Hi)', 'mail (ada@mail.example)'],
    ['<ada@mail.example>', 'ada@mail.example', 'mailto:ada@mail.example'],
    ['[a `b` **c**](https://example.com "title")', 'a b c (example.com)'],
    ['[![logo](https://a.example/i.png)](https://b.example)', 'logo (b.example)'],
    ['[see https://a.example now](https://b.example)', 'see https://a.example now (b.example)'],
  ])('are links that show where they lead: %s', (text, shown, href?: string) => {
    const container = show(text);
    expect(container.textContent).toBe(shown);
    const link = within(container).getByRole('link');
    expect(link.getAttribute('rel')).toBe('noreferrer noopener');
    expect(link.getAttribute('target')).toBe('_blank');
    if (href !== undefined) expect(link.getAttribute('href')).toBe(href);
  });

  it('show of an image what it says and where it is, and load nothing', () => {
    const container = show(
      '![A *chart*](https://evil.example/i.png?secret=1) and ![](http://b.example)',
    );
    expect(container.textContent).toBe('A chart (evil.example) and Image (b.example)');
    expect(container.querySelector('img, picture, video, audio, object, embed')).toBeNull();
    expect(within(container).getAllByRole('link')).toHaveLength(2);
  });

  it('are no link around another link', () => {
    const container = show('[a [b](https://b.example) c](mailto:c@c.example)');
    expect(container.textContent).toBe('[a b (b.example) c](mailto:c@c.example)');
    expect(within(container).getAllByRole('link')).toHaveLength(1);
  });

  it('cannot turn the host around with a direction mark', () => {
    const container = show('[\u202edocs](https://evil.example)');
    const [label, host] = container.querySelectorAll('a bdi');
    expect(label?.textContent).toBe('\u202edocs');
    expect(host?.textContent).toBe('(evil.example)');
    expect(host?.getAttribute('dir')).toBe('ltr');
  });

  it('have line breaks in the cells of a table, and only there', () => {
    const container = show('| a |\n|---|\n| b<br>c<br/>d |\n\nx<br>y');
    expect(container.querySelectorAll('td br')).toHaveLength(2);
    expect(within(container).getByText('x<br>y')).toBeTruthy();
  });
});

describe('whatever a model writes', () => {
  const allowed = new Set(
    (
      'a bdi blockquote br button code del div em h2 h3 h4 h5 h6 hr li ol p path pre span strong ' +
      'svg table tbody td th thead tr ul'
    ).split(' '),
  );
  const addresses = fc.constantFrom(
    ...['https://a.example/x', 'http://b.example', 'mailto:a@b.example', 'javascript:alert(1)'],
    ...['data:text/html,x', '//c.example', 'chrome://settings', 'https:evil.example', 'x'],
  );
  const withAddresses = fc
    .array(fc.oneof(markdownText, addresses, fc.constantFrom('](', ')', '[', '![', '<', '>')))
    .map((parts) => parts.join(''));
  const withMarkup = fc.oneof(withAddresses, fc.string({ unit: 'binary', maxLength: 300 }));

  it('is drawn with known elements and known addresses only', () => {
    fc.assert(
      fc.property(withMarkup, fc.boolean(), (text, unfinished) => {
        const container = show(text, unfinished);
        for (const element of container.querySelectorAll('*')) {
          expect(allowed).toContain(element.localName);
          for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^src|^style$/);
        }
        for (const link of container.querySelectorAll('a')) {
          expect(link.getAttribute('href')).toMatch(/^(?:https?:\/\/|mailto:)/);
          expect(link.querySelector('a')).toBeNull();
        }
        cleanup();
      }),
      { numRuns: 200 },
    );
  });

  it('looks the same whether it came at once or bit by bit', () => {
    const places = fc.array(fc.nat(), { maxLength: 6 });
    fc.assert(
      fc.property(withAddresses, places, fc.boolean(), (text, cuts, unfinished) => {
        const { container, rerender } = render(<Markdown text="" unfinished />);
        const ends = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
        for (const end of ends) rerender(<Markdown text={text.slice(0, end)} unfinished />);
        rerender(<Markdown text={text} unfinished={unfinished} />);
        expect(html(container)).toBe(html(show(text, unfinished)));
        cleanup();
      }),
      { numRuns: 200 },
    );
  });

  it.each(hostileMarkdown)('can be read: %s', { timeout: 60_000 }, (_title, text) => {
    const letters = (words: string) => words.replaceAll(/[^a-z]/gi, '').length;
    const container = show(text);
    expect(letters(container.textContent ?? '')).toBeGreaterThanOrEqual(letters(text));
    expect(container.querySelectorAll('*').length).toBeLessThan(13_000);
  });
});

describe('an answer that goes on', () => {
  it('leaves alone what is already there', () => {
    const text = `# Title\n\n${'Some words in a paragraph.\n\n'.repeat(50)}`;
    const { container, rerender } = render(<Markdown text={text} unfinished />);
    const before = [...(container.firstElementChild?.children ?? [])];
    expect(before).toHaveLength(51);
    const changed: Node[] = [];
    const observer = new MutationObserver((records) =>
      changed.push(...records.map((r) => r.target)),
    );
    observer.observe(container, { subtree: true, childList: true, characterData: true });
    rerender(<Markdown text={`${text}More`} unfinished />);
    changed.push(...observer.takeRecords().map(({ target }) => target));
    expect(changed).toEqual([container.firstElementChild]);
    expect([...(container.firstElementChild?.children ?? [])].slice(0, 51)).toEqual(before);
  });

  it('changes only the end of a long line', () => {
    const line = 'Words without an end, '.repeat(4_000);
    const { container, rerender } = render(<Markdown text={line} unfinished />);
    const before = textNodesIn(container);
    expect(before.length).toBeGreaterThan(20);
    expect(Math.max(...before.map(({ length }) => length))).toBeLessThan(4_100);
    rerender(<Markdown text={`${line}and on`} unfinished />);
    expect(textNodesIn(container).slice(0, before.length)).toEqual(before);
    expect(container.querySelector('p')?.textContent).toBe(`${line}and on`);
  });

  it.each([
    ['a bold word', 'Some **bo', 'Some bo', 'strong'],
    ['the start of bold', 'Some **', 'Some ', null],
    ['half of its end', 'Some **bold*', 'Some bold', 'strong'],
    ['code', 'Run `npm i', 'Run npm i', 'code'],
    ['the address of a link', 'See [the docs](https://exa', 'See the docs', null],
    ['the address of an image', 'See ![the chart](https://exa', 'See the chart', null],
    ['a heading with bold', '## A **b', 'A b', 'h2 strong'],
    ['a fence', 'Do:\n``', 'Do:', null],
    ['the language of a fence', 'Do:\n```py', 'Do:', null],
    ['the end of a fence', '```\nx\n``', 'CodeCopyx\n', 'pre'],
    ['a bullet', 'Items:\n-', 'Items:', null],
    ['a bullet and a space', 'Items:\n- ', 'Items:', null],
    ['a rule', 'Text\n\n--', 'Text', null],
    ['a number', 'Steps:\n\n1.', 'Steps:', null],
    ['a task', '- [', '', null],
    ['the header of a table', '| Name | Pri', 'NamePri', 'thead'],
    ['the line under it', '| Name | Price |\n|--', 'NamePrice', 'thead'],
    ['a bold cell', '| Name |\n|---|\n| **A', 'NameA', 'td strong'],
  ])('does not flicker while it brings %s', (_what, text, shown, element) => {
    const container = show(text, true);
    expect(container.textContent).toBe(shown);
    if (element === null)
      expect(container.querySelectorAll('li, hr, strong, code, a')).toHaveLength(0);
    else expect(container.querySelector(element)).not.toBeNull();
  });

  it('shows a mark that was never closed, once it is complete', () => {
    const { container, rerender } = render(<Markdown text="Some **bo" unfinished />);
    rerender(<Markdown text="Some **bo" />);
    expect(container.textContent).toBe('Some **bo');
  });

  it('takes no lone star for emphasis for long', () => {
    const container = show(`*Only a note. ${'And many words. '.repeat(30)}`, true);
    expect(container.querySelector('em')).toBeNull();
  });
});
