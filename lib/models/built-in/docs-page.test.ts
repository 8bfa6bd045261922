import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtInChat } from '../../../tests/support/built-in-chat';
import { ABILITIES } from './phrases';

const page = readFileSync('docs/built-in-assistant.md', 'utf8');
const line = /^- `([^`]+)` → (.+)$/;
const examples = page.split('\n').flatMap((text) => {
  const [, request, outcome] = line.exec(text) ?? [];
  if (request === undefined || outcome === undefined) return [];
  return [[request, Array.from(outcome.matchAll(/`([^`]+)`/g), ([, name]) => name ?? '')] as const];
});

const tabs = [
  { title: 'Cat pictures', active: true },
  { title: 'News', url: 'https://news.example/' },
  { title: 'More news', url: 'https://news.example/' },
];

/** Goes through a whole request as somebody who allows and answers everything. */
async function toolsUsedFor(request: string) {
  const chat = builtInChat({ tabs });
  await chat.memories.put({ key: 'favourite_animal', content: 'The user says: it is the cat' });
  await chat.memories.put({ key: 'sister', content: 'My sister is called Ann' });
  let answer = await chat.ask(request);
  for (let round = 0; round < 5; round += 1) {
    const [waiting] = chat.waiting();
    if (!waiting || request === 'help me choose' || request.includes('this page')) break;
    if (waiting.call.name === 'user_choice') answer = await chat.answer('tea');
    else if (waiting.call.name === 'ask_user')
      answer = await chat.answer('{"answer":"example.com"}');
    else if (waiting.call.name === 'group_tabs') answer = await chat.supply({ tabIds: [1] });
    else answer = await chat.allow();
  }
  return { names: chat.toolNames(), answer, uses: chat.uses() };
}

describe('the page about the built-in assistant', () => {
  it('has examples for every kind of request', () => {
    expect(examples.length).toBeGreaterThan(60);
    expect(page.match(/^- `/gm)).toHaveLength(examples.length);
  });

  it.each(examples)('has an example that is understood: %s', async (request, tools) => {
    const { names, answer, uses } = await toolsUsedFor(request);
    expect(names).toEqual(tools);
    expect(uses.filter(({ state }) => state === 'error')).toEqual([]);
    expect(answer).not.toMatch(/did not understand/);
  });

  it('has nothing that the assistant claims and does not understand', async () => {
    const claims = Array.from(ABILITIES.matchAll(/“([^”…]+)”/g), ([, claim]) => claim ?? '');
    expect(claims.length).toBeGreaterThan(10);
    for (const claim of claims) {
      expect((await toolsUsedFor(claim)).answer, claim).not.toMatch(/did not understand/);
    }
  });
});
