import { askUser, call, chat, chatIn, forget, listTabs, remember, says, tab } from '../calls';
import type { Task } from '../case';

const remembersName = says('I am Ada, remember that', [[remember('name', 'Ada')]]);

export const chatting: readonly Task[] = [
  { name: 'small talk', chats: [chat(says('Hello'), says('How are you?'))] },
  {
    name: 'calculate',
    chats: [chat(says('What is 6 times 7?', [[call('calculate', { expression: '6 * 7' })]]))],
  },
  {
    name: 'the time, and a unit',
    chats: [
      chat(
        says('What time is it, and how long is a mile?', [
          [call('get_local_time', {}), call('convert_units', { value: 1, from: 'mi', to: 'km' })],
        ]),
      ),
    ],
  },
  {
    name: 'a to-do list and a summary',
    chats: [
      chat(
        says('Plan my day', [
          [call('todo_write', { items: [{ text: 'Buy tea', status: 'pending' }] })],
        ]),
      ),
    ],
  },
  { name: 'remember a fact', chats: [chat(remembersName)], remembered: { name: 'Ada' } },
  {
    name: 'two facts, allowed for this chat',
    chats: [
      chat(
        { ...remembersName, answers: ['chat'] },
        says('And I like tea', [[remember('drink', 'tea')]]),
      ),
    ],
    remembered: { name: 'Ada', drink: 'tea' },
  },
  {
    name: 'a fact that is always allowed, another in a new chat',
    chats: [
      chat({ ...remembersName, answers: ['always'] }),
      chat(says('And I like tea', [[remember('drink', 'tea')]])),
    ],
    remembered: { name: 'Ada', drink: 'tea' },
  },
  {
    name: 'remember and forget',
    chats: [chat(remembersName), chat(says('Forget my name', [[forget('name')]]))],
    remembered: {},
  },
  {
    name: 'remember what is open, with memories allowed for this chat',
    tabs: [tab('{news}/today', 'News of today')],
    chats: [
      chat(
        { ...remembersName, answers: ['chat'] },
        says('Remember the news tab', [[listTabs()], [remember('tab', 'News of today')]]),
      ),
    ],
    remembered: { name: 'Ada', tab: 'News of today' },
  },
  {
    name: 'a form',
    chats: [
      chat({
        ...says('Book a table', [[askUser('Where and for whom?', 'City', 'Name')]]),
        fills: { City: 'Bonn', Name: 'Ada' },
      }),
    ],
  },
  {
    name: 'a choice',
    chats: [
      chat({
        ...says('Recommend a drink', [
          [call('user_choice', { question: 'Which one?', choices: ['Tea', 'Coffee'] })],
        ]),
        fills: { choice: 'Coffee' },
      }),
    ],
  },
  {
    name: 'a question in a chat that is read only',
    chats: [
      chatIn('read-only', says('What is 2 + 2?', [[call('calculate', { expression: '2 + 2' })]])),
    ],
  },
];
