import { describe, expect, it } from 'vitest';
import { callTool } from '../../tests/support/call-tool';
import { z } from '../shared/zod';
import { defineTool } from './define-tool';
import { ToolRegistry } from './registry';

const input = z.object({ text: z.string() });
const toolNamed = (name: string) =>
  defineTool({
    name,
    description: 'Repeats a text.',
    input,
    effect: 'read',
    capability: 'none',
    run: ({ text }) => `${name} ${text}`,
  });

describe('a registry of tools', () => {
  it('XEM-10 keeps tools in the order they came', () => {
    const [first, second] = [toolNamed('first'), toolNamed('second')];
    const registry = new ToolRegistry();
    registry.register(first);
    registry.register(second);
    expect(registry.get('second')).toBe(second);
    expect(registry.has('first')).toBe(true);
    expect(registry.all()).toEqual([first, second]);
  });

  it('KAI-08 XEM-32 leads to the named tool and no other, even when two share their input', async () => {
    const registry = new ToolRegistry();
    for (const name of ['first', 'second']) registry.register(toolNamed(name));
    expect(await callTool(registry.require('first'), { text: 'hi' })).toMatchObject({
      text: 'first hi',
    });
    expect(await callTool(registry.require('second'), { text: 'hi' })).toMatchObject({
      text: 'second hi',
    });
  });

  it('AGUI-34 refuses a second tool of the same name and keeps the first', () => {
    const first = toolNamed('echo');
    const registry = new ToolRegistry();
    registry.register(first);
    expect(() => registry.register(toolNamed('echo'))).toThrow("Tool 'echo' is already registered");
    expect(registry.get('echo')).toBe(first);
  });

  it('AGUI-35 forgets a tool once', () => {
    const registry = new ToolRegistry();
    registry.register(toolNamed('echo'));
    expect(registry.unregister('echo')).toBe(true);
    expect(registry.unregister('echo')).toBe(false);
    expect(registry.has('echo')).toBe(false);
    expect(registry.get('echo')).toBeUndefined();
  });

  it('AGUI-36 says which tool it does not know', () => {
    const registry = new ToolRegistry();
    expect(() => registry.require('nope')).toThrow("Tool 'nope' not found in registry");
    expect(() => registry.require('constructor')).toThrow('not found in registry');
  });

  it('AGUI-03 BRV-25 refuses a tool without a name, a description or a schema', () => {
    const registry = new ToolRegistry();
    // @ts-expect-error -- what an untyped caller may do
    expect(() => registry.register({})).toThrow('needs a name');
    expect(() => registry.register({ ...toolNamed('a'), name: ' ' })).toThrow('needs a name');
    expect(() => registry.register({ ...toolNamed('a'), description: '' })).toThrow('description');
    expect(registry.all()).toEqual([]);
  });
});
