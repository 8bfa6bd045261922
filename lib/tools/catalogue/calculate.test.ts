import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { systemClock } from '../../shared/clock';
import { createCalculate } from './calculate';

const calculate = createCalculate();

/** What the tool itself returns, before it is put into words for the model. */
async function resultOf(expression: string): Promise<unknown> {
  return await calculate.run?.(
    { expression },
    {
      toolCall: { id: 'call-1', name: 'calculate', argumentsJson: '' },
      conversationId: 'conversation-1',
      runId: 'run-1',
      metadata: {},
      signal: new AbortController().signal,
      clock: systemClock,
    },
  );
}

describe('calculate', () => {
  it('AGUI-08 says that the expression is missing', async () => {
    const missing = { text: 'Error: Missing expression', isError: true };
    expect(await callTool(calculate, {})).toEqual(missing);
    expect(await callTool(calculate, { expression: null })).toEqual(missing);
    expect(await callTool(calculate, { expression: '  ' })).toEqual(missing);
  });

  it('AGUI-08 still tells the model that the expression is required', () => {
    expect(calculate.schema['required']).toEqual(['expression']);
  });

  it('AGUI-09 AGUI-33 gives the number and the whole sum', async () => {
    expect(await resultOf('2 + 3')).toEqual({ success: true, result: 5, message: '2 + 3 = 5' });
    expect(await callTool(calculate, { expression: '2 + 3' })).toEqual({
      text: '5',
      isError: false,
    });
  });

  it.each(['invalid', '2+*3', '1/0', '(((', '1e999', 'globalThis', 'alert(1)'])(
    'AGUI-10 AGUI-33 answers %s with an error that says why',
    async (expression) => {
      const { text, isError } = await callTool(calculate, { expression });
      expect(isError).toBe(true);
      expect(text).toMatch(/^Error: Calculation error: .+\.$/);
    },
  );

  it('XEM-19 multiplies and divides', async () => {
    expect((await callTool(calculate, { expression: '15 × 7' })).text).toBe('105');
    expect((await callTool(calculate, { expression: '267914296 / 42' })).text).toMatch(
      /^6378911\.8/,
    );
  });

  it('shows no noise of binary fractions and no negative zero', async () => {
    expect((await callTool(calculate, { expression: '0.1 + 0.2' })).text).toBe('0.3');
    expect((await callTool(calculate, { expression: '-0' })).text).toBe('0');
    expect((await callTool(calculate, { expression: '2^53' })).text).toBe('9007199254740992');
  });

  it('refuses anything but text', async () => {
    expect(await callTool(calculate, { expression: { a: 1 } })).toMatchObject({ isError: true });
  });

  it('shows the sum that is worked out, on one line', () => {
    expect(calculate.toolText({ expression: '2 +\n 3' })).toBe('Calculate 2 + 3');
  });
});
