import { describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error';
import { ToolExecutionError, toToolError } from './tool-execution-error';

const tool = { name: 'probe' };
const call = { id: 'call-1' };

describe('the error of a tool call', () => {
  it('AGUI-28 says which call failed and why', () => {
    const cause = new Error('boom');
    const error = toToolError(cause, tool, call);
    expect(error).toBeInstanceOf(ToolExecutionError);
    expect(error).toMatchObject({
      name: 'ToolExecutionError',
      code: 'tool-failed',
      message: 'Tool execution failed: boom',
      toolName: 'probe',
      toolCallId: 'call-1',
      cause,
    });
  });

  it('AGUI-15 is not wrapped a second time', () => {
    const own = new ToolExecutionError('Mine.', { toolName: 'probe', toolCallId: 'call-1' });
    expect(toToolError(own, tool, call)).toBe(own);
    const app = new AppError('code', 'Ours.');
    expect(toToolError(app, tool, call)).toBe(app);
  });

  it('is made even of an error that resists', () => {
    const boom = () => {
      throw new Error('boom');
    };
    const hostile = Object.defineProperties(new Error(), {
      name: { get: boom },
      message: { get: boom },
    });
    expect(toToolError(hostile, tool, call).message).toBe('Tool execution failed: Error');
  });
});
