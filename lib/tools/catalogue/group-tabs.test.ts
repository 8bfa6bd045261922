import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { fakeTabs } from '../../../tests/support/fake-tabs';
import { createGroupTabs } from './group-tabs';

describe('group_tabs', () => {
  it('waits for the user to choose tabs on a card', () => {
    const tool = createGroupTabs({ tabs: fakeTabs() });
    expect(tool.interaction({})).toBe('permission');
    expect(tool).toMatchObject({ effect: 'write', capability: 'change-browser' });
    expect(tool.card).toBe('tab-selection');
    expect(tool.browserPermissions).toEqual(['tabs', 'tabGroups']);
    expect(tool.userInput?.safeParse({ tabIds: [] }).success).toBe(false);
    expect(tool.userInput?.safeParse({ tabIds: [2] }).success).toBe(true);
  });

  it('BRV-12 groups exactly the chosen tabs, whatever was suggested', async () => {
    const tabs = fakeTabs([{}, {}, {}]);
    const input = { title: 'Trip', color: 'blue', suggestedTabIds: [2] };
    const { text } = await callTool(createGroupTabs({ tabs }), input, {
      userInput: { tabIds: [1, 3, 3] },
    });
    expect(tabs.groups).toEqual([{ tabIds: [1, 3], title: 'Trip', color: 'blue' }]);
    expect(text).toBe('Grouped 2 tabs as "Trip".');
  });

  it("prefers the user's title, and needs none", async () => {
    const tabs = fakeTabs([{}, {}]);
    const tool = createGroupTabs({ tabs });
    await callTool(tool, { title: 'Trip' }, { userInput: { tabIds: [1], title: 'Holiday' } });
    const { text } = await callTool(tool, {}, { userInput: { tabIds: [2] } });
    expect(tabs.groups).toEqual([
      { tabIds: [1], title: 'Holiday', color: undefined },
      { tabIds: [2], title: undefined, color: undefined },
    ]);
    expect(text).toBe('Grouped 1 tab.');
  });

  it.each([undefined, {}, { tabIds: [] }, { tabIds: ['1'] }])(
    'groups nothing when nothing was chosen: %j',
    async (userInput) => {
      const tabs = fakeTabs([{}]);
      const input = { suggestedTabIds: [1] };
      const answer = await callTool(createGroupTabs({ tabs }), input, { userInput });
      expect(answer).toEqual({
        text: 'Error: No tabs were chosen, so none were grouped.',
        isError: true,
      });
      expect(tabs.groups).toEqual([]);
    },
  );

  it('refuses a colour that no group can have', () => {
    expect(createGroupTabs({ tabs: fakeTabs() }).validate({ color: 'black' }).ok).toBe(false);
  });

  it('shows the title of the group', () => {
    const tool = createGroupTabs({ tabs: fakeTabs() });
    expect(tool.toolText({ title: 'Trip' })).toBe('Group tabs as Trip');
    expect(tool.toolText({})).toBe('Group tabs');
  });
});
