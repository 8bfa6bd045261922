import { AppError } from '../shared/app-error';
import { visibleLine } from '../shared/visible-text';
import { add, divide, fractionOf, isNegative, multiply, roundedValue, subtract } from './fraction';
import { averageUnits, findUnit, quantities, symbolsOf, type Unit } from './units';

export interface Conversion {
  value: number;
  from: string;
  to: string;
  result: number;
  /** False when the result has more digits than are shown. */
  exact: boolean;
  text: string;
}

/** Converts with exact fractions, and rounds once, at the end. */
export function convert(value: number, from: string, to: string): Conversion {
  const [source, target] = [unitNamed(from), unitNamed(to)];
  if (source.quantity !== target.quantity) {
    throw refusal(
      `${source.symbol} measures ${source.quantity} and ${target.symbol} measures ` +
        `${target.quantity}: one cannot be converted into the other.`,
    );
  }
  const base = multiply(add(fractionOf(String(value)), source.offset), source.factor);
  if (source.quantity === 'temperature' && isNegative(base)) {
    throw refusal(`${value} ${source.symbol} is below absolute zero.`);
  }
  const wanted = subtract(divide(base, target.factor), target.offset);
  const { value: result, exact } = roundedValue(wanted);
  const sign = exact ? '=' : '≈';
  const text = `${value} ${source.symbol} ${sign} ${result} ${target.symbol}`;
  return {
    value,
    from: source.symbol,
    to: target.symbol,
    result,
    exact,
    text: text + note(source, target),
  };
}

function note(...units: Unit[]): string {
  const average = units.some(({ symbol }) => averageUnits.includes(symbol));
  return average ? ' (by the average length of a calendar year: 365.2425 days)' : '';
}

function unitNamed(name: string): Unit {
  const unit = findUnit(name);
  if (unit) return unit;
  const known = quantities().map((quantity) => `${quantity}: ${symbolsOf(quantity).join(', ')}`);
  throw refusal(`'${visibleLine(name, 40)}' is not a known unit. Known are ${known.join('; ')}.`);
}

function refusal(message: string): AppError {
  return new AppError('unit-invalid', message);
}
