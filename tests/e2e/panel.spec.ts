import AxeBuilder from '@axe-core/playwright';
import {
  errorBody,
  errorReply,
  gatedReply,
  textReply,
  toolCallsReply,
} from '../support/provider-replies';
import type { ProviderServer } from '../support/provider-server';
import { expect, test, type Panel } from './fixture';

const choice = {
  name: 'user_choice',
  arguments: { question: 'Which refund?', choices: ['Back to the card', 'Shop credit'] },
};
const calculate = (expression: string) => ({ name: 'calculate', arguments: { expression } });

test.describe('with the keyboard alone', () => {
  test('a question is asked, a tool allowed, a choice made and a run stopped', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    const { keyboard } = panel.page;
    const stream = gatedReply(textReply('Once upon a time'));
    provider.script([
      toolCallsReply([{ name: 'open_url', arguments: { url: `${site}/form` } }, choice]),
      stream,
    ]);
    await expect(panel.composer).toBeFocused();
    await keyboard.type('Return it');
    await keyboard.press('Shift+Enter');
    await keyboard.type('please');
    await keyboard.press('Enter');
    await expect(panel.composer).toBeFocused();

    await expect(panel.button('Allow once')).toBeVisible();
    await tabTo(panel, 'Allow once', 'Shift+Tab');
    // A key that is pressed before the card could be read does nothing.
    await expect(panel.button('Allow once')).toBeEnabled();
    const opened = extension.context.waitForEvent('page');
    await keyboard.press('Enter');
    await opened;
    await panel.page.bringToFront();

    // The card that was answered is gone, and the focus has gone on to the next.
    await expect(panel.button('1 Back to the card')).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await stream.reached;
    await expect(panel.log).toContainText('Once');
    await expect(panel.composer).toBeFocused();
    expect(provider.requests[0]?.rawBody).toContain('Return it\\nplease');
    expect(provider.requests[1]?.rawBody).toContain('Shop credit');

    await keyboard.press('Escape');
    await expect(panel.log).toContainText('Stopped.');
    await expect(panel.button('Stop')).toBeHidden();
    await expect(panel.composer).toBeFocused();
  });

  test('Escape stops from wherever the focus is, but not out of a field of a card', async ({
    panel,
    provider,
  }) => {
    const fields = [{ name: 'city', label: 'City', type: 'text' }];
    provider.script(
      toolCallsReply([{ name: 'ask_user', arguments: { question: 'Where to?', fields } }]),
    );
    await panel.send('Send it');
    await panel.page.getByLabel('City').fill('Bonn');
    await panel.page.keyboard.press('Escape');
    await expect(panel.page.getByLabel('City')).toHaveValue('Bonn');
    await panel.button('Answer').focus();
    await panel.page.keyboard.press('Escape');
    await expect(panel.toolEvent('ask_user')).toHaveAttribute('data-tool-state', 'cancelled');
    await expect(panel.composer).toBeFocused();
  });

  test('the focus survives a stop, an edit that is given up and a dismissed step', async ({
    panel,
    provider,
  }) => {
    provider.script([gatedReply(textReply('A long story')), textReply('Short.')]);
    await panel.send('Tell me');
    await expect(panel.log).toContainText('A');
    await panel.button('Stop').press('Enter');
    await expect(panel.composer).toBeFocused();
    await panel.button('Edit').press('Enter');
    await panel.page.keyboard.press('Escape');
    await expect(panel.button('Edit')).toBeFocused();
    await panel.button('Edit').press('Enter');
    await panel.page.keyboard.press('Enter');
    await expect(panel.log).toContainText('Short.');
    await expect(panel.composer).toBeFocused();
  });
});

test.describe('a draft', () => {
  test('is there again after the panel was closed and the worker died', async ({
    panel,
    extension,
  }) => {
    await panel.composer.fill('Half a thought');
    await panel.page.close();
    await extension.killWorker();
    const again = await extension.openPanel();
    await expect(again.composer).toHaveValue('Half a thought');
  });

  test('belongs to its chat, and the one of a temporary chat never touches the disk', async ({
    panel,
    provider,
    extension,
  }) => {
    provider.script(textReply('Hello.'));
    await panel.send('Hi');
    await expect(panel.log).toContainText('Hello.');
    await panel.composer.fill('For the first');
    await panel.button('Temporary chat').click();
    await expect(panel.composer).toHaveValue('');
    await panel.composer.fill('Between us');
    const worker = await extension.worker();
    await expect
      .poll(() => worker.evaluate(async () => JSON.stringify(await chrome.storage.session.get())))
      .toContain('Between us');
    const onDisk = await worker.evaluate(async () =>
      JSON.stringify(await chrome.storage.local.get()),
    );
    expect(onDisk).not.toContain('Between us');
    expect(onDisk).not.toContain('For the first');
  });

  test('is the prompt itself when the panel closed before the worker had stored it', async ({
    panel,
    extension,
  }) => {
    // A panel whose words do not reach the worker any more.
    await panel.page.addInitScript(() => {
      const { connect } = chrome.runtime;
      Reflect.set(chrome.runtime, 'connect', (...info: Parameters<typeof connect>) => {
        const port = connect.apply(chrome.runtime, info);
        const post = port.postMessage.bind(port);
        port.postMessage = (message: { command?: { type?: string } }) => {
          if (message.command?.type !== 'prompt-send') post(message);
        };
        return port;
      });
    });
    await panel.page.reload();
    await panel.send('Do not lose me');
    await expect(panel.composer).toHaveValue('');
    await panel.page.close();
    const again = await extension.openPanel();
    await expect(again.composer).toHaveValue('Do not lose me');
  });
});

