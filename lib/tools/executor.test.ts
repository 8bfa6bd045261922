import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { textOf, type ToolCall } from '../messaging/content';
import { AppError } from '../shared/app-error';
import { systemClock } from '../shared/clock';
import { z } from '../shared/zod';
import { defineTool, type ToolSpec } from './define-tool';
import { failure, success } from './execution-result';
import { executeTool, prepareCall, unknownToolResult, type ToolExecution } from './executor';
import type { Tool, ToolContext, ToolResult } from './tool';
import { ToolExecutionError } from './tool-execution-error';
import { assignWireNames } from './tool-name';

const noInput = z.object({});
type Spec = Partial<ToolSpec<typeof noInput>>;

function toolWith(spec: Spec): Tool {
  return defineTool({
    name: 'probe',
    description: 'Does what the test says.',
    input: noInput,
    effect: 'read',
    capability: 'none',
    ...spec,
  });
}

function callOf(argumentsJson: string, name = 'probe'): ToolCall {
  return { id: 'call-1', name, argumentsJson };
}

function contextWith(changes: Partial<ToolContext> = {}): ToolContext {
  return {
    toolCall: callOf('{}'),
    conversationId: 'conversation-1',
    runId: 'run-1',
    metadata: {},
    signal: new AbortController().signal,
    clock: systemClock,
    ...changes,
  };
}

function execute(spec: Spec, rest: Partial<ToolExecution> = {}): Promise<ToolResult> {
  return executeTool({ tool: toolWith(spec), input: {}, context: contextWith(), ...rest });
}

async function said(spec: Spec): Promise<string> {
  return textOf((await execute(spec)).blocks);
}

const throwing = (error: unknown) => () => {
  throw error;
};
const forever = () => new Promise<never>(() => {});
const started = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a call before it runs', () => {
  const weather = defineTool({
    name: 'get_weather',
    description: 'Tells the weather.',
    input: z.object({ location: z.string().trim().min(1), days: z.number().min(0).default(1) }),
    effect: 'read',
    capability: 'none',
    run: () => 'sunny',
  });
  const refusal = (tool: Tool, argumentsJson: string) => {
    const prepared = prepareCall(tool, callOf(argumentsJson));
    return prepared.ok ? undefined : prepared.result;
  };

  it('KAI-10 KAI-14 AGUI-29 becomes typed input with its defaults', () => {
    expect(prepareCall(weather, callOf('{"location":"Bern"}'))).toEqual({
      ok: true,
      input: { location: 'Bern', days: 1 },
    });
  });

  it('KAI-11 is answered when its arguments cannot be parsed', () => {
    for (const json of ['{bad', '[]', '"x"']) {
      const result = refusal(weather, json);
      expect(result?.isError).toBe(true);
      expect(textOf(result?.blocks ?? [])).toMatch(/^Error: Failed to parse arguments: /);
    }
  });

  it('AGUI-13 AGUI-16 AGUI-18 is answered with everything that is wrong with it', () => {
    expect(refusal(weather, '{"days":-1}')).toEqual({
      blocks: [
        {
          type: 'text',
          text:
            'Error: Validation failed: Missing required parameter: location, ' +
            'days: Too small: expected number to be >=0',
        },
      ],
      isError: true,
    });
  });

  it('AGUI-11 is answered when the tool fails over its own rules', () => {
    const tool = toolWith({ run: () => 'ok', validate: throwing(new Error('boom')) });
    expect(textOf(refusal(tool, '{}')?.blocks ?? [])).toBe('Error: Tool execution failed: boom');
  });

  it('KAI-85 is answered in no more than 8,000 characters', () => {
    const tool = toolWith({ run: () => 'ok', validate: () => ['x'.repeat(9_000)] });
    expect(textOf(refusal(tool, '{}')?.blocks ?? [])).toHaveLength(8_000);
  });

  it('KAI-09 BRV-37 XEM-55 is answered when nobody knows the tool', () => {
    expect(unknownToolResult('nope')).toEqual({
      blocks: [
        { type: 'text', text: 'Error: Unknown tool: nope. The nope tool is not available.' },
      ],
      isError: true,
    });
  });
});

