import { describe, expect, it } from 'vitest';
import {
  effectiveToolChoice,
  toAnthropicToolChoice,
  toolChoiceFor,
  toOpenAiToolChoice,
} from './tool-choice';

describe('a tool choice in the OpenAI protocol', () => {
  it('XEM-33 leaves the decision to the model', () => {
    expect(toOpenAiToolChoice({ kind: 'auto' })).toEqual({ tool_choice: 'auto' });
  });

  it('XEM-34 demands any tool', () => {
    expect(toOpenAiToolChoice({ kind: 'any' })).toEqual({ tool_choice: 'required' });
  });

  it('forbids tools', () => {
    expect(toOpenAiToolChoice({ kind: 'none' })).toEqual({ tool_choice: 'none' });
  });

  it('XEM-35 demands one tool, by its normalised name', () => {
    expect(toOpenAiToolChoice({ kind: 'tool', name: 'shop.find$' })).toEqual({
      tool_choice: { type: 'function', function: { name: 'shop_find' } },
    });
  });

  it('XEM-37 forbids parallel calls only when asked to, whatever the kind', () => {
    expect(toOpenAiToolChoice({ kind: 'auto', disableParallel: true })).toEqual({
      tool_choice: 'auto',
      parallel_tool_calls: false,
    });
    expect(toOpenAiToolChoice({ kind: 'tool', name: 'a', disableParallel: true })).toMatchObject({
      parallel_tool_calls: false,
    });
    expect(toOpenAiToolChoice({ kind: 'any', disableParallel: false })).not.toHaveProperty(
      'parallel_tool_calls',
    );
    expect(toOpenAiToolChoice({ kind: 'any', disableParallel: undefined })).not.toHaveProperty(
      'parallel_tool_calls',
    );
  });
});

describe('a tool choice in the Anthropic protocol', () => {
  it('XEM-33 XEM-34 XEM-35 has a type, and a name where one tool is meant', () => {
    expect(toAnthropicToolChoice({ kind: 'auto' })).toEqual({ type: 'auto' });
    expect(toAnthropicToolChoice({ kind: 'any' })).toEqual({ type: 'any' });
    expect(toAnthropicToolChoice({ kind: 'none' })).toEqual({ type: 'none' });
    expect(toAnthropicToolChoice({ kind: 'tool', name: 'a.b' })).toEqual({
      type: 'tool',
      name: 'a_b',
    });
  });

  it('XEM-37 forbids parallel calls only when asked to', () => {
    expect(toAnthropicToolChoice({ kind: 'auto', disableParallel: true })).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    });
    expect(toAnthropicToolChoice({ kind: 'tool', name: 'a', disableParallel: true })).toEqual({
      type: 'tool',
      name: 'a',
      disable_parallel_tool_use: true,
    });
    expect(toAnthropicToolChoice({ kind: 'any', disableParallel: false })).toEqual({ type: 'any' });
    expect(toAnthropicToolChoice({ kind: 'none', disableParallel: true })).toEqual({
      type: 'none',
    });
  });
});

describe('a tool choice made from a tool', () => {
  it('XEM-36 gives the same body as its name does', () => {
    expect(toOpenAiToolChoice(toolChoiceFor({ name: 'shop.find' }))).toEqual(
      toOpenAiToolChoice({ kind: 'tool', name: 'shop.find' }),
    );
  });
});

describe('a forced tool', () => {
  it('XEM-39 gives way to the free choice, with a warning, when it is not offered', () => {
    const { choice, warning } = effectiveToolChoice({ kind: 'tool', name: 'gone' }, ['here']);
    expect(choice).toEqual({ kind: 'auto' });
    expect(warning).toContain('gone');
  });

  it('XEM-39 stays forced when it is offered, under its own name or the one on the wire', () => {
    const forced = { kind: 'tool', name: 'shop.find' } as const;
    expect(effectiveToolChoice(forced, ['other', 'shop.find'])).toEqual({ choice: forced });
    expect(effectiveToolChoice(forced, ['shop_find'])).toEqual({ choice: forced });
  });

  it('XEM-37 XEM-39 still runs calls one by one after it gave way', () => {
    expect(
      effectiveToolChoice({ kind: 'tool', name: 'gone', disableParallel: true }, []).choice,
    ).toEqual({ kind: 'auto', disableParallel: true });
  });

  it('XEM-39 cannot be any tool where there is none', () => {
    expect(effectiveToolChoice({ kind: 'any' }, []).choice).toEqual({ kind: 'auto' });
    expect(effectiveToolChoice({ kind: 'any' }, []).warning).toBeDefined();
    expect(effectiveToolChoice({ kind: 'any' }, ['a'])).toEqual({ choice: { kind: 'any' } });
  });

  it('is no matter for the other choices', () => {
    expect(effectiveToolChoice({ kind: 'auto' }, [])).toEqual({ choice: { kind: 'auto' } });
    expect(effectiveToolChoice({ kind: 'none' }, [])).toEqual({ choice: { kind: 'none' } });
  });
});
