import { fractionOf, type Fraction } from './fraction';

export type Quantity =
  'length' | 'mass' | 'temperature' | 'volume' | 'speed' | 'area' | 'data size' | 'time';

export interface Unit {
  readonly symbol: string;
  readonly quantity: Quantity;
  /** How much of the quantity's base unit it is. */
  readonly factor: Fraction;
  /** What is added to a value before the factor counts; only temperatures have one. */
  readonly offset: Fraction;
}

/** Symbol, size in the first unit of the list, other names. Sizes are exact by definition. */
type Row = readonly [symbol: string, size: string, names: string, offset?: string];

const table: Readonly<Record<Quantity, readonly Row[]>> = {
  length: [
    ['m', '1', 'metre, meter'],
    ['km', '1000', 'kilometre, kilometer'],
    ['dm', '0.1', 'decimetre, decimeter'],
    ['cm', '0.01', 'centimetre, centimeter, zentimeter'],
    ['mm', '0.001', 'millimetre, millimeter'],
    ['µm', '1e-6', 'um, micrometre, micrometer, micron'],
    ['nm', '1e-9', 'nanometre, nanometer'],
    ['in', '0.0254', 'inch, inches, zoll, "'],
    ['ft', '0.3048', "foot, feet, fuß, '"],
    ['yd', '0.9144', 'yard'],
    ['mi', '1609.344', 'mile, meile, meilen'],
    ['nmi', '1852', 'nautical mile, seemeile, seemeilen'],
  ],
  mass: [
    ['kg', '1', 'kilogram, kilogramme, kilogramm, kilo'],
    ['g', '0.001', 'gram, gramme, gramm'],
    ['mg', '1e-6', 'milligram, milligramme, milligramm'],
    ['µg', '1e-9', 'ug, microgram, mikrogramm'],
    ['t', '1000', 'tonne, metric ton, tonnen'],
    ['lb', '0.45359237', 'pound, pfund'],
    ['oz', '0.028349523125', 'ounce, unze, unzen'],
    ['st', '6.35029318', 'stone'],
    ['short ton', '907.18474', 'us ton, ton'],
    ['long ton', '1016.0469088', 'imperial ton'],
  ],
  temperature: [
    ['K', '1', 'kelvin', '0'],
    [
      '°C',
      '1',
      'C, celsius, degree celsius, degrees celsius, degree c, degrees c, grad celsius, grad',
      '273.15',
    ],
    [
      '°F',
      '5/9',
      'F, fahrenheit, degree fahrenheit, degrees fahrenheit, degree f, degrees f, grad fahrenheit',
      '459.67',
    ],
  ],
  volume: [
    ['L', '1', 'litre, liter'],
    ['mL', '0.001', 'millilitre, milliliter, cc'],
    ['cL', '0.01', 'centilitre, centiliter'],
    ['dL', '0.1', 'decilitre, deciliter'],
    ['m³', '1000', 'cubic metre, cubic meter, kubikmeter, cbm'],
    ['cm³', '0.001', 'cubic centimetre, cubic centimeter, kubikzentimeter'],
    ['gal', '3.785411784', 'gallon, us gallon'],
    ['qt', '0.946352946', 'quart'],
    ['pt', '0.473176473', 'pint, us pint'],
    ['cup', '0.2365882365', 'us cup, tasse, tassen'],
    ['fl oz', '0.0295735295625', 'floz, fluid ounce, us fluid ounce'],
    ['tbsp', '0.01478676478125', 'tablespoon, esslöffel'],
    ['tsp', '0.00492892159375', 'teaspoon, teelöffel'],
    ['imp gal', '4.54609', 'imperial gallon, uk gallon'],
    ['imp pt', '0.56826125', 'imperial pint, uk pint'],
    ['in³', '0.016387064', 'cubic inch, cubic inches'],
    ['ft³', '28.316846592', 'cubic foot, cubic feet'],
  ],
  speed: [
    ['m/s', '1', 'metre per second, metres per second, meter per second, meters per second, mps'],
    [
      'km/h',
      '1/3.6',
      'kmh, kph, kilometre per hour, kilometres per hour, kilometer per hour, kilometers per hour, stundenkilometer',
    ],
    ['mph', '0.44704', 'mi/h, mile per hour, miles per hour'],
    ['kn', '1852/3600', 'knot, kt, kts, knoten'],
    ['ft/s', '0.3048', 'fps, foot per second, feet per second'],
  ],
  area: [
    ['m²', '1', 'sqm, sq m, square metre, square meter, quadratmeter, qm'],
    ['km²', '1e6', 'sq km, square kilometre, square kilometer, quadratkilometer'],
    ['cm²', '0.0001', 'sq cm, square centimetre, square centimeter, quadratzentimeter'],
    ['mm²', '1e-6', 'sq mm, square millimetre, square millimeter, quadratmillimeter'],
    ['ha', '10000', 'hectare, hektar'],
    ['a', '100', 'are, ar'],
    ['ac', '4046.8564224', 'acre'],
    ['mi²', '2589988.110336', 'sq mi, square mile'],
    ['yd²', '0.83612736', 'sq yd, square yard'],
    ['ft²', '0.09290304', 'sq ft, sqft, square foot, square feet'],
    ['in²', '0.00064516', 'sq in, square inch, square inches'],
  ],
  'data size': [
    ['B', '1', 'byte, bytes'],
    ['bit', '0.125', 'b, bits'],
    ['kB', '1e3', 'KB, kilobyte'],
    ['MB', '1e6', 'megabyte'],
    ['GB', '1e9', 'gigabyte'],
    ['TB', '1e12', 'terabyte'],
    ['PB', '1e15', 'petabyte'],
    ['KiB', '1024', 'kibibyte'],
    ['MiB', '1048576', 'mebibyte'],
    ['GiB', '1073741824', 'gibibyte'],
    ['TiB', '1099511627776', 'tebibyte'],
    ['kbit', '125', 'kb, Kb, kilobit'],
    ['Mbit', '125e3', 'Mb, megabit'],
    ['Gbit', '125e6', 'Gb, gigabit'],
    ['Tbit', '125e9', 'Tb, terabit'],
  ],
  time: [
    ['s', '1', 'sec, secs, second, sekunde, sekunden'],
    ['ms', '0.001', 'millisecond, millisekunde, millisekunden'],
    ['µs', '1e-6', 'us, microsecond, mikrosekunde, mikrosekunden'],
    ['ns', '1e-9', 'nanosecond, nanosekunde, nanosekunden'],
    ['min', '60', 'mins, minute, minuten'],
    ['h', '3600', 'hr, hrs, hour, stunde, stunden'],
    ['d', '86400', 'day, tag, tage, tagen'],
    ['wk', '604800', 'week, woche, wochen'],
    ['month', '2629746', 'monat, monate, monaten'],
    ['yr', '31556952', 'year, jahr, jahre, jahren'],
  ],
};