describe('a tool that runs', () => {
  it('KAI-01 AGUI-01 XEM-54 is called once with its input, and its return value is the result', async () => {
    const run = vi.fn(() => 'sunny');
    const tool = defineTool({
      name: 'get_weather',
      description: 'Tells the weather.',
      input: z.object({ location: z.string() }),
      effect: 'read',
      capability: 'none',
      run,
    });
    const result = await executeTool({
      tool,
      input: { location: 'Bern' },
      context: contextWith(),
    });
    expect(run).toHaveBeenCalledExactlyOnceWith({ location: 'Bern' }, expect.anything());
    expect(result).toStrictEqual({ blocks: [{ type: 'text', text: 'sunny' }] });
  });

  it('AGUI-04 is told of the call, the conversation and the run', async () => {
    let seen: ToolContext | undefined;
    const toolCall = callOf('{"a":1}');
    await execute(
      { run: (_input, context) => void (seen = context) },
      { context: contextWith({ toolCall }) },
    );
    expect(seen).toMatchObject({
      toolCall,
      conversationId: 'conversation-1',
      runId: 'run-1',
      metadata: {},
    });
  });

  it('BRV-02 may return content blocks, images among them', async () => {
    const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    expect(await execute({ run: () => [image] })).toEqual({ blocks: [image] });
  });

  it('AGUI-06 AGUI-43 may return a success', async () => {
    expect(await execute({ run: () => success({ a: 1 }) })).toStrictEqual({
      blocks: [{ type: 'text', text: '{"a":1}' }],
    });
  });

  it('AGUI-07 may return a failure', async () => {
    expect(await execute({ run: () => failure('Invalid expression') })).toEqual({
      blocks: [{ type: 'text', text: 'Error: Invalid expression' }],
      isError: true,
    });
  });

  it('may return a ready result with artifacts for the panel', async () => {
    const artifacts = [{ kind: 'file', title: 'a', mediaType: 'text/plain', data: 'eA==' }];
    const blocks = [{ type: 'text', text: 'made' }];
    expect(await execute({ run: () => ({ blocks, artifacts }) })).toStrictEqual({
      blocks,
      artifacts,
    });
  });

  it('XEM-56 XEM-57 is answered with "ok" when it returns nothing', async () => {
    expect(await said({ run: () => undefined })).toBe('ok');
    expect(await said({ run: () => ({ blocks: [] }) })).toBe('ok');
    expect(await said({ noOutput: true })).toBe('ok');
  });

  it('KAI-13 KAI-83 KAI-84 KAI-85 is answered in no more than 8,000 characters, whatever it returns', async () => {
    for (const value of [
      'x'.repeat(9_000),
      { text: 'x'.repeat(10_000) },
      Array.from({ length: 9_000 }, () => 'x'),
      failure('x'.repeat(9_000)),
    ]) {
      const text = await said({ run: () => value });
      expect(text.length).toBeLessThanOrEqual(8_000);
      expect(text).toMatch(/\n\[Output truncated\. Original length: \d+ characters\]$/);
    }
    expect((await said({ run: throwing(new Error('x'.repeat(9_000))) })).length).toBe(8_000);
  });
});

