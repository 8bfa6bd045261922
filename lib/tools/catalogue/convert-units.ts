import { textOf } from '../../messaging/content';
import { visibleLine } from '../../shared/visible-text';
import { z } from '../../shared/zod';
import { convert } from '../unit-conversion';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

export function createConvertUnits(): Tool {
  return defineTool({
    name: 'convert_units',
    title: 'Unit converter',
    description:
      'Converts a value from one unit into another, exactly: length, mass, temperature, volume, ' +
      'speed, area, data size and time. Use it whenever a measure is wanted in another unit. ' +
      'Do not use it for currencies, dates or time zones, nor for arithmetic (use calculate).',
    input: z.object({
      value: z.number().describe('The number to convert, in the unit "from".'),
      from: unitName(
        'The unit of the value, by symbol or English name: "km", "°F", "fluid ounce".',
      ),
      to: unitName('The unit that is wanted, of the same quantity: "mi", "°C", "mL".'),
    }),
    effect: 'read',
    capability: 'none',
    toolText: ({ value, from, to }) =>
      `Convert ${value} ${visibleLine(from, 40)} to ${visibleLine(to, 40)}`,
    progressIcon: 'calculator',
    statusIcon: 'calculator',
    tooltip: (_input, result) => textOf(result.blocks),
    run: ({ value, from, to }) => convert(value, from, to),
  });
}

function unitName(description: string) {
  return z.string().trim().min(1, 'A unit cannot be empty.').max(40).describe(description);
}
