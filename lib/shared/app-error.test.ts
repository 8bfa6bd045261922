import { describe, expect, it } from 'vitest';
import { AppError, messageOf, reportOf } from './app-error';
import { errorReportSchema } from './error-report';

describe('an error that crosses a boundary', () => {
  it('has a code for programs and a sentence for people', () => {
    const cause = new Error('socket closed');
    const error = new AppError('model-connection', 'The model cannot be reached.', {
      retryable: true,
      advice: 'Check the address.',
      retryAfterMs: 1_000,
      cause,
    });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'model-connection',
      message: 'The model cannot be reached.',
      retryable: true,
      advice: 'Check the address.',
      retryAfterMs: 1_000,
      cause,
    });
  });

  it('is not worth a retry unless it says so', () => {
    const error = new AppError('code', 'No.');
    expect(error.retryable).toBe(false);
    expect(error).not.toHaveProperty('cause');
  });
});

describe('the report of an error', () => {
  it('never holds the cause, which may hold a key', () => {
    const error = new AppError('code', 'No.', { cause: new Error('sk-secret'), advice: 'Wait.' });
    const report = reportOf(error);
    expect(report).toStrictEqual({
      code: 'code',
      message: 'No.',
      retryable: false,
      advice: 'Wait.',
    });
    expect(errorReportSchema.parse(report)).toEqual(report);
  });

  it('can be made of anything', () => {
    expect(reportOf(new TypeError('x is null'))).toEqual({
      code: 'unexpected',
      message: 'x is null',
      retryable: false,
    });
    for (const thrown of ['text', 5, null, undefined, Object.create(null), Symbol('s')]) {
      expect(errorReportSchema.safeParse(reportOf(thrown)).success).toBe(true);
    }
  });
});

describe('the message of an error', () => {
  it.each([
    ['its message', new Error('boom'), 'boom'],
    ['its name when it has none', new RangeError(), 'RangeError'],
    ['a text that was thrown', 'boom', 'boom'],
    ['words for what has no text', Object.create(null), 'Unknown error occurred'],
  ])('is %s', (_title, error, message) => {
    expect(messageOf(error)).toBe(message);
  });
});