describe('a tool that fails', () => {
  it('KAI-12 AGUI-11 AGUI-14 XEM-52 is answered with what it threw', async () => {
    expect(await execute({ run: throwing(new Error('boom')) })).toEqual({
      blocks: [{ type: 'text', text: 'Error: Tool execution failed: boom' }],
      isError: true,
    });
  });

  it('KAI-12 does not disturb the others', async () => {
    const texts = await Promise.all([
      said({ run: () => Promise.reject(new Error('later')) }),
      said({ run: () => 'fine' }),
    ]);
    expect(texts).toEqual(['Error: Tool execution failed: later', 'fine']);
  });

  it.each([
    [
      'AGUI-14 without a message by its class',
      new TypeError(''),
      'Tool execution failed: TypeError',
    ],
    ['AGUI-25 RangeError', new RangeError('too far'), 'Invalid input: too far'],
    ['AGUI-26 fetch', new TypeError('Failed to fetch'), 'Network error: Failed to fetch'],
    [
      'AGUI-26 Firefox',
      new TypeError('NetworkError when attempting to fetch resource.'),
      'Network error: NetworkError when attempting to fetch resource.',
    ],
    ['AGUI-14 another TypeError', new TypeError('x is null'), 'Tool execution failed: x is null'],
    [
      'AGUI-27 NotAllowedError',
      new DOMException('not now', 'NotAllowedError'),
      'Permission denied: not now',
    ],
    [
      'AGUI-27 SecurityError',
      new DOMException('not here', 'SecurityError'),
      'Permission denied: not here',
    ],
    [
      'an AppError in its own words',
      new AppError('code', 'No results found.'),
      'No results found.',
    ],
    [
      'AGUI-15 a ToolExecutionError in its own words',
      new ToolExecutionError('Mine.', { toolName: 'probe', toolCallId: 'call-1' }),
      'Mine.',
    ],
    ['a string', 'boom', 'Tool execution failed: boom'],
    ['nothing at all', undefined, 'Tool execution failed: Unknown error occurred'],
  ])('%s is told as the kind of failure it is', async (_title, error, message) => {
    expect(await said({ run: throwing(error) })).toBe(`Error: ${message}`);
  });

  it('AGUI-14 is named by a class of its own', async () => {
    class QuotaError extends Error {}
    expect(await said({ run: throwing(new QuotaError()) })).toBe(
      'Error: Tool execution failed: QuotaError',
    );
  });

  it('XEM-62 is reported once, with what was thrown, and answered all the same', async () => {
    const onToolError = vi.fn();
    const error = new Error('boom');
    const tool = toolWith({ run: throwing(error) });
    const context = contextWith();
    const result = await executeTool({ tool, input: {}, context, onToolError });
    expect(onToolError).toHaveBeenCalledExactlyOnceWith(error, tool, context.toolCall);
    expect(result.isError).toBe(true);
  });

  it('XEM-62 AGUI-28 is reported once when it returned its failure', async () => {
    for (const value of [
      failure('no'),
      { blocks: [{ type: 'text', text: 'no' }], isError: true },
    ]) {
      const onToolError = vi.fn();
      const result = await execute({ run: () => value }, { onToolError });
      expect(result).toEqual({ blocks: [{ type: 'text', text: 'Error: no' }], isError: true });
      expect(onToolError).toHaveBeenCalledOnce();
      expect(onToolError.mock.calls[0]?.[0]).toMatchObject({
        name: 'ToolExecutionError',
        toolName: 'probe',
        toolCallId: 'call-1',
      });
    }
  });

  it('XEM-62 is not reported when it worked', async () => {
    const onToolError = vi.fn();
    await execute({ run: () => success('fine') }, { onToolError });
    expect(onToolError).not.toHaveBeenCalled();
  });

  it('XEM-62 is answered even when the report itself fails', async () => {
    const onToolError = vi.fn(throwing(new Error('log full')));
    const result = await execute({ run: throwing(new Error('boom')) }, { onToolError });
    expect(textOf(result.blocks)).toContain('boom');
    expect(onToolError).toHaveBeenCalledOnce();
  });

  it('AGUI-12 does not run on input that it does not accept', async () => {
    const run = vi.fn();
    const text = await said({ run, validate: () => ['not today'] });
    expect(run).not.toHaveBeenCalled();
    expect(text).toBe('Error: Validation failed: not today');
  });
});

