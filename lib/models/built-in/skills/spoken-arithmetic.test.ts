import { describe, expect, it } from 'vitest';
import { evaluateExpression } from '../../../tools/expression';
import { toExpression } from './spoken-arithmetic';

describe('arithmetic in words and signs', () => {
  it.each([
    ['3*7', 21],
    ['3 x 7', 21],
    ['3x7', 21],
    ['1,234.5 + 1', 1235.5],
    ['15% of 80', 12],
    ['15 percent of 80', 12],
    ['200 * 10%', 20],
    ['17 % 5', 2],
    ['10 minus 4 plus 1', 7],
    ['20 divided by 4', 5],
    ['the square root of 16', 4],
    ['square root of 16 plus 1', 5],
    ['square root of (9 + 16)', 5],
    ['2 to the power of 10', 1024],
    ['3 squared', 9],
    ['sqrt(16) + max(1, 5)', 9],
    ['2 × π', 2 * Math.PI],
    ['5!', 120],
    ['(2+3)*4 =', 20],
    ['3 mal 7', 21],
    ['20 geteilt durch 4', 5],
    ['Wurzel aus 16', 4],
    ['-5 + 2', -3],
  ])('%s is %d', (text, value) => {
    const expression = toExpression(text);
    expect(evaluateExpression(expression ?? '')).toBe(value);
  });

  it.each([
    '',
    '5',
    'hello',
    '3 apples',
    '2026-12-24',
    '555-123-4567',
    'a + b',
    'x'.repeat(500),
    '+',
  ])('%j is none', (text) => {
    expect(toExpression(text)).toBeUndefined();
  });
});
