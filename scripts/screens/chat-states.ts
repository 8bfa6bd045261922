import { expect } from '../../tests/e2e/fixture';
import {
  errorBody,
  errorReply,
  gatedReply,
  textReply,
  toolCallsReply,
} from '../../tests/support/provider-replies';
import { chat, openPanel, type ChatStage, type ScreenState } from './stage';

const calculate = (expression: string) => ({ name: 'calculate', arguments: { expression } });

const richAnswer = `## Bonn to Lyon

Two connections are **good**, one is *slow*. See [the timetable](https://trains.example/bonn-lyon).

| Train | Changes | Time |
| ----- | ------: | ---: |
| TGV 9874 | 1 | 6:10 |
| ICE 504 | 2 | 7:45 |

1. Book before Friday
2. Take a seat on the left
   - [x] passport
   - [ ] sandwiches

\`\`\`js
const response = await fetch('https://trains.example/api/timetable?from=Bonn&to=Lyon');
\`\`\`

> Prices change by the hour [1].`;

export const chatStates: readonly ScreenState[] = [
  {
    name: 'welcome',
    play: async ({ extension }) => (await openPanel(extension)).page,
  },
  chat('empty', () => Promise.resolve()),
  chat('markdown', async ({ panel, provider }) => {
    provider.script(textReply(richAnswer));
    await panel.send('Compare the trains, and show me how to fetch the timetable');
    await expect(panel.button('Copy code')).toBeVisible();
  }),
  chat('waiting', async ({ panel, provider }) => {
    provider.script(gatedReply(textReply('Soon.'), 'before-first-byte'));
    await panel.send('How long do the trains from Bonn to Lyon take?');
    await expect(panel.log).toContainText('Thinking…');
  }),
  chat('waiting-chips', async ({ panel, provider, extension }) => {
    const worker = await extension.worker();
    await worker.evaluate(() => {
      Reflect.set(chrome.tabs, 'create', () => new Promise(() => undefined));
    });
    const open = (url: string) => ({ name: 'open_url', arguments: { url } });
    const urls = ['https://trains.example', 'https://buses.example'];
    provider.script(toolCallsReply(urls.map(open), { text: 'I open both.' }));
    await panel.send('Show me the trains and the buses');
    for (let left = 2; left > 0; left -= 1) {
      await expect(panel.button('Allow once')).toHaveCount(left);
      await panel.button('Allow once').first().click();
    }
    await expect(panel.page.getByRole('img', { name: 'Tool executing' })).toHaveCount(2);
  }),
  chat('streaming', async ({ panel, provider }) => {
    const text =
      'Three ways lead from Bonn to Lyon by train. The quickest changes once, in Frankfurt, and takes a little over six hours. The one through Paris changes stations, and';
    provider.script(gatedReply(textReply('', { chunks: [text, ' is slower.'] })));
    await panel.send('How long do the trains from Bonn to Lyon take?');
    await expect(panel.log).toContainText('changes stations');
  }),
  chat('tool-events', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([{ name: 'get_local_time', arguments: {} }, calculate('86400 / 24')], {
        text: 'Let me look at the clock and work it out.',
      }),
      textReply('A day has 24 hours of 3,600 seconds each.'),
    ]);
    await panel.send('How many seconds has an hour?');
    await expect(panel.log).toContainText('3,600 seconds each');
  }),
  chat('permission', askForPermission),
  { ...chat('high-contrast', askForPermission), media: { contrast: 'more' } },
  { ...chat('forced-colors', askForPermission), media: { forcedColors: 'active' } },
  chat('permission-long', async ({ panel, provider }) => {
    const content = 'The user prefers trains to planes, windows to aisles and tea to coffee. ';
    provider.script(
      toolCallsReply([
        { name: 'memory_store', arguments: { key: 'travel', content: content.repeat(6) } },
      ]),
    );
    await panel.send('Remember how I like to travel');
    await expect(panel.button('Allow once')).toBeVisible();
  }),
  chat('choice', async ({ panel, provider }) => {
    provider.script(
      toolCallsReply([
        {
          name: 'user_choice',
          arguments: {
            question: 'Which refund would you like?',
            choices: ['Back to the card', 'Shop credit, 10 % more'],
          },
        },
      ]),
    );
    await panel.send('I want my money back');
    await expect(panel.button('1 Back to the card')).toBeVisible();
  }),
  chat('choice-made', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([
        {
          name: 'user_choice',
          arguments: {
            question: 'Which refund would you like?',
            choices: ['Back to the card', 'Shop credit, 10 % more'],
          },
        },
      ]),
      textReply('Shop credit it is: 116.91 € instead of 106.28 €.'),
    ]);
    await panel.send('I want my money back');
    await panel.button('2 Shop credit, 10 % more').click();
    await expect(panel.log).toContainText('116.91');
  }),
  chat('question', async ({ panel, provider }) => {
    provider.script(
      toolCallsReply([
        {
          name: 'ask_user',
          arguments: {
            question: 'Where shall the replacement go?',
            fields: [
              { name: 'street', label: 'Street', type: 'text', required: true },
              {
                name: 'country',
                label: 'Country',
                type: 'select',
                options: ['Germany', 'France'],
                required: true,
              },
              { name: 'gift', label: 'Wrap it as a gift', type: 'boolean' },
            ],
          },
        },
      ]),
    );
    await panel.send('Send me a new one instead');
    await panel.button('Answer').click();
    await expect(panel.log).toContainText('Fill this in.');
  }),
  chat('todo', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([
        {
          name: 'todo_write',
          arguments: {
            items: [
              { text: 'Find the order', status: 'done' },
              { text: 'Open the return form', status: 'done' },
              { text: 'Fill in the reason', status: 'in-progress' },
              { text: 'Ask before it is sent', status: 'pending' },
            ],
          },
        },
      ]),
      gatedReply(textReply('Next I fill in the form.')),
    ]);
    await panel.send('Return the kettle, step by step');
    await expect(panel.log).toContainText('Next');
  }),
  chat('task', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([calculate('129.90 * 0.9')], { text: 'First the price without the lid.' }),
      toolCallsReply([{ name: 'get_local_time', arguments: {} }], { text: 'Now the date.' }),
      gatedReply(textReply('Done.'), 'before-first-byte'),
    ]);
    await panel.send('Work out what I get back, and until when');
    await provider.waitForRequest(3);
    await expect(panel.toolEvent('get_local_time')).toHaveAttribute('data-tool-state', 'ok');
  }),
  chat('task-paused', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([calculate('129.90 * 0.9')], { text: 'First the price without the lid.' }),
      toolCallsReply([{ name: 'open_url', arguments: { url: 'https://shop.example/return' } }], {
        text: 'Now the form.',
      }),
    ]);
    await panel.send('Work out what I get back, and until when');
    await expect(panel.button('Allow once')).toBeVisible();
    await panel.button('Pause').first().click();
    await expect(panel.button('Resume').first()).toBeVisible();
  }),
  chat('task-done', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([calculate('129.90 * 0.9')], { text: 'First the price without the lid.' }),
      toolCallsReply([{ name: 'get_local_time', arguments: {} }], { text: 'Now the date.' }),
      toolCallsReply([
        {
          name: 'task_summary',
          arguments: {
            title: 'Your return is ready to send',
            actions: [
              { text: 'Worked out the refund: 116.91 €', outcome: 'done' },
              { text: 'Checked the date: nine days are left', outcome: 'done' },
              { text: 'Asked the shop for a label', outcome: 'failed' },
            ],
            note: 'Print the label yourself, the shop did not answer.',
          },
        },
      ]),
    ]);
    await panel.send('Work out what I get back, and until when');
    await expect(panel.log).toContainText('Your return is ready to send');
    await expect(panel.button('Regenerate')).toBeVisible();
  }),
  chat('many-steps', async ({ panel, provider }) => {
    const step = (n: number) => calculate(`${n} * ${n}`);
    provider.script([
      toolCallsReply(Array.from({ length: 120 }, (_, index) => step(index + 1))),
      textReply('All 120 squares add up to 583,220.'),
    ]);
    await panel.send('Add up the squares up to 120');
    await expect(panel.log).toContainText('583,220');
  }),
  chat('error', async ({ panel, provider }) => {
    provider.script(errorReply(401, { body: errorBody('This key is not valid.') }));
    await panel.send('Hello?');
    await expect(panel.button('Retry')).toBeVisible();
  }),
  {
    name: 'offline',
    async play({ extension }) {
      const worker = await extension.worker();
      await worker.evaluate(() =>
        chrome.storage.local.set({
          connection: { baseUrl: 'https://api.models.example/v1', model: 'large-2' },
        }),
      );
      const panel = await openPanel(extension);
      await extension.context.setOffline(true);
      return panel.page;
    },
  },
  chat('reconnecting', async ({ panel, provider, extension }) => {
    provider.script(textReply('Seven hills, at least by the old count.'));
    await panel.send('How many hills has Rome?');
    await expect(panel.log).toContainText('Seven hills');
    await panel.page.evaluate(() => {
      Reflect.set(chrome.runtime, 'connect', () => {
        throw new Error('No worker.');
      });
    });
    await extension.killWorker();
    await expect(panel.page.getByText('Reconnecting…')).toBeVisible();
  }),
  chat('temporary', async ({ panel, provider }) => {
    await panel.button('Temporary chat').click();
    provider.script(textReply('Nobody will know.'));
    await panel.send('Help me plan a surprise party');
    await expect(panel.log).toContainText('Nobody');
  }),
  chat('long-words', async ({ panel, provider }) => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    provider.script([
      toolCallsReply([calculate('1'.repeat(200)), { name: word, arguments: { [word]: word } }]),
      textReply(`It is a ${word.repeat(4)}.`),
    ]);
    await panel.send(word.repeat(3));
    await expect(panel.log).toContainText('It is a');
  }),
  chat('rtl', async ({ panel, provider }) => {
    await panel.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    provider.script(
      toolCallsReply(
        [
          calculate('129.90 * 0.9'),
          { name: 'open_url', arguments: { url: 'https://shop.example/return' } },
        ],
        { text: 'وجدت الطلب. سأفتح نموذج الإرجاع، وأنت تؤكد قبل إرسال أي شيء.' },
      ),
    );
    await panel.send('ابدأ إرجاع الغلاية التي اشتريتها الأسبوع الماضي');
    await expect(panel.button('Allow once')).toBeVisible();
  }),
];

async function askForPermission({ panel, provider }: ChatStage): Promise<void> {
  provider.script(
    toolCallsReply(
      [
        calculate('129.90 * 0.9'),
        { name: 'open_url', arguments: { url: 'https://shop.example/orders/48-2291/return' } },
      ],
      {
        text: 'I found the order. I’ll open its return form; you confirm before anything is sent.',
      },
    ),
  );
  await panel.send('Start a return for the kettle I bought last week');
  await expect(panel.button('Allow once')).toBeVisible();
}
