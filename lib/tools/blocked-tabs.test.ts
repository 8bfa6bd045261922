import { describe, expect, it } from 'vitest';
import { callTool } from '../../tests/support/call-tool';
import { fakeTabs } from '../../tests/support/fake-tabs';
import { withoutBlocked } from './blocked-tabs';
import { createCloseTabs } from './catalogue/close-tabs';
import { createListTabs } from './catalogue/list-tabs';

const tab = (id: number, title: string, url: string) => ({
  id,
  title,
  url,
  active: false,
  windowId: 1,
});
const open = fakeTabs([
  tab(1, 'News', 'https://news.example/a'),
  tab(2, 'My account', 'https://my.bank.example/'),
]);
const tabs = withoutBlocked(open, () => Promise.resolve(['bank.example']));

describe('a tab on a blocked site', () => {
  it('is not listed', async () => {
    const { text } = await callTool(createListTabs({ tabs }), {});
    expect(text).toContain('News');
    expect(text).not.toMatch(/account|bank/);
  });

  it('cannot be closed, as if it were not there', async () => {
    const { text, isError } = await callTool(createCloseTabs({ tabs }), {
      tabs: [{ id: 2, title: 'My account' }],
    });
    expect([isError, text]).toEqual([true, expect.stringContaining('no open tab with the id 2')]);
  });
});