describe('a tool that may not run', () => {
  it('AGUI-22 is not executed, and the answer says that a permission is needed', async () => {
    const run = vi.fn();
    const onToolError = vi.fn();
    const result = await execute({ run, canExecute: () => false }, { onToolError });
    expect(run).not.toHaveBeenCalled();
    expect(result.isError).toBe(true);
    expect(textOf(result.blocks)).toMatch(/permission/i);
    expect(onToolError).toHaveBeenCalledOnce();
  });

  it('AGUI-22 runs once it may', async () => {
    expect(await said({ run: () => 'done', canExecute: () => Promise.resolve(true) })).toBe('done');
  });

  it('AGUI-21 XEM-27 may run although the model knows it by another name', async () => {
    const tool = toolWith({ name: 'shop.find', run: () => 'found' });
    const byWireName = new Map([[assignWireNames([tool]).get(tool.id), tool]]);
    const called = byWireName.get('shop_find');
    expect(called).toBe(tool);
    const context = contextWith({ toolCall: callOf('{}', 'shop_find') });
    expect(textOf((await executeTool({ tool, input: {}, context })).blocks)).toBe('found');
  });

  it('AGUI-21 may not run for a call of another tool', () => {
    const tool = toolWith({ run: () => 'ok' });
    expect(tool.canExecute(callOf('{}'))).toBe(true);
    expect(tool.canExecute(callOf('{}', 'other'))).toBe(false);
  });

  it('is answered with an error when it was never meant to run here', async () => {
    const result = await execute({ interaction: 'external' });
    expect(result.isError).toBe(true);
    expect(textOf(result.blocks)).toContain('answered by the user');
  });
});

