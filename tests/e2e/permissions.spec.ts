import { textReply, toolCallsReply } from '../support/provider-replies';
import { expect, test, type Extension, type Panel } from './fixture';

const open = (id: string, url: string) =>
  toolCallsReply([{ id, name: 'open_url', arguments: { url } }]);
const remember = (id: string, key: string, content: string) =>
  toolCallsReply([{ id, name: 'memory_store', arguments: { key, content } }]);
const card = (panel: Panel, id: string) =>
  panel.log.locator(`[role="group"][data-tool-use-id="${id}"]`);
/** The same page under another name: another origin. */
const elsewhere = (site: string) => site.replace('127.0.0.1', 'localhost');

const modeOf = (panel: Panel) => panel.page.getByRole('combobox', { name: 'Mode' });

async function choose(panel: Panel, mode: string): Promise<void> {
  await modeOf(panel).click();
  await panel.page.getByRole('option', { name: mode }).click();
  await expect(modeOf(panel)).toContainText(mode);
}

const pagesAt = (extension: Extension, url: string) =>
  extension.context.pages().filter((page) => page.url().startsWith(url)).length;

test.describe('a permission', () => {
  test('for this chat holds on its site, and asks on another', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([
      open('o1', `${site}/one`),
      open('o2', `${site}/two`),
      open('o3', `${elsewhere(site)}/three`),
      textReply('Two of three.'),
    ]);
    await panel.send('Open three');
    await expect(card(panel, 'o1').locator('strong, b').first()).toContainText('127.0.0.1');
    await card(panel, 'o1').getByRole('button', { name: 'Allow for this chat' }).click();
    await expect(card(panel, 'o2')).toHaveAttribute('data-tool-state', 'ok');
    await expect(card(panel, 'o3')).toHaveAttribute('data-tool-state', 'awaiting-user');
    await card(panel, 'o3').getByRole('button', { name: 'Deny' }).click();
    await expect(panel.log).toContainText('Two of three.');
    expect(pagesAt(extension, elsewhere(site))).toBe(0);
  });

  test('for always names its site, survives the browser’s worker, and is gone when revoked', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('o1', `${site}/one`), textReply('One.')]);
    await panel.send('Open');
    await panel.button(/^Always allow .*127\.0\.0\.1/).click();
    await expect(panel.log).toContainText('One.');
    await extension.killWorker();
    await panel.button('New chat').click();
    provider.script([open('o2', `${site}/two`), textReply('Two.')]);
    await panel.send('Open');
    await expect(panel.log).toContainText('Two.');

    const options = await extension.openOptions();
    const granted = options.getByRole('group', { name: 'Tools that need not ask' });
    await expect(granted).toContainText('127.0.0.1');
    await granted.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(granted.getByRole('listitem')).toHaveCount(0);
    provider.script([open('o3', `${site}/three`), textReply('Three.')]);
    await panel.send('Open');
    await expect(card(panel, 'o3')).toHaveAttribute('data-tool-state', 'awaiting-user');
    expect(pagesAt(extension, `${site}/three`)).toBe(0);
  });

  test('that is revoked in the middle of a run stops what has not started', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('g', `${site}/first`), textReply('Granted.')]);
    await panel.send('Open');
    await panel.button(/^Always allow/).click();
    await expect(panel.log).toContainText('Granted.');
    provider.script([
      toolCallsReply([
        { id: 'c', name: 'user_choice', arguments: { question: 'Go on?', choices: ['Yes', 'No'] } },
      ]),
      open('later', `${site}/later`),
      textReply('Done.'),
    ]);
    await panel.send('Ask me, then open');
    await expect(card(panel, 'c')).toHaveAttribute('data-tool-state', 'awaiting-user');
    const options = await extension.openOptions();
    const granted = options.getByRole('group', { name: 'Tools that need not ask' });
    await granted.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(granted.getByRole('listitem')).toHaveCount(0);
    await card(panel, 'c').getByRole('button', { name: /Yes/ }).click();
    await expect(card(panel, 'later')).toHaveAttribute('data-tool-state', 'awaiting-user');
    expect(pagesAt(extension, `${site}/later`)).toBe(0);
  });

  test('of a tool that changed since asks again', async ({ panel, provider, extension }) => {
    provider.script([remember('m1', 'tea', 'Green'), textReply('Noted.')]);
    await panel.send('Remember');
    await panel.button(/^Always allow/).click();
    await expect(panel.log).toContainText('Noted.');
    // As an update of the extension would find it: the tool is another one than was granted.
    const worker = await extension.worker();
    await worker.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('tandem');
          opening.onerror = () => reject(new Error('no database'));
          opening.onsuccess = () => {
            const store = opening.result.transaction('grants', 'readwrite').objectStore('grants');
            const reading = store.getAll();
            reading.onsuccess = () => {
              const rows: unknown[] = reading.result;
              for (const row of rows) {
                const changed: unknown = JSON.parse(
                  JSON.stringify(row)
                    .replace(/"toolHash":"[^"]*"/, '"toolHash":"another"')
                    .replace(/"description":"[^"]*/, '"description":"Remembers, as it used to.'),
                );
                store.put(changed);
              }
            };
            store.transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    await panel.button('New chat').click();
    provider.script([remember('m2', 'tea', 'Black'), textReply('Noted too.')]);
    await panel.send('Remember');
    await expect(card(panel, 'm2')).toContainText('changed since');
    await card(panel, 'm2').getByText('What changed').click();
    await expect(card(panel, 'm2')).toContainText('Remembers, as it used to.');
    // What is about to be replaced is shown too.
    await expect(card(panel, 'm2')).toContainText('Green');
  });

  test('counts once when two panels answer: one of them wins, the other is told', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('o1', `${site}/one`), textReply('Settled.')]);
    await panel.send('Open');
    await expect(panel.button('Allow once')).toBeVisible();
    const other = await extension.openPanel();
    await expect(other.button('Deny')).toBeEnabled();
    await panel.page.bringToFront();
    await expect(panel.button('Allow once')).toBeEnabled();
    const soon = { timeout: 5_000 };
    await Promise.allSettled([
      panel.button('Allow once').click(soon),
      other.button('Deny').click({ ...soon, force: true }),
    ]);
    await expect(panel.log).toContainText('Settled.');
    await expect(other.log).toContainText('Settled.');
    const state = await card(panel, 'o1').getAttribute('data-tool-state');
    expect(['ok', 'denied']).toContain(state);
    await expect(card(other, 'o1')).toHaveAttribute('data-tool-state', state ?? '');
    expect(pagesAt(extension, `${site}/one`)).toBe(state === 'ok' ? 1 : 0);
    expect(provider.requests).toHaveLength(2);
  });

  test('waits through a restart with all that its card showed', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('o1', `${site}/later`), textReply('Opened at last.')]);
    await panel.send('Open it');
    await expect(panel.button('Allow once')).toBeVisible();
    const before = await card(panel, 'o1').innerText();
    await panel.page.close();
    await extension.killWorker();
    const again = await extension.openPanel();
    await expect(again.button('Allow once')).toBeVisible();
    expect(await card(again, 'o1').innerText()).toBe(before);
    await again.button('Allow once').click();
    await expect(again.log).toContainText('Opened at last.');
  });
});

