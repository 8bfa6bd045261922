import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error';
import { evaluateExpression, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH } from './expression';

describe('an arithmetic expression', () => {
  it.each([
    ['2 + 3', 5],
    ['7 - 2 - 1', 4],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['100 / 10 / 5', 2],
    ['17 % 5', 2],
    ['-17 % 5', -2],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -2', 0.25],
    ['2 * -3', -6],
    ['1 - -1', 2],
    ['--3', 3],
    ['+3', 3],
    ['3!', 6],
    ['-3!', -6],
    ['2 ^ 3!', 64],
    ['0!', 1],
    ['170! / 169!', 170],
  ])('%s is %d', (text, value) => {
    expect(evaluateExpression(text)).toBe(value);
  });

  it.each([
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['2.5E-2', 0.025],
    ['1e+2', 100],
    ['007', 7],
  ])('reads the number %s', (text, value) => {
    expect(evaluateExpression(text)).toBe(value);
  });

  it('XEM-19 reads the signs people write', () => {
    expect(evaluateExpression('15×7')).toBe(105);
    expect(evaluateExpression('15 · 7')).toBe(105);
    expect(evaluateExpression('267914296 ÷ 42')).toBeCloseTo(6378911.8095, 3);
    expect(evaluateExpression('3 − 5')).toBe(-2);
    expect(evaluateExpression('\u00a02\t+\n2\u00a0')).toBe(4);
  });

  it.each([
    ['sqrt(16)', 4],
    ['abs(-2.5)', 2.5],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['floor(-1.2)', -2],
    ['ceil(1.2)', 2],
    ['min(3, 1, 2)', 1],
    ['max(3)', 3],
    ['max(1, min(5, 4)) + 1', 5],
    ['log(1000)', 3],
    ['ln(e)', 1],
    ['exp(0)', 1],
    ['sin(0)', 0],
    ['cos(pi)', -1],
    ['tan(0)', 0],
    ['PI - π', 0],
    ['Sqrt (9)', 3],
    ['2^sqrt(4)!', 4],
  ])('knows %s', (text, value) => {
    expect(evaluateExpression(text)).toBeCloseTo(value, 12);
  });
});

describe('an expression that cannot be worked out', () => {
  it.each([
    ['invalid', "'invalid' is not known."],
    ['2+*3', "'*' is not expected here."],
    ['', 'the expression ends too early.'],
    ['2 +', 'the expression ends too early.'],
    ['(2', 'a closing parenthesis is missing.'],
    ['2)', "')' is not expected here."],
    ['()', "')' is not expected here."],
    ['2 3', "'3' is not expected here."],
    ['1.2.3', "'.3' is not expected here."],
    ['2 pi', "'pi' is not expected here."],
    ['1,000', "',' is not expected here; write numbers without thousands separators."],
    ['sqrt 4', 'sqrt needs its value in parentheses.'],
    ['sqrt()', 'sqrt needs a value.'],
    ['sqrt(1, 2)', 'sqrt takes one value, not 2.'],
    ['min(1, )', "')' is not expected here."],
    ['5 # 3', "'#' cannot be read here."],
    ['💥', "'💥' cannot be read here."],
    ['constructor', "'constructor' is not known."],
    ['__proto__(1)', "'__proto__' is not known."],
    ['pi()', "'(' is not expected here."],
    ['1 / 0', 'division by zero.'],
    ['1 / (2 - 2)', 'division by zero.'],
    ['1 / -0', 'division by zero.'],
    ['0 ^ -1', 'division by zero.'],
    ['5 % 0', 'remainder of a division by zero.'],
    ['sqrt(-1)', 'the result is not a real number.'],
    ['(-8) ^ 0.5', 'the result is not a real number.'],
    ['ln(0)', 'the result is not a finite number.'],
    ['1e400', 'the result is not a finite number.'],
    ['9 ^ 9 ^ 9', 'the result is not a finite number.'],
    ['171!', 'the result is not a finite number.'],
    ['1e300!', 'the result is not a finite number.'],
    ['2.5!', 'a factorial needs a whole number that is not negative.'],
    ['(-1)!', 'a factorial needs a whole number that is not negative.'],
  ])('%s: %s', (text, message) => {
    expect(() => evaluateExpression(text)).toThrow(new AppError('expression-invalid', message));
  });

  it('is bounded in length', () => {
    const longest = '+1'.repeat(MAX_EXPRESSION_LENGTH / 2);
    expect(evaluateExpression(longest)).toBe(500);
    expect(() => evaluateExpression(`${longest} `)).toThrow('longer than 1000 characters');
  });

  it.each([
    ['parentheses', (levels: number) => `${'('.repeat(levels)}1${')'.repeat(levels)}`],
    ['signs', (levels: number) => `${'-'.repeat(levels)}1`],
    ['powers', (levels: number) => `1${'^1'.repeat(levels)}`],
    ['functions', (levels: number) => `${'abs('.repeat(levels)}1${')'.repeat(levels)}`],
  ])('is bounded in depth, by %s', (_kind, nested) => {
    expect(Math.abs(evaluateExpression(nested(MAX_EXPRESSION_DEPTH - 1)))).toBe(1);
    expect(() => evaluateExpression(nested(MAX_EXPRESSION_DEPTH))).toThrow('nested more than 100');
  });
});

