import { call, chat, chatIn, closeTabs, listTabs, openUrl, plan, says, tab } from '../calls';
import type { Task } from '../case';

const reading = [
  tab('{news}/today', 'News of today'),
  tab('{shop}/kettle', 'Kettles'),
  tab('{shop}/teapot', 'Teapots'),
];
const opensNews = says('Open the news', [[openUrl('{news}/')]]);
const opensWeather = says('And the weather there', [[openUrl('{news}/weather')]]);

export const browsing: readonly Task[] = [
  {
    // The first of all: the browser itself is asked here, and never again.
    name: 'which tabs are open, for the first time',
    tabs: reading,
    chats: [chat(says('Which tabs are open?', [[listTabs()]]))],
  },
  { name: 'open a page', chats: [chat(opensNews)], opened: ['{news}/'] },
  {
    name: 'open a page and refuse',
    chats: [chat(says('Open the news', [[openUrl('{news}/')]], 'deny'))],
    opened: [],
  },
  {
    name: 'the same site twice, allowed for this chat',
    chats: [chat({ ...opensNews, answers: ['chat'] }, opensWeather)],
    opened: ['{news}/', '{news}/weather'],
  },
  {
    name: 'three pages of one site at once, allowed for this chat before',
    chats: [
      chat(
        { ...opensNews, answers: ['chat'] },
        says('Now the three parts', [
          [openUrl('{news}/1'), openUrl('{news}/2'), openUrl('{news}/3')],
        ]),
      ),
    ],
    opened: ['{news}/', '{news}/1', '{news}/2', '{news}/3'],
  },
  {
    name: 'a site that is always allowed, again in a new chat',
    chats: [chat({ ...opensNews, answers: ['always'] }), chat(opensWeather)],
    opened: ['{news}/', '{news}/weather'],
  },
  {
    name: 'a site that is always allowed, after the worker died',
    chats: [chat({ ...opensNews, answers: ['always'] }, { kind: 'worker dies' }, opensWeather)],
    opened: ['{news}/', '{news}/weather'],
  },
  {
    name: 'two sites, one after the other',
    chats: [chat(opensNews, says('Open the shop', [[openUrl('{shop}/')]]))],
    opened: ['{news}/', '{shop}/'],
  },
  {
    name: 'a plan of three steps, approved once',
    chats: [
      chatIn(
        'plan',
        says('Compare the prices', [
          [
            plan(
              'Compare the prices',
              { tool: 'open_url', what: 'Open the first shop', site: '{shop}' },
              { tool: 'open_url', what: 'Open the second shop', site: '{store}' },
              { tool: 'open_url', what: 'Open the third shop', site: '{market}' },
            ),
          ],
          [openUrl('{shop}/kettle')],
          [openUrl('{store}/kettle')],
          [openUrl('{market}/kettle')],
        ]),
      ),
    ],
    opened: ['{shop}/kettle', '{store}/kettle', '{market}/kettle'],
  },
  {
    name: 'a plan that opens one site three times',
    chats: [
      chatIn(
        'plan',
        says('Read the news', [
          [plan('Read', { tool: 'open_url', what: 'Open it', site: '{news}', times: 3 })],
          [openUrl('{news}/1'), openUrl('{news}/2'), openUrl('{news}/3')],
        ]),
      ),
    ],
    opened: ['{news}/1', '{news}/2', '{news}/3'],
  },
  {
    name: 'which tabs are open',
    tabs: reading,
    chats: [chat(says('Which tabs are open?', [[listTabs()]]))],
  },
  {
    name: 'list the tabs and close two',
    tabs: reading,
    chats: [chat(says('Close the shop', [[listTabs()], [closeTabs('Kettles', 'Teapots')]]))],
    closed: ['Kettles', 'Teapots'],
  },
  {
    name: 'put tabs into a group',
    tabs: reading,
    chats: [
      chat({
        ...says('Group the shop', [[listTabs()], [call('group_tabs', { title: 'Shopping' })]]),
        fills: { Kettles: '', Teapots: '' },
      }),
    ],
    grouped: ['Kettles', 'Teapots'],
  },
  {
    name: 'open what was found among the tabs, on a site allowed for this chat',
    tabs: reading,
    chats: [
      chat(
        { ...opensNews, answers: ['chat'] },
        says('Look at my tabs and open the weather', [[listTabs()], [openUrl('{news}/weather')]]),
      ),
    ],
    opened: ['{news}/', '{news}/weather'],
  },
];