test.describe('a card', () => {
  test('takes changed arguments, and refuses those that the tool cannot take', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('o1', `${site}/wrong`), textReply('Opened.')]);
    await panel.send('Open it');
    const event = card(panel, 'o1');
    await event.getByText('More options').click();
    await event.getByRole('button', { name: 'Edit arguments' }).click();
    const field = event.getByLabel('URL');
    await field.fill('javascript:alert(1)');
    await event.getByRole('button', { name: 'Allow once' }).click();
    await expect(event.getByRole('alert')).toContainText('cannot be opened');
    await expect(event).toHaveAttribute('data-tool-state', 'awaiting-user');
    await field.fill(`${site}/right`);
    const opened = extension.context.waitForEvent('page');
    await event.getByRole('button', { name: 'Allow once' }).click();
    expect((await opened).url()).toBe(`${site}/right`);
    await expect(panel.log).toContainText('Opened.');
    expect(JSON.stringify(provider.requests[1]?.body.messages.at(-1))).toContain(
      'changed the arguments',
    );
  });

  test('passes a word on to the model with a refusal', async ({ panel, provider, site }) => {
    provider.script([open('o1', `${site}/x`), textReply('I see.')]);
    await panel.send('Open it');
    const event = card(panel, 'o1');
    await event.getByText('More options').click();
    await event.getByLabel('Word to the assistant').fill('Only on Sundays.');
    await event.getByRole('button', { name: 'Deny' }).click();
    await expect(panel.log).toContainText('I see.');
    expect(JSON.stringify(provider.requests[1]?.body.messages.at(-1))).toContain(
      'Only on Sundays.',
    );
  });

  test('ignores clicks that no person made, and clicks before it could be read', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('o1', `${site}/x`), textReply('No.')]);
    await panel.page.evaluate(() => {
      // As fast as a script can be, from the first moment on.
      new MutationObserver(() => {
        for (const button of document.querySelectorAll('button')) {
          if (button.textContent === 'Allow once') button.click();
        }
      }).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await panel.send('Open it');
    await expect(card(panel, 'o1')).toHaveAttribute('data-tool-state', 'awaiting-user');
    await expect(panel.button('Deny')).toBeEnabled();
    await panel.button('Allow once').evaluate((button: HTMLElement) => button.click());
    await panel.button('Deny').click();
    await expect(panel.log).toContainText('No.');
    await expect(card(panel, 'o1')).toHaveAttribute('data-tool-state', 'denied');
    expect(pagesAt(extension, `${site}/x`)).toBe(0);
  });

  test('of a queue says which one it is; answering it answers no other', async ({
    panel,
    provider,
    site,
  }) => {
    provider.script([
      toolCallsReply([
        { id: 'a', name: 'open_url', arguments: { url: `${site}/a` } },
        { id: 'b', name: 'open_url', arguments: { url: `${site}/b` } },
        { id: 'c', name: 'memory_store', arguments: { key: 'k', content: 'v' } },
      ]),
      textReply('All decided.'),
    ]);
    await panel.send('Three things');
    await expect(card(panel, 'a')).toContainText('1 of 3');
    await expect(card(panel, 'c')).toContainText('3 of 3');
    await card(panel, 'a').getByRole('button', { name: 'Deny' }).dblclick();
    await expect(card(panel, 'a')).toHaveAttribute('data-tool-state', 'denied');
    await expect(card(panel, 'b')).toHaveAttribute('data-tool-state', 'awaiting-user');
    await expect(card(panel, 'b')).toContainText('1 of 2');
    await expect(card(panel, 'c')).toHaveAttribute('data-tool-state', 'awaiting-user');
  });
});