type Tree =
  | { kind: 'number'; value: number }
  | { kind: 'negation'; operand: Tree }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/' | '%' | '^'; left: Tree; right: Tree }
  | { kind: 'call'; name: 'min' | 'max' | 'abs' | 'floor' | 'sqrt'; values: Tree[] };

const { tree } = fc.letrec<{ tree: Tree; leaf: Tree }>((tie) => ({
  leaf: fc.record({
    kind: fc.constant('number' as const),
    value: fc.oneof(fc.nat(20), fc.double({ min: 0, max: 1e6, noNaN: true })),
  }),
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie('leaf'),
    fc.record({ kind: fc.constant('negation' as const), operand: tie('tree') }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('+', '-', '*', '/', '%', '^'),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('min', 'max'),
      values: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('abs', 'floor', 'sqrt'),
      values: fc.array(tie('tree'), { minLength: 1, maxLength: 1 }),
    }),
  ),
}));

/** As few parentheses as the rules of arithmetic allow, so that precedence is put to the test. */
function print(node: Tree, spaces: string): string {
  const wrap = (inner: Tree, isBare: boolean) =>
    isBare ? print(inner, spaces) : `(${print(inner, spaces)})`;
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'negation':
      return `-${spaces}${wrap(node.operand, rank(node.operand) >= 3)}`;
    case 'call':
      return `${node.name}(${node.values.map((value) => print(value, spaces)).join(`,${spaces}`)})`;
    case 'binary': {
      const own = rank(node);
      const rightward = node.operator === '^';
      const left = wrap(
        node.left,
        rank(node.left) > own || (!rightward && rank(node.left) === own),
      );
      const right = wrap(
        node.right,
        rank(node.right) > own || (rightward && rank(node.right) >= 3),
      );
      return `${left}${spaces}${node.operator}${spaces}${right}`;
    }
  }
}

function rank(node: Tree): number {
  if (node.kind === 'negation') return 3;
  if (node.kind !== 'binary') return 5;
  if (node.operator === '^') return 4;
  return node.operator === '+' || node.operator === '-' ? 1 : 2;
}

/** The value by the tree alone; NaN as soon as a step has no finite value. */
function reckon(node: Tree): number {
  const value = step(node);
  return Number.isFinite(value) ? value : NaN;
}

function step(node: Tree): number {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'negation':
      return -reckon(node.operand);
    case 'call': {
      const values = node.values.map(reckon);
      if (values.some(Number.isNaN)) return NaN;
      if (node.name === 'min') return Math.min(...values);
      if (node.name === 'max') return Math.max(...values);
      return Math[node.name](values[0] ?? NaN);
    }
    case 'binary': {
      const [left, right] = [reckon(node.left), reckon(node.right)];
      // NaN ** 0 is 1; a step without a value spoils the whole all the same.
      if (Number.isNaN(left) || Number.isNaN(right)) return NaN;
      if (node.operator === '+') return left + right;
      if (node.operator === '-') return left - right;
      if (node.operator === '*') return left * right;
      if (node.operator === '/') return left / right;
      if (node.operator === '%') return left % right;
      return left ** right;
    }
  }
}

describe('any expression', () => {
  it('has the value of the tree it was printed from, or is refused when that has none', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('', ' ', '  '), (node, spaces) => {
        const text = print(node, spaces);
        fc.pre(text.length <= MAX_EXPRESSION_LENGTH);
        const expected = reckon(node);
        if (Number.isNaN(expected)) {
          expect(() => evaluateExpression(text), text).toThrow(AppError);
        } else {
          expect(evaluateExpression(text), text).toBe(expected);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives a finite number or a clear refusal, whatever it is made of', () => {
    const piece = fc.oneof(
      fc.constantFrom('(', ')', '+', '-', '*', '/', '^', '%', '!', ',', ' ', '1', '.5', '2e3'),
      fc.constantFrom('pi', 'e', 'min(', 'sqrt(', '×', '**', 'constructor', '1e', '_', '\0'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        try {
          expect(Number.isFinite(evaluateExpression(pieces.join('')))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
