import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, divide, fractionOf, multiply, roundedValue, subtract } from './fraction';

const valueOf = (text: string) => roundedValue(fractionOf(text)).value;

describe('a fraction', () => {
  it('reads decimals, powers of ten and quotients', () => {
    expect(valueOf('1609.344')).toBe(1609.344);
    expect(valueOf('-2.5e-9')).toBe(-2.5e-9);
    expect(valueOf('1e+21')).toBe(1e21);
    expect(valueOf('5/9')).toBe(0.555555555555556);
  });

  it.each(['', 'one', '1.2.3', '0x10', '1e9999', 'Infinity', '1/0'])('refuses %j', (text) => {
    expect(() => fractionOf(text)).toThrow();
  });

  it('adds, subtracts, multiplies and divides without noise', () => {
    const [tenth, fifth] = [fractionOf('0.1'), fractionOf('0.2')];
    expect(roundedValue(add(tenth, fifth))).toEqual({ value: 0.3, exact: true });
    expect(roundedValue(subtract(tenth, fifth))).toEqual({ value: -0.1, exact: true });
    expect(roundedValue(multiply(tenth, fifth))).toEqual({ value: 0.02, exact: true });
    expect(roundedValue(divide(tenth, fractionOf('-3')))).toEqual({
      value: -0.0333333333333333,
      exact: false,
    });
  });

  it('gives every short decimal back as it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
        fc.integer({ min: -280, max: 280 }),
        (digits, exponent) => {
          const value = Number(`${digits}e${exponent}`);
          expect(roundedValue(fractionOf(String(value)))).toEqual({
            value: value === 0 ? 0 : value,
            exact: true,
          });
        },
      ),
    );
  });
});