test.describe('a mode', () => {
  test('Read only refuses whatever changes something, and says so to both', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    await choose(panel, 'Read only');
    provider.script([
      toolCallsReply([
        { id: 'n', name: 'calculate', arguments: { expression: '2 * 21' } },
        { id: 'o', name: 'open_url', arguments: { url: `${site}/x` } },
      ]),
      textReply('It is 42, and I may not open pages.'),
    ]);
    await panel.send('Compute and open');
    await expect(panel.log).toContainText('I may not open pages');
    await expect(card(panel, 'n')).toHaveAttribute('data-tool-state', 'ok');
    await expect(card(panel, 'o')).toHaveAttribute('data-tool-state', 'denied');
    expect(JSON.stringify(provider.requests[1]?.body.messages.at(-1))).toContain('read only');
    expect(pagesAt(extension, `${site}/x`)).toBe(0);
    // It is the chat's own, and outlives the worker.
    await panel.page.close();
    await extension.killWorker();
    const again = await extension.openPanel();
    await expect(modeOf(again)).toContainText('Read only');
    await again.button('New chat').click();
    await expect(modeOf(again)).toContainText('Ask before acting');
  });

  test('Plan first runs what is on the approved plan, and asks for the rest', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    await choose(panel, 'Plan first');
    const step = (what: string, at: string) => ({ tool: 'open_url', what, site: at });
    provider.script([
      toolCallsReply([
        {
          id: 'p',
          name: 'propose_plan',
          arguments: {
            goal: 'Look at two pages',
            steps: [step('Open the one', site), step('Open the other', elsewhere(site))],
          },
        },
      ]),
      open('on', `${site}/planned`),
      open('off', `${elsewhere(site)}/removed`),
      textReply('As planned.'),
    ]);
    await panel.send('Look at both');
    const plan = card(panel, 'p');
    await expect(plan).toContainText('Look at two pages');
    await plan.getByRole('checkbox').nth(1).uncheck();
    await plan.getByRole('button', { name: 'Approve plan' }).click();
    await expect(card(panel, 'on')).toHaveAttribute('data-tool-state', 'ok');
    await expect(card(panel, 'off')).toHaveAttribute('data-tool-state', 'awaiting-user');
    await expect(card(panel, 'off')).toContainText('plan');
    expect(pagesAt(extension, `${site}/planned`)).toBe(1);
    expect(pagesAt(extension, elsewhere(site))).toBe(0);
    expect(JSON.stringify(provider.requests[0]?.body.messages[0])).toContain('propose_plan');
  });
});