test.describe('the waiting row', () => {
  test('KAI-123 KAI-124 KAI-125 has a dot that pulses', async ({ panel, provider }) => {
    await wait(panel, provider);
    const dot = panel.page.locator('.waiting-dot');
    const pulse = await dot.evaluate((element) => {
      const [animation] = element.getAnimations();
      const effect = animation?.effect;
      if (!(effect instanceof KeyframeEffect)) return undefined;
      const { duration, direction, iterations } = effect.getTiming();
      const frames = effect.getKeyframes().map((frame) => [frame['opacity'], frame['transform']]);
      return { duration, direction, endless: iterations === Infinity, frames };
    });
    expect(pulse).toEqual({
      duration: 800,
      direction: 'alternate',
      endless: true,
      frames: [
        ['0.4', 'scale(0.6)'],
        ['1', 'scale(1)'],
      ],
    });
  });

  test('KAI-128 KAI-130 fades from word to word and grows with them, unless motion is unwanted', async ({
    panel,
    provider,
  }) => {
    await wait(panel, provider);
    const row = panel.page.locator('.waiting-row');
    await expect(row).toContainText('Working…');
    const looks = () =>
      row.evaluate((element) => {
        const style = (selector: string) => {
          const found = element.querySelector(selector);
          if (!found) throw new Error(selector);
          return getComputedStyle(found);
        };
        return {
          arriving: [
            style('.waiting-word').animationName,
            style('.waiting-word').animationDuration,
          ],
          leaving: [
            style('.waiting-word-leaving').animationName,
            style('.waiting-word-leaving').animationDuration,
          ],
          grows: [
            style('.waiting-words').transitionProperty,
            style('.waiting-words').transitionDuration,
          ],
          width: style('.waiting-words').width,
        };
      });
    const moving = await looks();
    expect(moving).toMatchObject({
      arriving: ['waiting-fade-in', '0.3s'],
      leaving: ['waiting-fade-out', '0.3s'],
      grows: ['inline-size', '0.3s'],
    });
    expect(parseFloat(moving.width)).toBeGreaterThan(20);
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    const still = await looks();
    expect([still.arriving[0], still.leaving[0]]).toEqual(['none', 'none']);
    expect(still.grows[1]).toMatch(/^(0s|1e-05s)$/);
  });

  test('KAI-129 KAI-133 has the colours of a quiet surface, and its tools those of the accent', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    const worker = await extension.worker();
    await worker.evaluate(() => {
      Reflect.set(chrome.tabs, 'create', () => new Promise(() => undefined));
    });
    provider.script(
      toolCallsReply([{ name: 'open_url', arguments: { url: `${site}/slow` } }], { text: 'Now.' }),
    );
    await panel.send('Open it');
    await panel.button('Allow once').click();
    const tool = panel.page.locator('.chip-tool');
    await expect(tool).toHaveText('Open a page');
    for (const colorScheme of ['light', 'dark'] as const) {
      await panel.page.emulateMedia({ colorScheme });
      expect(await colorsOf(panel, '.chip:not(.chip-tool)')).toEqual(
        await tokens(panel, '--surface-variant', '--muted'),
      );
      expect(await colorsOf(panel, '.chip-tool')).toEqual(
        await tokens(panel, '--primary-container', '--on-primary-container'),
      );
    }
  });
});

