import { describe, expect, it } from 'vitest';
import { toolInfoSchema } from '../messaging/settings';
import { z } from '../shared/zod';
import { availableTools, switchKey, toolInfos, type ToolSettings } from './availability';
import { defineTool, type ToolSpec } from './define-tool';
import type { ConversationTraits, ModelTraits, Tool } from './tool';

const noInput = z.object({});

function toolWith(name: string, spec: Partial<ToolSpec<typeof noInput>> = {}): Tool {
  return defineTool({
    name,
    title: `Title of ${name}`,
    description: `What ${name} does.`,
    input: noInput,
    effect: 'read',
    capability: 'none',
    run: () => 'ok',
    ...spec,
  });
}

const model: ModelTraits = {
  id: 'model-1',
  supportsTools: true,
  supportsImages: false,
  contextTokens: 100_000,
};
const conversation: ConversationTraits = { id: 'conversation-1', temporary: false };

function settingsWith(changes: Partial<ToolSettings> = {}): ToolSettings {
  return { features: { memory: true, scheduling: true, email: true }, switches: {}, ...changes };
}

function namesOf(tools: readonly Tool[], settings = settingsWith(), occasion = {}): string[] {
  return availableTools(tools, settings, { model, conversation, ...occasion }).map(
    ({ name }) => name,
  );
}

const search = toolWith('web_search');
const shell = toolWith('shell_command', { defaultEnabled: false });
const memoryStore = toolWith('memory_store', { feature: 'memory' });
const memoryForget = toolWith('memory_forget', { feature: 'memory' });
const schedule = toolWith('schedule_task', { feature: 'scheduling' });
const heartbeat = toolWith('trigger_heartbeat', { feature: 'scheduling' });
const compose = toolWith('compose_email', { feature: 'email' });
const all = [search, shell, memoryStore, memoryForget, schedule, heartbeat, compose];

describe('the tools that are offered', () => {
  it('KAI-108 KAI-109 are those that are on by default, when nothing was switched', () => {
    expect(namesOf([search, shell])).toEqual(['web_search']);
  });

  it('follow their own switch', () => {
    const switches = { tool_enabled_web_search: false, tool_enabled_shell_command: true };
    expect(namesOf([search, shell], settingsWith({ switches }))).toEqual(['shell_command']);
  });

  const onAndOff = [true, false];
  const combinations = onAndOff.flatMap((memory) =>
    onAndOff.flatMap((scheduling) => onAndOff.map((email) => ({ memory, scheduling, email }))),
  );

  it.each(combinations)(
    'KAI-31 KAI-105 KAI-106 follow the switches of features: %o',
    (features) => {
      expect(namesOf(all, settingsWith({ features }))).toEqual([
        'web_search',
        ...(features.memory ? ['memory_store', 'memory_forget'] : []),
        ...(features.scheduling ? ['schedule_task', 'trigger_heartbeat'] : []),
        ...(features.email ? ['compose_email'] : []),
      ]);
    },
  );

  it('KAI-30 follow the feature alone, whatever switch of their own is stored', () => {
    expect(
      namesOf([memoryStore], settingsWith({ switches: { tool_enabled_memory_store: false } })),
    ).toEqual(['memory_store']);
    expect(
      namesOf(
        [memoryStore],
        settingsWith({
          features: { memory: false, scheduling: true, email: true },
          switches: { tool_enabled_memory_store: true },
        }),
      ),
    ).toEqual([]);
  });

  it('BRV-33 are none for a model that knows no tools', () => {
    expect(namesOf(all, settingsWith(), { model: { ...model, supportsTools: false } })).toEqual([]);
  });

  it('BRV-33 are those that the model can use', () => {
    const screenshot = toolWith('take_screenshot', {
      isSupportedByModel: ({ supportsImages }) => supportsImages,
    });
    expect(namesOf([search, screenshot])).toEqual(['web_search']);
    expect(
      namesOf([search, screenshot], settingsWith(), { model: { ...model, supportsImages: true } }),
    ).toEqual(['web_search', 'take_screenshot']);
  });

  it('BRV-34 are those that the conversation allows', () => {
    const keeper = toolWith('keep', { supportsConversation: ({ temporary }) => !temporary });
    expect(namesOf([keeper])).toEqual(['keep']);
    expect(
      namesOf([keeper], settingsWith(), { conversation: { ...conversation, temporary: true } }),
    ).toEqual([]);
  });

  it('are asked for anew each time, so that a switch holds from the next request on', () => {
    expect(namesOf([search])).toEqual(['web_search']);
    const off = settingsWith({ switches: { [switchKey(search)]: false } });
    expect(namesOf([search], off)).toEqual([]);
  });
});

describe('the switch of a tool', () => {
  it('KAI-107 is stored under the name of a built-in tool', () => {
    expect(switchKey(search)).toBe('tool_enabled_web_search');
  });

  it('is stored under the id of any other tool, so that equal names do not share it', () => {
    const foreign = toolWith('web_search', { source: 'mcp', origin: 'server' });
    expect(switchKey(foreign)).toBe('tool_enabled_mcp:server:web_search');
    const off = settingsWith({ switches: { tool_enabled_web_search: false } });
    expect(namesOf([search, foreign], off)).toEqual(['web_search']);
    expect(availableTools([search, foreign], off, { model, conversation })).toEqual([foreign]);
  });
});

describe('what a settings page shows of tools', () => {
  it('KAI-06 is every one of them, with its state', () => {
    const settings = settingsWith({ switches: { tool_enabled_web_search: false } });
    expect(toolInfos([search, shell, memoryStore], settings)).toStrictEqual([
      {
        id: 'builtin::web_search',
        name: 'web_search',
        title: 'Title of web_search',
        description: 'What web_search does.',
        enabled: false,
      },
      {
        id: 'builtin::shell_command',
        name: 'shell_command',
        title: 'Title of shell_command',
        description: 'What shell_command does.',
        enabled: false,
      },
      {
        id: 'builtin::memory_store',
        name: 'memory_store',
        title: 'Title of memory_store',
        description: 'What memory_store does.',
        enabled: true,
        feature: 'memory',
      },
    ]);
    expect(namesOf([search, shell, memoryStore], settings)).toEqual(['memory_store']);
  });

  it('KAI-07 has one entry for every tool that can be offered, and no id twice', () => {
    const infos = toolInfos([...all, search], settingsWith());
    const ids = infos.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(infos.map(({ name }) => name)).toEqual(expect.arrayContaining(namesOf(all)));
    for (const info of infos) expect(toolInfoSchema.safeParse(info).success).toBe(true);
  });

  it('KAI-05 is in the language of the user where there is a translation, and else as it is', () => {
    const german: Record<string, string> = { tool_web_search_title: 'Suche' };
    const foreign = toolWith('web_search', { source: 'site', origin: 'shop.example' });
    const titles = toolInfos(
      [search, shell, foreign],
      settingsWith(),
      (key) => german[key] ?? '',
    ).map(({ title, description }) => [title, description]);
    expect(titles).toEqual([
      ['Suche', 'What web_search does.'],
      ['Title of shell_command', 'What shell_command does.'],
      ['Title of web_search', 'What web_search does.'],
    ]);
  });
});