test.describe('data of one place', () => {
  test('is marked before it goes to another, and cannot be allowed for always', async ({
    grantable: { panel, extension },
    provider,
    site,
  }) => {
    const page = await extension.context.newPage();
    await page.goto(`${site}/secret`);
    provider.script([
      toolCallsReply([{ id: 'l', name: 'list_tabs', arguments: {} }]),
      open('x', `${elsewhere(site)}/?q=${encodeURIComponent('A page of our own')}`),
      textReply('Kept.'),
    ]);
    await panel.page.bringToFront();
    await panel.send('What is open?');
    await card(panel, 'l').getByRole('button', { name: 'Allow once' }).click();
    const asked = card(panel, 'x');
    await expect(asked).toHaveAttribute('data-tool-state', 'awaiting-user');
    await expect(asked.locator('mark').last()).toHaveText('A%20page%20of%20our%20own');
    await expect(asked).toContainText('your open tabs');
    await expect(asked.getByRole('button', { name: /^Always allow/ })).toHaveCount(0);
    await asked.getByRole('button', { name: 'Deny' }).click();
    await expect(panel.log).toContainText('Kept.');
    const result = provider.requests[1]?.body.messages.at(-1)?.['content'];
    expect(result).toMatch(/^<untrusted-[a-z0-9]{16} origin="browser">/);
    expect(pagesAt(extension, elsewhere(site))).toBe(0);
  });
});

test.describe('a blocked site', () => {
  test('is not acted on, whatever was allowed, and is in the activity list with its reason', async ({
    panel,
    provider,
    site,
    extension,
  }) => {
    provider.script([open('o1', `${site}/one`), textReply('One.')]);
    await panel.send('Open');
    await panel.button(/^Always allow/).click();
    await expect(panel.log).toContainText('One.');
    const options = await extension.openOptions();
    await options.getByRole('textbox', { name: 'Site' }).fill(site);
    await options.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(options.getByRole('group', { name: 'Blocked sites' })).toContainText('127.0.0.1');
    provider.script([open('o2', `${site}/two`), textReply('Not allowed.')]);
    await panel.page.bringToFront();
    await panel.send('Open');
    await expect(panel.log).toContainText('Not allowed.');
    await expect(card(panel, 'o2')).toHaveAttribute('data-tool-state', 'denied');
    expect(pagesAt(extension, `${site}/two`)).toBe(0);
    await options.bringToFront();
    const activity = options.getByRole('group', { name: 'Activity' });
    await activity.getByRole('button', { name: 'Refresh' }).click();
    const rows = activity.getByRole('list', { name: 'Calls' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await rows.first().getByRole('button').first().click();
    await expect(rows.first()).toContainText('You blocked this site.');
    await activity.getByRole('searchbox', { name: 'Search activity' }).fill('no such thing');
    await expect(rows).toHaveCount(0);
  });
});

test.describe('what only a person may do', () => {
  test('is handed over, and the run goes on when they are done', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([
        {
          id: 'h',
          name: 'hand_over',
          arguments: { kind: 'sign-in', what: 'Sign in to the shop.' },
        },
      ]),
      textReply('Thank you.'),
    ]);
    await panel.send('Order it');
    const event = card(panel, 'h');
    await expect(event).toContainText('Your turn');
    await expect(event).toContainText('Sign in to the shop.');
    await expect(event).toContainText('stays out of this chat');
    await event.getByRole('button', { name: 'Done' }).click();
    await expect(panel.log).toContainText('Thank you.');
    expect(provider.requests[1]?.body.messages.at(-1)?.['content']).toBe(
      'The user did this themselves.',
    );
  });
});
