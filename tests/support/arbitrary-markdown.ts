import fc from 'fast-check';

const marks = [
  ...['\n', '\n\n', ' ', '  ', '    ', '\t', '\r\n', '> ', '>', '- ', '* ', '+ ', '1. ', '7) '],
  ...['# ', '### ', '#', '---', '===', '***', '*', '**', '_', '__', '~~', '~', '`', '``', '```'],
  ...['\n```\n', '\n~~~\n', '[', ']', '(', ')', '![', '](', '|', '\n|-|-|\n', '\n|:-:|\n', ':-'],
  ...['\\', '&', ';', '!', '<', '>', '[ ] ', '[x] ', '"', '.', '。', '，', '- [ ] ', '\n    '],
];
const words = ['a', 'b', 'word', 'snake_case', 'über', '你好', 'שלום', '👋🏽', 'e\u0301', 'Zürich'];

/** Marks and words in any order. No address among them can be linked, so every letter is shown. */
export const markdownText = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.constantFrom(...words)), { maxLength: 60 })
  .map((parts) => parts.join(''));

/** Texts that make a reader slow, deep or forgetful. */
export const hostileMarkdown: [string, string][] = [
  ['ten thousand quotes in each other', `${'>'.repeat(10_000)} deep`],
  ['ten thousand quotes, line by line', '> '.repeat(100).concat('deep\n').repeat(100)],
  ['a thousand lists in each other', `${'- '.repeat(1_000)}deep`],
  [
    'a staircase of lists',
    Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- step`).join('\n'),
  ],
  ['fifty thousand open stars', '*a '.repeat(50_000)],
  ['fifty thousand closed stars', 'a* '.repeat(50_000)],
  ['stars and underscores', '*a _b **c __d '.repeat(10_000)],
  ['more marks than words', '*a* '.repeat(40_000)],
  ['open brackets', '[a'.repeat(40_000)],
  ['open images', '![a]('.repeat(20_000)],
  ['brackets in brackets', `${'['.repeat(20_000)}a${']('.repeat(20_000)}`],
  [
    'backticks of every length',
    Array.from({ length: 300 }, (_, n) => `${'`'.repeat(n)}a`).join(' '),
  ],
  ['open angles', '<a '.repeat(30_000)],
  ['a fence that never ends', `\`\`\`x\n${'code here\n'.repeat(30_000)}`],
  ['a table of a thousand columns', wideTable(1_000, 30)],
  ['a table of ten thousand rows', wideTable(5, 10_000)],
  ['a word of a hundred thousand letters', 'a'.repeat(100_000)],
  ['a megabyte of paragraphs', 'Some words in a paragraph.\n\n'.repeat(38_000)],
  ['a megabyte of one line', 'Some *words* in a line. '.repeat(42_000)],
  ['a megabyte of list items', '- a\n'.repeat(250_000)],
  ['a megabyte of spaces', `a${' '.repeat(1_000_000)}b\n#${' '.repeat(100_000)}c`],
  ['a megabyte of headings', '# a\n'.repeat(250_000)],
];

function wideTable(columns: number, rows: number): string {
  const line = (cell: string) => `${`|${cell}`.repeat(columns)}|\n`;
  return line('a') + line('-') + line('b').repeat(rows);
}
