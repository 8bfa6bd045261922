import { describe, expect, it } from 'vitest';
import { fakeMemories } from '../../../tests/support/fake-memories';
import { fakeTabs } from '../../../tests/support/fake-tabs';
import { asJsonObject } from '../../shared/json';
import { createCatalogue } from '../../tools/catalogue';
import { knownName, missingTool, titleOf, ToolBox } from './tool-box';

const catalogue = createCatalogue({ tabs: fakeTabs(), memories: fakeMemories() });
const declared = catalogue.map(({ name, description, schema }) => ({
  name,
  description,
  parameters: schema,
}));

describe('the tools that the assistant knows', () => {
  it.each(catalogue.map((tool) => [tool.name, tool] as const))(
    '%s are those of Tandem, by their own names',
    (name, tool) => {
      const known = knownName(name);
      expect(known).toBe(name);
      if (!known) return;
      expect(titleOf(known)).toBe(tool.title);
      expect(new ToolBox(declared).wireName(known)).toBe(name);
      expect(missingTool(known)).toContain(
        tool.feature === 'memory' ? 'Features' : `“${tool.title}”`,
      );
    },
  );

  it('are known by a numbered name too, and by no other', () => {
    expect(knownName('list_tabs_2')).toBe('list_tabs');
    expect(knownName('list_tabs_two')).toBeUndefined();
    expect(knownName('constructor')).toBeUndefined();
    expect(knownName('x'.repeat(100))).toBeUndefined();
  });

  it('are not mistaken for a foreign one that takes other input', () => {
    const foreign = { name: 'calculate', description: 'x', parameters: { type: 'object' } };
    expect(new ToolBox([foreign]).has('calculate')).toBe(false);
    expect(asJsonObject(foreign.parameters)).toBeDefined();
  });
});
