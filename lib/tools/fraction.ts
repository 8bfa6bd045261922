import { AppError } from '../shared/app-error';

/** An exact number. The denominator is positive; nothing is ever rounded before it is shown. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DIGITS = 15;
const decimalForm = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Reads a decimal such as `1609.344` or `1e-9`, or a quotient of two such as `5/9`. */
export function fractionOf(text: string): Fraction {
  const [dividend = '', divisor] = text.split('/', 2);
  const top = decimal(dividend);
  return divisor === undefined ? top : divide(top, decimal(divisor));
}

export function add(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

export function subtract(left: Fraction, right: Fraction): Fraction {
  return add(left, { ...right, numerator: -right.numerator });
}

export function multiply(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.numerator,
    denominator: left.denominator * right.denominator,
  };
}

export function divide(left: Fraction, right: Fraction): Fraction {
  if (right.numerator === 0n) throw new AppError('fraction-invalid', 'Division by zero.');
  const sign = right.numerator < 0n ? -1n : 1n;
  return {
    numerator: left.numerator * right.denominator * sign,
    denominator: left.denominator * right.numerator * sign,
  };
}

export function isNegative({ numerator }: Fraction): boolean {
  return numerator < 0n;
}

/** As many digits as a double can promise, and whether these are all there are. */
export function roundedValue({ numerator, denominator }: Fraction): {
  value: number;
  exact: boolean;
} {
  if (numerator === 0n) return { value: 0, exact: true };
  const magnitude = numerator < 0n ? -numerator : numerator;
  // Within one of the right number of places: a place too many does no harm.
  const places = DIGITS - (lengthOf(magnitude) - lengthOf(denominator));
  const top = magnitude * 10n ** BigInt(Math.max(0, places));
  const bottom = denominator * 10n ** BigInt(Math.max(0, -places));
  const digits = Number((2n * top + bottom) / (2n * bottom)).toPrecision(DIGITS);
  const value = Number(
    `${numerator < 0n ? '-' : ''}${digits.split('e')[0] ?? ''}e${exponentOf(digits) - places}`,
  );
  const shown = fractionOf(String(value));
  return { value, exact: shown.numerator * denominator === numerator * shown.denominator };
}

function exponentOf(digits: string): number {
  return Number(digits.split('e')[1] ?? 0);
}

function lengthOf(whole: bigint): number {
  return whole.toString().length;
}

function decimal(text: string): Fraction {
  const match = decimalForm.exec(text.trim());
  if (!match) throw new AppError('fraction-invalid', `'${text.slice(0, 40)}' is not a number.`);
  const [, sign = '', whole = '0', part = '', exponent = '0'] = match;
  const power = Number(exponent) - part.length;
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) };
}