test.describe('much of everything', () => {
  test('500 tool events stay quick and readable, and all of them can be seen', async ({
    panel,
    provider,
  }) => {
    provider.script([
      toolCallsReply(Array.from({ length: 500 }, (_, index) => calculate(`${index} + 1`))),
      textReply('That was a lot.'),
    ]);
    await panel.send('Count');
    await expect(panel.log).toContainText('That was a lot.', { timeout: 30_000 });
    const events = panel.toolEvent('calculate');
    await expect(events).toHaveCount(8);
    await expect(events.last()).toHaveAttribute('data-tool-state', 'ok');
    await panel.button('Show 492 earlier steps').click();
    await expect(events).toHaveCount(500);
    const typed = await panel.page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const box = document.querySelector('textarea');
      const start = performance.now();
      box?.focus();
      for (let stroke = 0; stroke < 10; stroke += 1) {
        box?.setRangeText('x');
        box?.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await frame();
      }
      return (performance.now() - start) / 10;
    });
    expect(typed).toBeLessThan(250);
  });

  test('a decision among many steps is never folded away', async ({ panel, provider, site }) => {
    const steps = Array.from({ length: 60 }, (_, index) => calculate(`${index} + 1`));
    provider.script(
      toolCallsReply([{ name: 'open_url', arguments: { url: `${site}/page` } }, ...steps]),
    );
    await panel.send('Count, and open the page');
    await expect(panel.button('Show 52 earlier steps')).toBeVisible();
    await expect(panel.button('Allow once')).toBeVisible();
  });

  test('a prompt of 100,000 characters is taken, folded and shown in full on request', async ({
    panel,
    provider,
  }) => {
    provider.script(textReply('Read.'));
    await panel.send('word '.repeat(20_000));
    await expect(panel.log).toContainText('Read.');
    const more = panel.button('Show all 99,999 characters');
    const entry = panel.log.getByRole('article', { name: 'You' });
    expect((await entry.boundingBox())?.height).toBeLessThan(400);
    await more.click();
    await expect(panel.button('Show less')).toBeVisible();
    expect((await entry.boundingBox())?.height).toBeGreaterThan(2_000);
  });

  test('follows the end of a stream until the reader scrolls up, and leads back on request', async ({
    panel,
    provider,
  }) => {
    const lines = Array.from({ length: 120 }, (_, index) => `Line ${index + 1}.\n`);
    const stream = gatedReply(textReply('', { chunks: [lines.join(''), 'And the end.'] }));
    provider.script(stream);
    await panel.send('Tell me everything');
    await expect(panel.log).toContainText('Line 120.');
    const left = () =>
      panel.log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
    await expect.poll(left).toBeLessThan(2);
    await panel.page.setViewportSize({ width: 300, height: 600 });
    await expect.poll(left).toBeLessThan(2);
    await panel.log.evaluate((log) => log.scrollTo({ top: 200 }));
    const back = panel.button('Scroll to the end');
    await expect(back).toBeVisible();
    stream.release();
    await expect(panel.log).toContainText('And the end.');
    expect(await panel.log.evaluate((log) => log.scrollTop)).toBe(200);
    await back.click();
    await expect.poll(left).toBeLessThan(2);
    await expect(back).toBeHidden();
  });
});

test('a task can be followed, paused, resumed and stopped from its own header', async ({
  panel,
  provider,
}) => {
  const first = gatedReply(toolCallsReply([calculate('2 + 2')]), 'before-first-byte');
  const second = gatedReply(textReply('Never said.'), 'before-first-byte');
  provider.script([toolCallsReply([calculate('1 + 1')], { text: 'First.' }), first, second]);
  await panel.send('Work it out');
  await first.reached;
  const task = panel.page.getByRole('group', { name: 'Task', exact: true });
  await expect(task).toBeHidden();
  first.release();
  await second.reached;
  await expect(task).toContainText('Thinking');
  await expect(task).toContainText('2 steps');
  await expect(task.locator('[data-tool-name="calculate"]')).toHaveCount(2);
  await panel.button('Pause task').click();
  await expect(task).toContainText('Paused');
  await panel.button('Resume task').click();
  await expect(task).toContainText('Thinking');
  await panel.button('Stop task').click();
  await expect(task).toContainText('Stopped');
  await expect(panel.button('Pause task')).toBeHidden();
});

test('icons of tool events have the colour of the text where colours are forced', async ({
  panel,
  provider,
}) => {
  provider.script([toolCallsReply([calculate('1 + 1')]), textReply('Two.')]);
  await panel.send('Work it out');
  await expect(panel.log).toContainText('Two.');
  await panel.page.emulateMedia({ forcedColors: 'active' });
  const icon = panel.log.locator('.tool-line > .icon').first();
  const colours = await icon.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.parentElement ?? element).color,
  ]);
  expect(colours[0]).toBe(colours[1]);
});

test('a suggestion of the empty chat is sent with a click', async ({ panel, provider }) => {
  provider.script(textReply('Much.'));
  await panel.button('What can you do?').click();
  await expect(panel.log).toContainText('Much.');
  await expect(panel.composer).toBeFocused();
  expect(provider.requests[0]?.rawBody).toContain('What can you do?');
});