describe('a tool that takes too long', () => {
  /** The result once there is one, or undefined while it is still awaited. */
  function watch(promise: Promise<ToolResult>) {
    const seen: { result?: ToolResult; error?: unknown } = {};
    promise.then(
      (result) => (seen.result = result),
      (error: unknown) => (seen.error = error),
    );
    return seen;
  }

  it('KAI-02 KAI-82 is answered after 30 seconds and not before', async () => {
    const seen = watch(execute({ run: forever }));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(seen.result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.result).toEqual({
      blocks: [{ type: 'text', text: "Error: Tool 'probe' timed out after 30s" }],
      isError: true,
    });
  });

  it.each([
    [100, '100ms'],
    [1_500, '1.5s'],
    [10_000, '10s'],
  ])('KAI-80 AGUI-24 has its own limit: %d ms', async (timeoutMs, words) => {
    const seen = watch(execute({ run: forever, timeoutMs }));
    await vi.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(seen.result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(textOf(seen.result?.blocks ?? [])).toContain(`timed out after ${words}`);
  });

  it('AGUI-23 has no limit when it says so', async () => {
    const seen = watch(execute({ run: forever, timeoutMs: null }));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(seen.result).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not cut off at once by a limit longer than timers can count', async () => {
    const seen = watch(execute({ run: forever, timeoutMs: 2 ** 40 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.result).toBeUndefined();
  });

  it('KAI-81 is told to let go, and what it says later is ignored', async () => {
    let signal: AbortSignal | undefined;
    const seen = watch(
      execute({
        timeoutMs: 100,
        run: (_input, context) => {
          signal = context.signal;
          return new Promise((resolve) => {
            context.signal.addEventListener('abort', () => resolve('too late'));
          });
        },
      }),
    );
    await started();
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(signal?.aborted).toBe(true);
    expect(textOf(seen.result?.blocks ?? [])).toContain('timed out');
  });

  it('KAI-81 may fail afterwards without anyone noticing', async () => {
    const onToolError = vi.fn();
    const seen = watch(
      execute(
        {
          timeoutMs: 100,
          run: (_input, { clock }) => clock.delay(200).then(throwing(new Error('late'))),
        },
        { onToolError },
      ),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(textOf(seen.result?.blocks ?? [])).toContain('timed out');
    expect(onToolError).toHaveBeenCalledOnce();
  });

  it('AGUI-37 fails with a ToolExecutionError that names the call', async () => {
    const onToolError = vi.fn();
    watch(execute({ run: forever, timeoutMs: 10 }, { onToolError }));
    await vi.advanceTimersByTimeAsync(10);
    const error: unknown = onToolError.mock.calls[0]?.[0];
    expect(error).toBeInstanceOf(ToolExecutionError);
    expect(error).toMatchObject({ code: 'tool-timeout', toolName: 'probe', toolCallId: 'call-1' });
  });

  it('KAI-81 is answered even when it hangs before it runs', async () => {
    const seen = watch(execute({ run: () => 'never', canExecute: forever, timeoutMs: 50 }));
    await vi.advanceTimersByTimeAsync(50);
    expect(textOf(seen.result?.blocks ?? [])).toContain('timed out');
  });
});

describe('a tool that is stopped from outside', () => {
  it('rejects with the reason, tells the tool, and is not reported as a failure', async () => {
    const outer = new AbortController();
    const onToolError = vi.fn();
    let inner: AbortSignal | undefined;
    const execution = execute(
      {
        run: (_input, { signal }) => {
          inner = signal;
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted inside')));
          });
        },
      },
      { context: contextWith({ signal: outer.signal }), onToolError },
    );
    const reason = new AppError('stopped', 'Stopped.');
    await started();
    expect(inner?.aborted).toBe(false);
    outer.abort(reason);
    await expect(execution).rejects.toBe(reason);
    expect(inner?.aborted).toBe(true);
    expect(onToolError).not.toHaveBeenCalled();
  });

  it('rejects even when the tool answers its abort with a result', async () => {
    const outer = new AbortController();
    const execution = execute(
      {
        run: (_input, { signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve('partial'))),
      },
      { context: contextWith({ signal: outer.signal }) },
    );
    await started();
    outer.abort(new Error('stopped'));
    await expect(execution).rejects.toThrow('stopped');
  });

  it('does not run when it was stopped while it asked whether it may', async () => {
    const outer = new AbortController();
    const run = vi.fn();
    const execution = execute(
      { run, canExecute: () => systemClock.delay(50).then(() => true) },
      { context: contextWith({ signal: outer.signal }) },
    );
    await started();
    outer.abort(new Error('stopped'));
    await expect(execution).rejects.toThrow('stopped');
    await vi.advanceTimersByTimeAsync(50);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not run when it was stopped before', async () => {
    const run = vi.fn();
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(execute({ run }, { context: contextWith({ signal }) })).rejects.toThrow('stopped');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('what an execution leaves behind', () => {
  it.each([
    ['success', { run: () => 'ok' }],
    ['failure', { run: throwing(new Error('boom')) }],
    ['timeout', { run: forever, timeoutMs: 100 }],
  ])('AGUI-30 is nothing after %s: no timer and no listener', async (_title, spec: Spec) => {
    const { signal } = new AbortController();
    const execution = execute(spec, { context: contextWith({ signal }) });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    await execution;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('AGUI-30 is what the tool closes itself, in every case', async () => {
    const close = vi.fn();
    const closing =
      (work: (signal: AbortSignal) => Promise<unknown>) =>
      async (_input: unknown, { signal }: ToolContext) => {
        try {
          return await work(signal);
        } finally {
          close();
        }
      };
    const untilAborted = (signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('let go')));
      });
    await execute({ run: closing(() => Promise.resolve('ok')) });
    await execute({ run: closing(() => Promise.reject(new Error('boom'))) });
    const late = execute({ run: closing(untilAborted), timeoutMs: 10 });
    await vi.advanceTimersByTimeAsync(10);
    await late;
    expect(close).toHaveBeenCalledTimes(3);
  });
});
