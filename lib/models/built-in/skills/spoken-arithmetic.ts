const MAX_LENGTH = 400;

/** What words stand for, longest phrase first. `root` takes the operand that follows. */
const phrases: readonly (readonly [string, string])[] = [
  ['to the power of', '^'],
  ['the square root of', 'root'],
  ['square root of', 'root'],
  ['square root', 'root'],
  ['multiplied by', '*'],
  ['divided by', '/'],
  ['geteilt durch', '/'],
  ['wurzel aus', 'root'],
  ['percent of', 'percent-of'],
  ['per cent of', 'percent-of'],
  ['prozent von', 'percent-of'],
  ['% of', 'percent-of'],
  ['% von', 'percent-of'],
  ['percent', 'percent'],
  ['prozent', 'percent'],
  ['squared', '^2'],
  ['cubed', '^3'],
  ['plus', '+'],
  ['minus', '-'],
  ['times', '*'],
  ['over', '/'],
  ['modulo', '%'],
  ['mod', '%'],
  ['mal', '*'],
  ['durch', '/'],
  ['hoch', '^'],
  ['x', '*'],
];

const names = /^(?:sqrt|abs|round|floor|ceil|min|max|log|ln|exp|sin|cos|tan|pi|e)(?![\p{L}\d])/iu;
const number =
  /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3}(?!\d))?/i;
const sign = /^(?:\*\*|[-+*/^()!,×·÷−π])/u;
/** Dates and telephone numbers look like subtractions. */
const noSum = /^\d{1,4}(?:-\d{1,4}){2}$|^\+?\d+(?:-\d{3,}){2,}$/;

/**
 * Arithmetic in signs, words or both, as an expression for the calculator. Undefined as soon as
 * anything in it is neither; one pass over a short text.
 */
export function toExpression(text: string): string | undefined {
  const source = text.trim().replace(/ ?=$/, '');
  if (source === '' || source.length > MAX_LENGTH || noSum.test(source)) return undefined;
  const tokens: string[] = [];
  let rest = source;
  while (rest !== '') {
    const token = nextToken(rest);
    if (!token) return undefined;
    tokens.push(token.meaning);
    rest = rest.slice(token.length).trimStart();
  }
  const isSum = tokens.length > 1 && tokens.some((token) => /^\d|^\.|^(?:pi|π|e)$/i.test(token));
  return isSum ? written(tokens) : undefined;
}

function nextToken(rest: string): { meaning: string; length: number } | undefined {
  const lower = rest.toLowerCase();
  for (const [words, meaning] of phrases) {
    if (lower.startsWith(words) && !/^[\p{L}\d]/u.test(rest.slice(words.length))) {
      return { meaning, length: words.length };
    }
    // "3x4" is written together.
    if (words === 'x' && /^x\d/.test(lower)) return { meaning, length: 1 };
  }
  const [digits] = number.exec(rest) ?? [];
  if (digits !== undefined) return { meaning: digits.replaceAll(',', ''), length: digits.length };
  if (rest.startsWith('%')) return { meaning: percentSign(rest.slice(1)), length: 1 };
  const [found] = names.exec(rest) ?? sign.exec(rest) ?? [];
  return found === undefined ? undefined : { meaning: found.toLowerCase(), length: found.length };
}

/** Before a number it is the remainder, anywhere else a hundredth. */
function percentSign(following: string): string {
  return /^\s*[\d(.]/.test(following) ? '%' : 'percent';
}

function written(tokens: readonly string[]): string {
  let expression = '';
  let openRoots = 0;
  for (const token of tokens) {
    if (token === 'root') {
      expression += 'sqrt(';
      openRoots += 1;
      continue;
    }
    if (token === 'percent-of') expression += ' / 100 * ';
    else if (token === 'percent') expression += ' / 100';
    else expression += /^[-+*/%^×·÷−]$/u.test(token) ? ` ${token} ` : token === ',' ? ', ' : token;
    if (openRoots > 0 && /^[\d.π]|^(?:pi|e)$/i.test(token)) {
      expression += ')'.repeat(openRoots);
      openRoots = 0;
    }
  }
  return (expression + ')'.repeat(openRoots)).replace(/ {2}/g, ' ').trim();
}
