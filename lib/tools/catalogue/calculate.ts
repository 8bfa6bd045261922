import { textOf } from '../../messaging/content';
import { messageOf } from '../../shared/app-error';
import { visibleLine } from '../../shared/visible-text';
import { z } from '../../shared/zod';
import { defineTool } from '../define-tool';
import { failure, success } from '../execution-result';
import { evaluateExpression } from '../expression';
import { requiredText } from '../required-text';
import type { Tool } from '../tool';

export function createCalculate(): Tool {
  return defineTool({
    name: 'calculate',
    title: 'Calculator',
    description:
      'Works out an arithmetic expression exactly as written and returns the number. ' +
      'Use it for every calculation that is not trivial: sums of several numbers, percentages, ' +
      'unit conversions, interest, powers and roots. Do not use it for algebra with unknowns, ' +
      'for dates, or to look something up.',
    input: z.object({
      expression: requiredText(
        'Arithmetic such as "(19.99 * 3 + 4.5) / 1.19". Knows + - * / ^ ( ), % for the remainder, ' +
          '! for the factorial, pi, e and sqrt, abs, round, floor, ceil, min, max, log (base 10), ' +
          'ln, exp, sin, cos, tan (radians). No thousands separators; write 15% as 15/100.',
      ),
    }),
    effect: 'read',
    capability: 'none',
    toolText: ({ expression }) => `Calculate ${visibleLine(expression, 80)}`.trim(),
    progressIcon: 'calculator',
    statusIcon: 'calculator',
    tooltip: ({ expression }, result) => `${expression}\n${textOf(result.blocks)}`,
    run: ({ expression }) => calculate(expression.trim()),
  });
}

function calculate(expression: string) {
  if (expression === '') return failure('Missing expression');
  try {
    const result = withoutNoise(evaluateExpression(expression));
    return success(result, `${expression} = ${result}`);
  } catch (error) {
    return failure(`Calculation error: ${messageOf(error)}`);
  }
}

/** 0.1 + 0.2 is 0.3 to a person; fifteen digits are all that a double can promise. */
function withoutNoise(value: number): number {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  return rounded === 0 ? 0 : rounded;
}
