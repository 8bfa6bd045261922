import { describe, expect, it } from 'vitest';
import { fakeMemories } from '../../tests/support/fake-memories';
import { fakeTabs } from '../../tests/support/fake-tabs';
import type { ConversationMode } from '../messaging/permission';
import { availableTools, type ToolSettings } from './availability';
import { createCatalogue } from './catalogue';

const tools = createCatalogue({ tabs: fakeTabs(), memories: fakeMemories() });
const fresh: ToolSettings = {
  features: { memory: true, scheduling: true, email: true },
  switches: {},
};

function offered(settings: ToolSettings, temporary = false, mode: ConversationMode = 'ask') {
  return availableTools(tools, settings, {
    model: { id: 'model', supportsTools: true, supportsImages: false, contextTokens: 100_000 },
    conversation: { id: 'conversation-1', temporary, mode },
  });
}

const memoryTools = (settings: ToolSettings, temporary = false) =>
  offered(settings, temporary)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('memory_'));

describe('the tools of a fresh profile', () => {
  it('are all of the catalogue, but for the plan of those who want one', () => {
    expect(offered(fresh)).toEqual(tools.filter(({ name }) => name !== 'propose_plan'));
    expect(offered(fresh, false, 'plan')).toEqual(tools);
  });

  it('KAI-17 have get_local_time among them, without any parameter', () => {
    const tool = offered(fresh).find(({ name }) => name === 'get_local_time');
    expect(tool?.schema).toEqual({ type: 'object', properties: {}, required: [] });
  });
});

describe('the memory tools', () => {
  const both = ['memory_forget', 'memory_store'];

  it('KAI-31 are there when the memory feature is on, and only then', () => {
    expect(memoryTools(fresh)).toEqual(both);
    const off = { ...fresh, features: { ...fresh.features, memory: false } };
    expect(memoryTools(off)).toEqual([]);
  });

  it('KAI-30 cannot be switched off one by one', () => {
    const switches = { tool_enabled_memory_store: false, tool_enabled_memory_forget: false };
    expect(memoryTools({ ...fresh, switches })).toEqual(both);
  });

  it('BRV-34 are not there in a temporary chat', () => {
    expect(memoryTools(fresh, true)).toEqual([]);
  });
});
