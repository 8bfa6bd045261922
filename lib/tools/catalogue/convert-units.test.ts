import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { z } from '../../shared/zod';
import { quantities, symbolsOf } from '../units';
import { createConvertUnits } from './convert-units';

const tool = createConvertUnits();
const resultSchema = z.object({ result: z.number(), exact: z.boolean(), text: z.string() });

async function convert(value: number, from: string, to: string) {
  const { text } = await callTool(tool, { value, from, to });
  return resultSchema.parse(JSON.parse(text));
}

describe('convert_units', () => {
  it('runs by itself and touches nothing', () => {
    expect(tool).toMatchObject({ effect: 'read', capability: 'none' });
    expect(tool.interaction({})).toBe('none');
  });

  it.each<[number, string, string, string]>([
    [5, 'km', 'miles', '5 km ≈ 3.10685596118667 mi'],
    [1, 'mile', 'm', '1 mi = 1609.344 m'],
    [0.1, 'm', 'cm', '0.1 m = 10 cm'],
    [6, 'feet', 'cm', '6 ft = 182.88 cm'],
    [1, 'lb', 'g', '1 lb = 453.59237 g'],
    [2, 'pounds', 'kg', '2 lb = 0.90718474 kg'],
    [100, '°C', '°F', '100 °C = 212 °F'],
    [98.6, 'fahrenheit', 'celsius', '98.6 °F = 37 °C'],
    [-40, 'F', 'C', '-40 °F = -40 °C'],
    [0, 'degrees celsius', 'K', '0 °C = 273.15 K'],
    [1, 'gallon', 'litres', '1 gal = 3.785411784 L'],
    [3, 'cups', 'mL', '3 cup = 709.7647095 mL'],
    [36, 'km/h', 'm/s', '36 km/h = 10 m/s'],
    [60, 'mph', 'kph', '60 mph = 96.56064 km/h'],
    [1, 'acre', 'm2', '1 ac = 4046.8564224 m²'],
    [2, 'square feet', 'sq in', '2 ft² = 288 in²'],
    [1, 'GiB', 'MB', '1 GiB = 1073.741824 MB'],
    [8, 'Mbit', 'MB', '8 Mbit = 1 MB'],
    [90, 'minutes', 'h', '90 min = 1.5 h'],
    [2, 'Stunden', 'Minuten', '2 h = 120 min'],
    [1e21, 'mm', 'km', '1e+21 mm = 1000000000000000 km'],
  ])('makes %d %s in %s without noise: %s', async (value, from, to, text) => {
    expect((await convert(value, from, to)).text).toBe(text);
  });

  it('tells bits from bytes by the case of their letter', async () => {
    expect((await convert(1, 'MB', 'Mb')).result).toBe(8);
    expect((await convert(1, 'GB', 'gb')).result).toBe(1);
  });

  it('says that months and years are averages', async () => {
    expect((await convert(1, 'year', 'days')).text).toMatch(/^1 yr = 365\.2425 d \(by the average/);
  });

  it.each<[number, string, string, RegExp]>([
    [1, 'km', 'kg', /km measures length and kg measures mass/],
    [1, 'parsec', 'km', /'parsec' is not a known unit. Known are length: m, km/],
    [1, 'km', 'constructor', /'constructor' is not a known unit/],
    [-300, 'C', 'F', /below absolute zero/],
  ])('refuses %d %s in %s and says why', async (value, from, to, why) => {
    const { text, isError } = await callTool(tool, { value, from, to });
    expect(isError).toBe(true);
    expect(text).toMatch(why);
  });

  it('refuses what is no number and what is no unit at all', () => {
    expect(tool.validate({ value: 'five', from: 'km', to: 'm' }).ok).toBe(false);
    expect(tool.validate({ value: 5, from: ' ', to: 'm' }).ok).toBe(false);
    expect(tool.validate({ value: 5, from: 'x'.repeat(41), to: 'm' }).ok).toBe(false);
  });

  it('there and back again ends where it began, for every pair of units', async () => {
    for (const quantity of quantities()) {
      const unit = fc.constantFrom(...symbolsOf(quantity));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 10_000 }),
          unit,
          unit,
          async (value, from, to) => {
            const there = await convert(value, from, to);
            const back = await convert(there.result, to, from).catch(() => undefined);
            // Rounded to just below absolute zero, a temperature does not go back.
            if (back) expect(back.result).toBeCloseTo(value, 6);
          },
        ),
        { numRuns: 40 },
      );
    }
  });

  it('shows what is converted', () => {
    expect(tool.toolText({ value: 5, from: 'km', to: 'mi' })).toBe('Convert 5 km to mi');
  });
});