/** Units whose length is an average: the calendar's own months and years differ. */
export const averageUnits: readonly string[] = ['month', 'yr'];

const exact = new Map<string, Unit>();
const relaxed = new Map<string, Unit>();
for (const quantity of quantities()) {
  for (const [symbol, size, names, offset = '0'] of table[quantity]) {
    const unit = { symbol, quantity, factor: fractionOf(size), offset: fractionOf(offset) };
    for (const name of [symbol, ...names.split(', ')]) {
      if (!exact.has(name)) exact.set(name, unit);
      for (const form of formsOf(name)) if (!relaxed.has(form)) relaxed.set(form, unit);
    }
  }
}

/** Case counts where it tells units apart (`Mb` and `MB`), and nowhere else. */
export function findUnit(name: string): Unit | undefined {
  const written = name.trim().replace(/\s+/g, ' ');
  return exact.get(written) ?? relaxed.get(plainForm(written));
}

/** The symbols of a quantity's units, as they can be told to somebody who asked for another. */
export function symbolsOf(quantity: Quantity): string[] {
  return table[quantity].map(([symbol]) => symbol);
}

export function quantities(): Quantity[] {
  return ['length', 'mass', 'temperature', 'volume', 'speed', 'area', 'data size', 'time'];
}

function formsOf(name: string): string[] {
  const plain = plainForm(name);
  return /^[a-zß ]+[a-rt-z]$/.test(plain) ? [plain, `${plain}s`] : [plain];
}

function plainForm(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('μ', 'µ')
    .replace(/[\^]?2$/, '²')
    .replace(/[\^]?3$/, '³')
    .replace(/^° ?/, '°')
    .replace(/\.$/, '');
}
