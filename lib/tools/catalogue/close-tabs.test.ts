import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { fakeTabs } from '../../../tests/support/fake-tabs';
import { createCloseTabs } from './close-tabs';

const tabsWithCats = () =>
  fakeTabs([
    { id: 7, title: 'Cats' },
    { id: 8, title: 'Bank' },
    { id: 9, title: '(3) More cats' },
  ]);

describe('close_tabs', () => {
  it('changes the browser, so the user is asked first', () => {
    const tool = createCloseTabs({ tabs: fakeTabs() });
    expect(tool).toMatchObject({ effect: 'write', capability: 'change-browser' });
    expect(tool.interaction({})).toBe('permission');
    expect(tool.browserPermissions).toEqual(['tabs']);
  });

  it('closes exactly the named tabs, each once, and says which', async () => {
    const tabs = tabsWithCats();
    const cats = { id: 7, title: 'Cats' };
    const input = { tabs: [cats, { id: 9, title: '(3) More cats' }, cats] };
    expect(await callTool(createCloseTabs({ tabs }), input)).toEqual({
      text: 'Closed 2 tabs: “Cats”, “(3) More cats”.',
      isError: false,
    });
    expect(tabs.closed).toEqual([7, 9]);
    expect((await tabs.list()).map(({ id }) => id)).toEqual([8]);
  });

  it('closes nothing when one of the ids is unknown', async () => {
    const tabs = tabsWithCats();
    const input = {
      tabs: [
        { id: 7, title: 'Cats' },
        { id: 70, title: 'Cats' },
      ],
    };
    const { text, isError } = await callTool(createCloseTabs({ tabs }), input);
    expect(isError).toBe(true);
    expect(text).toMatch(/Nothing was closed. There is no open tab with the id 70\./);
    expect(tabs.closed).toEqual([]);
  });

  it('closes no tab under a name that is not its own', async () => {
    const tabs = tabsWithCats();
    const input = { tabs: [{ id: 8, title: 'Cats' }] };
    const { text } = await callTool(createCloseTabs({ tabs }), input);
    expect(text).toMatch(/Tab 8 is “Bank”, not “Cats”\./);
    expect(tabs.closed).toEqual([]);
  });

  it('does not mind a counter that went on meanwhile, nor a title that list_tabs cut', async () => {
    const long = 'long '.repeat(40);
    const tabs = fakeTabs([{ title: '(12) Inbox' }, { title: long }, { title: '\u200b' }]);
    const input = {
      tabs: [
        { id: 1, title: '(3) Inbox' },
        { id: 2, title: `${long.slice(0, 99)}…` },
        { id: 3, title: 'Untitled' },
      ],
    };
    expect((await callTool(createCloseTabs({ tabs }), input)).isError).toBe(false);
    expect(tabs.closed).toEqual([1, 2, 3]);
  });

  it('wants at least one tab, and not hundreds', () => {
    const tool = createCloseTabs({ tabs: fakeTabs() });
    const tab = { id: 1, title: 'One' };
    expect(tool.validate({ tabs: [] }).ok).toBe(false);
    expect(tool.validate({ tabs: Array.from({ length: 201 }, () => tab) }).ok).toBe(false);
    expect(tool.validate({ tabs: [{ id: 1.5, title: 'One' }] }).ok).toBe(false);
  });

  it('shows on its card which tabs are meant', () => {
    const tool = createCloseTabs({ tabs: fakeTabs() });
    const named = (title: string, index: number) => ({ id: index, title });
    expect(tool.toolText({ tabs: ['Cats\n\u202e'].map(named) })).toBe('Close the tab “Cats”');
    expect(tool.toolText({ tabs: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(named) })).toBe(
      'Close 7 tabs: “A”, “B”, “C”, “D”, “E” and 2 more',
    );
  });
});
