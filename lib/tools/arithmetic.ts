import { AppError } from '../shared/app-error';

interface Operator {
  /** How tightly it holds its left operand; the right one is held by `right`. */
  readonly left: number;
  readonly right: number;
  readonly apply: (left: number, right: number) => number;
}

export const UNARY_BINDING = 30;

export const operators: ReadonlyMap<string, Operator> = new Map([
  ['+', { left: 10, right: 11, apply: (left: number, right: number) => left + right }],
  ['-', { left: 10, right: 11, apply: (left: number, right: number) => left - right }],
  ['*', { left: 20, right: 21, apply: (left: number, right: number) => left * right }],
  ['/', { left: 20, right: 21, apply: divide }],
  ['%', { left: 20, right: 21, apply: remainder }],
  // Holds tighter than a minus before it (-2^2 is -4), and to the right: 2^3^2 is 2^9.
  ['^', { left: 41, right: 40, apply: power }],
]);

export const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['π', Math.PI],
  ['e', Math.E],
]);

export interface MathFunction {
  readonly apply: (...values: number[]) => number;
  /** Absent: one or more. */
  readonly arity?: number;
}

export const functions: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['sqrt', { apply: Math.sqrt, arity: 1 }],
  ['abs', { apply: Math.abs, arity: 1 }],
  ['round', { apply: roundHalfAwayFromZero, arity: 1 }],
  ['floor', { apply: Math.floor, arity: 1 }],
  ['ceil', { apply: Math.ceil, arity: 1 }],
  ['min', { apply: Math.min }],
  ['max', { apply: Math.max }],
  ['log', { apply: Math.log10, arity: 1 }],
  ['ln', { apply: Math.log, arity: 1 }],
  ['exp', { apply: Math.exp, arity: 1 }],
  ['sin', { apply: Math.sin, arity: 1 }],
  ['cos', { apply: Math.cos, arity: 1 }],
  ['tan', { apply: Math.tan, arity: 1 }],
]);

function divide(left: number, right: number): number {
  if (right === 0) throw refusal('division by zero.');
  return left / right;
}

function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throw refusal('division by zero.');
  return base ** exponent;
}

function remainder(left: number, right: number): number {
  if (right === 0) throw refusal('remainder of a division by zero.');
  return left % right;
}

export function factorial(value: number): number {
  if (!Number.isInteger(value) || value < 0) {
    throw refusal('a factorial needs a whole number that is not negative.');
  }
  let product = 1;
  for (let factor = 2; factor <= value && product !== Infinity; factor += 1) product *= factor;
  return product;
}

function roundHalfAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

export function finite(value: number): number {
  if (Number.isNaN(value)) throw refusal('the result is not a real number.');
  if (!Number.isFinite(value)) throw refusal('the result is not a finite number.');
  return value;
}

export function refusal(message: string): AppError {
  return new AppError('expression-invalid', message);
}
