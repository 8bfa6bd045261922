import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { fakeTabs } from '../../../tests/support/fake-tabs';
import { createOpenUrl } from './open-url';

describe('open_url', () => {
  it('KAI-21 KAI-25 opens the address once and says so', async () => {
    const tabs = fakeTabs();
    const { text } = await callTool(createOpenUrl({ tabs }), { url: 'https://example.com' });
    expect(tabs.opened).toEqual(['https://example.com']);
    expect(JSON.parse(text)).toEqual({
      success: true,
      url: 'https://example.com',
      message: 'URL opened successfully',
    });
  });

  it.each([
    ['  https://example.com/a b ', 'https://example.com/a%20b'],
    ['HTTPS:\\\\EXAMPLE.com\\x', 'https://example.com/x'],
    ['http://localhost:3000/?q=1#top', 'http://localhost:3000/?q=1#top'],
    ['mailto:ada@example.com?subject=Hi', 'mailto:ada@example.com?subject=Hi'],
  ])('opens %s as it was understood', async (url, opened) => {
    const tabs = fakeTabs();
    await callTool(createOpenUrl({ tabs }), { url });
    expect(tabs.opened).toEqual([opened]);
  });

  it('KAI-22 opens a file only when the user allowed it', async () => {
    const url = 'file:///home/ada/report.pdf';
    const closed = fakeTabs();
    const { text, isError } = await callTool(createOpenUrl({ tabs: closed }), { url });
    expect(isError).toBe(true);
    expect(text).toContain('Failed to open URL');
    expect(text).toContain('"Allow access to file URLs"');
    expect(closed.opened).toEqual([]);

    const open = fakeTabs([], { canOpenFiles: true });
    expect((await callTool(createOpenUrl({ tabs: open }), { url })).isError).toBe(false);
    expect(open.opened).toEqual([url]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'chrome://settings',
    'about:blank',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'chrome-extension://abc/options.html',
    'ftp://example.com',
    'filesystem:https://example.com/x',
  ])('KAI-25 refuses %j before anybody is asked', async (url) => {
    const tabs = fakeTabs();
    const tool = createOpenUrl({ tabs });
    expect(tool.validate({ url }).ok).toBe(false);
    const { text, isError } = await callTool(tool, { url });
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error: .*cannot be opened, only http, https, mailto and file\.$/);
    expect(tabs.opened).toEqual([]);
  });

  it.each([
    ['https://ada:secret@example.com', 'user name or password'],
    ['https://bank.example@evil.example', 'user name or password'],
    ['example.com', 'not a complete address'],
    ['https://', 'not a complete address'],
    [`https://example.com/${'x'.repeat(4_000)}`, 'longer than 4000 characters'],
  ])('refuses %.40s', async (url, reason) => {
    const tabs = fakeTabs();
    expect((await callTool(createOpenUrl({ tabs }), { url })).text).toContain(reason);
    expect(tabs.opened).toEqual([]);
  });

  it.each([{}, { url: '' }, { url: '  ' }, { url: null }])(
    'KAI-25 says that the address is required: %j',
    async (input) => {
      const { text, isError } = await callTool(createOpenUrl({ tabs: fakeTabs() }), input);
      expect(isError).toBe(true);
      expect(text).toContain('URL is required');
    },
  );

  it('KAI-25 says that opening failed, and why', async () => {
    const tabs = fakeTabs([], { openFails: true });
    expect(await callTool(createOpenUrl({ tabs }), { url: 'https://example.com' })).toEqual({
      text: 'Error: Failed to open URL: no window',
      isError: true,
    });
  });

  it.each([
    ['https://www.example.com/very/long?path', 'Open www.example.com'],
    ['http://localhost:3000/', 'Open localhost:3000'],
    ['https://аpple.com', 'Open xn--pple-43d.com'],
    ['mailto:ada@example.com?subject=x', 'Open mailto:ada@example.com'],
    ['file:///home/ada/report.pdf', 'Open file:/home/ada/report.pdf'],
  ])('shows where %s leads', (url, toolText) => {
    const tool = createOpenUrl({ tabs: fakeTabs() });
    expect(tool.toolText({ url })).toBe(toolText);
    expect(tool.tooltip({ url }, { blocks: [] })).toBe(url);
  });
});

describe('where open_url leads', () => {
  const openUrl = createOpenUrl({ tabs: fakeTabs() });
  const target = (url: string) => openUrl.target({ url })?.origin;

  it('is the origin of a page', () => {
    expect(target('HTTPS://Shop.example:443/a?b')).toBe('https://shop.example');
  });

  it('is everybody who gets a mail, hidden copies too, in whatever order', () => {
    expect(target('mailto:B@b.example,a@a.example?cc=c@c.example&subject=x')).toBe(
      'mailto:a@a.example,b@b.example,c@c.example',
    );
    expect(target('mailto:a@a.example?BCC=evil%40evil.example')).toBe(
      'mailto:a@a.example,evil@evil.example',
    );
    expect(target('mailto:?to=evil@evil.example')).toBe('mailto:evil@evil.example');
    expect(target('mailto:a%40a.example')).toBe('mailto:a@a.example');
  });

  it('is a file for itself, and never one on another computer', () => {
    expect(target('file:///home/ada/a.txt')).toBe('file:/home/ada/a.txt');
    expect(openUrl.validate({ url: 'file://evil.example/share/a' })).toMatchObject({ ok: false });
  });

  it.each([
    ['zero-width characters', 'https://evil.example/a\u200b\u200c'],
    ['tag characters', 'https://evil.example/a\u{e0041}'],
    ['a change of direction', 'https://evil.example/\u202etxet'],
    ['variation selectors', 'https://evil.example/a\ufe01'],
    ['a line break', 'https://evil.example/\na'],
  ])('is not followed with %s in the address, which no card could show', (_what, url) => {
    expect(openUrl.validate({ url })).toMatchObject({
      ok: false,
      errors: [expect.stringContaining('invisible')],
    });
  });
});
