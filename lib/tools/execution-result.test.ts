import { describe, expect, it } from 'vitest';
import { failure, isExecutionResult, success } from './execution-result';

describe('the result of an execution', () => {
  it('AGUI-05 AGUI-06 is a success with its result', () => {
    expect(success('42')).toStrictEqual({ success: true, result: '42' });
  });

  it('AGUI-05 AGUI-09 may carry a result and a message', () => {
    expect(success(5, '2 + 3 = 5')).toStrictEqual({
      success: true,
      result: 5,
      message: '2 + 3 = 5',
    });
  });

  it('AGUI-05 may be a bare success', () => {
    expect(success()).toStrictEqual({ success: true });
    expect(success(undefined, 'done')).toStrictEqual({ success: true, message: 'done' });
  });

  it('AGUI-05 AGUI-07 is a failure with its message', () => {
    expect(failure('Invalid expression')).toStrictEqual({
      success: false,
      message: 'Invalid expression',
    });
  });

  it('AGUI-43 is told from data that only looks like one', () => {
    expect(isExecutionResult(success())).toBe(true);
    expect(isExecutionResult(failure('no'))).toBe(true);
    expect(isExecutionResult({ success: true, result: '42' })).toBe(false);
    expect(isExecutionResult({ ...failure('no') })).toBe(false);
    expect(isExecutionResult(null)).toBe(false);
    expect(isExecutionResult('success')).toBe(false);
  });
});