test('a file dropped on the panel or pasted into it is refused kindly', async ({ panel }) => {
  const refused = panel.page.getByText('Pictures and files cannot be sent yet.');
  const give = (type: 'paste' | 'drop') =>
    panel.composer.evaluate((box, kind) => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'photo.png', { type: 'image/png' }));
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      return box.dispatchEvent(event);
    }, type);
  expect(await give('paste')).toBe(false);
  await expect(refused).toBeVisible();
  await panel.composer.fill('Then in words');
  await expect(refused).toBeHidden();
  expect(await give('drop')).toBe(false);
  await expect(refused).toBeVisible();
});

test('being offline is told where the model is far away, and not where it is near', async ({
  panel,
  extension,
}) => {
  await extension.context.setOffline(true);
  const told = panel.page.getByText(/You are offline/);
  await expect(told).toBeHidden();
  const worker = await extension.worker();
  await worker.evaluate(() =>
    chrome.storage.local.set({
      connection: { baseUrl: 'https://api.models.example/v1', model: 'large-2' },
    }),
  );
  await panel.page.reload();
  await expect(told).toContainText('api.models.example');
  await expect(panel.composer).toBeEditable();
  await extension.context.setOffline(false);
  await expect(told).toBeHidden();
});

test.describe('at 280 pixels', () => {
  for (const direction of ['ltr', 'rtl']) {
    test(`nothing has to be scrolled sideways, ${direction}`, async ({ panel, provider, site }) => {
      const word = 'Unterbeamtengesellschaft'.repeat(8);
      provider.script([
        toolCallsReply([calculate(`${'1'.repeat(90)} + 1`)], { text: word }),
        toolCallsReply([{ name: word, arguments: { [word]: word } }]),
        toolCallsReply([
          choice,
          { name: 'open_url', arguments: { url: `${site}/${word.slice(0, 150)}` } },
        ]),
      ]);
      await panel.page.setViewportSize({ width: 280, height: 600 });
      await panel.page.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      await panel.send(`${word} مرحبا ${word}`);
      await expect(panel.button('Allow once')).toBeVisible();
      await panel.page.locator('.tool-line[aria-expanded]').first().click();
      const tooWide = await panel.page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, .log, .card, article')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => `${element.tagName}.${element.className}`),
      );
      expect(tooWide).toEqual([]);
    });
  }
});

test.describe('axe finds nothing wrong', () => {
  const screens: [
    string,
    (panel: Panel, provider: ProviderServer, site: string) => Promise<void>,
  ][] = [
    ['empty', () => Promise.resolve()],
    [
      'streaming',
      async (panel, provider) => {
        provider.script([
          toolCallsReply([calculate('1 + 1')]),
          toolCallsReply([calculate('2 + 2')]),
          gatedReply(textReply('One two')),
        ]);
        await panel.send('Go');
        await expect(panel.log).toContainText('One');
      },
    ],
    [
      'asking',
      async (panel, provider, site) => {
        const fields = [{ name: 'city', label: 'City', type: 'text', required: true }];
        provider.script(
          toolCallsReply([
            { name: 'open_url', arguments: { url: `${site}/page` } },
            choice,
            { name: 'ask_user', arguments: { question: 'Where to?', fields } },
          ]),
        );
        await panel.send('Go');
        await panel.button('Answer').click();
        await expect(panel.log).toContainText('Fill this in.');
      },
    ],
    [
      'failed',
      async (panel, provider) => {
        provider.script(errorReply(401, { body: errorBody('This key is not valid.') }));
        await panel.send('Go');
        await expect(panel.button('Model settings')).toBeVisible();
      },
    ],
  ];
  for (const [name, play] of screens) {
    test(`on the chat while ${name}, light and dark`, async ({ panel, provider, site }) => {
      await play(panel, provider, site);
      for (const colorScheme of ['light', 'dark'] as const) {
        await panel.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const { violations } = await new AxeBuilder({ page: panel.page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
    });
  }
});

async function tabTo(panel: Panel, name: string, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  for (let stop = 0; stop < 30; stop += 1) {
    await panel.page.keyboard.press(key);
    const isThere = await panel.button(name).evaluate((it) => it === document.activeElement);
    if (isThere) return;
  }
  throw new Error(`${name} cannot be reached with ${key}.`);
}

async function wait(panel: Panel, provider: ProviderServer): Promise<void> {
  provider.script(gatedReply(textReply('Soon.'), 'before-first-byte'));
  await panel.send('Take your time');
  await expect(panel.page.locator('.waiting-row')).toBeVisible();
}

async function colorsOf(panel: Panel, selector: string): Promise<string[]> {
  return await panel.page.locator(selector).evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
  });
}

async function tokens(panel: Panel, background: string, text: string): Promise<string[]> {
  return await panel.page.evaluate(
    ([first, second]) => {
      const probe = document.createElement('i');
      probe.style.cssText = `background: var(${first}); color: var(${second})`;
      document.body.append(probe);
      const { backgroundColor, color } = getComputedStyle(probe);
      probe.remove();
      return [backgroundColor, color];
    },
    [background, text],
  );
}
