// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { FlowMatch, InteractionRequest } from '../../lib/messaging/permission';
import { ArmedAtOnce } from '../testing/attention';
import { done } from '../testing/tool-use';
import { PermissionCard } from './PermissionCard';

afterEach(cleanup);

function show(request: Partial<InteractionRequest>, input: unknown = {}) {
  render(
    <PermissionCard
      label="Fill in 3 fields"
      argumentsJson={JSON.stringify(input)}
      request={{
        kind: 'permission',
        card: 'permission',
        reason: '',
        browserPermissions: [],
        ...request,
      }}
      disabled={false}
      onAnswer={() => Promise.resolve(done)}
      requestBrowserPermissions={() => Promise.resolve(true)}
    />,
    { wrapper: ArmedAtOnce },
  );
  return userEvent.setup();
}

const match = (path: FlowMatch['path'], start: number, end: number): FlowMatch => ({
  path,
  start,
  end,
  origin: 'https://mail.example',
  how: 'exact',
  source: '',
});
const leaves = (...matches: FlowMatch[]) => ({
  origins: ['https://mail.example'],
  matches,
  cut: false,
});
const target = { origin: 'https://shop.example' };
const bold = () => [...document.querySelectorAll('strong')].map((place) => place.textContent);
const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
const value = (name: string) =>
  screen.getAllByRole('term').find((term) => term.textContent === name)?.nextElementSibling
    ?.textContent;

describe('where an approval leads', () => {
  it('is in its question, in bold', () => {
    show({ target });
    expect(screen.getByRole('heading').textContent).toBe(
      'Allow “Fill in 3 fields” on shop.example?',
    );
    expect(bold()).toEqual(['shop.example']);
  });

  it('is told with the page around it, and as a way out where something is sent', () => {
    show({ target: { ...target, frameOf: 'https://news.example' }, capability: 'send-out' });
    expect(screen.getByRole('heading').textContent).toBe(
      'Allow “Fill in 3 fields” to shop.example inside news.example?',
    );
  });

  it('is in bold in an address among the arguments', () => {
    show({}, { url: 'https://shop.example/cart', pages: ['https://news.example/'] });
    expect(bold()).toEqual(['shop.example', 'news.example']);
  });

  it('is told beside an address that hides it', () => {
    show({}, { url: 'https://аррӏе.example/' });
    expect(value('URL')).toBe('https://аррӏе.example/leads to xn--80ak6aa92e.example');
  });
});

describe('data of others in an approval', () => {
  it('is told with where it is from and where it would go', () => {
    show({
      target,
      leaves: { ...leaves(), origins: ['https://mail.example', 'browser', 'file:a'] },
    });
    expect(
      screen.getByText(
        (_text, element) =>
          element?.tagName === 'P' &&
          element.textContent ===
            'Asked because data from mail.example, your open tabs and a may go to shop.example.',
      ),
    ).toBeTruthy();
    expect(bold()).toEqual(['shop.example', 'mail.example', 'your open tabs', 'a', 'shop.example']);
  });

  it('is told to be from one place only once, where its pieces stand close together', () => {
    const input = {
      url: 'https://shop.example/?a=KETTLE&b=4711',
      word: 'KETTLE and so much more 4711',
    };
    show(
      {
        leaves: leaves(
          match(['url'], 24, 30),
          match(['url'], 33, 35),
          match(['url'], 35, 37),
          match(['word'], 0, 6),
          match(['word'], 24, 28),
        ),
      },
      input,
    );
    expect(marks()).toEqual(['KETTLE', '4711', 'KETTLE', '4711']);
    expect(value('URL')).toBe('https://shop.example/?a=KETTLE&b=4711 from mail.example');
    expect(value('Word')).toBe('KETTLE from mail.example  and so much more 4711 from mail.example');
  });

  it('is marked in the value it stands in', () => {
    const input = { email: 'ada@mail.example', words: ['so', 'my code is 4711'], code: 4711 };
    show(
      {
        leaves: leaves(match(['email'], 0, 16), match(['words', 1], 11, 15), match(['code'], 0, 4)),
      },
      input,
    );
    expect(marks()).toEqual(['ada@mail.example', '4711', '4711']);
    expect(value('Email')).toBe('ada@mail.example from mail.example');
    expect(value('Words')).toBe('somy code is 4711 from mail.example');
  });

  it('is shown although it stands far back in a long value or a long list', () => {
    const long = `${'x'.repeat(500)}4711`;
    const list = Array.from({ length: 20 }, (_, index) => ({ id: index, title: `Tab ${index}` }));
    show(
      { leaves: leaves(match(['text'], 500, 504), match(['tabs', 19, 'title'], 4, 6)) },
      { text: long, tabs: list },
    );
    expect(marks()).toEqual(['4711', '19']);
    expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy();
  });

  it('is told below where the arguments go too deep to point at it', () => {
    const path = ['a', 'b', 'c', 'd', 'e'];
    show({ leaves: leaves(match(path, 4, 8)) }, { a: { b: { c: { d: { e: 'pin 4711' } } } } });
    expect(marks()).toEqual(['4711']);
    expect(screen.getByText(/^Holds/).textContent).toBe('Holds 4711 from mail.example');
  });

  it('is told below arguments that cannot be read at all', () => {
    const depth = 200;
    let nested: unknown = 'pin 4711';
    for (let level = 0; level < depth; level += 1) nested = [nested];
    const path = ['a', ...Array.from({ length: depth }, () => 0)];
    show({ leaves: leaves(match(path, 4, 8)) }, { a: nested });
    expect(marks()).toEqual(['4711']);
  });

  it('is told below where it is in what an argument is called', () => {
    const deep = { a: { b: { c: { pin4711: 'x' } } } };
    const names = [match(['pin4711'], 3, 7), match(['a', 'b', 'c', 'pin4711'], 3, 7)];
    show(
      { leaves: leaves(...names.map((each) => ({ ...each, inKey: true as const }))) },
      { pin4711: 'abcdefgh', ...deep },
    );
    expect(marks()).toEqual(['4711', '4711']);
    expect(screen.getAllByText(/^A name in it holds/)).toHaveLength(2);
    expect(value('Pin4711')).toBe('abcdefgh');
  });

  it('says that there may be more than is marked', () => {
    show({ target, leaves: { ...leaves(), cut: true } });
    expect(screen.getByText(/There may be more\.$/)).toBeTruthy();
  });

  it('says when it would be kept in memory', () => {
    show({ capability: 'remember', leaves: leaves() });
    expect(screen.getByText(/may be kept in memory/)).toBeTruthy();
  });
});

describe('what an approval would change', () => {
  const changes = [
    { name: 'Street', before: 'Old Road 1', after: 'New Road 2' },
    { name: 'Note', after: 'Ring twice' },
    { name: 'Phone', before: '4711', after: '' },
  ];

  it('is told field by field, with what was and what becomes of it', () => {
    show({ changes });
    const gone = screen.getAllByRole('deletion').map((each) => each.textContent);
    expect(gone).toEqual(['Old Road 1', '4711']);
    expect(['Street', 'Note', 'Phone'].map(value)).toEqual([
      'was Old Road 1,  → becomes New Road 2',
      'becomes Ring twice',
      'was 4711,  → becomes empty',
    ]);
  });

  it('can be read as a whole when it is long', async () => {
    const user = show({ changes: [{ name: 'Text', before: 'a', after: 'b'.repeat(900) }] });
    await user.click(screen.getByRole('button', { name: 'Show all 900 characters' }));
    expect(value('Text')).toContain('b'.repeat(900));
  });

  it('comes with how to take it back', () => {
    show({ undo: 'You can undo this in the shop.' });
    expect(screen.getByText('You can undo this in the shop.')).toBeTruthy();
  });
});

describe('a tool that is not what it was, or not ours', () => {
  it('says that it changed, and what did on request', async () => {
    const user = show({
      toolChanges: [{ name: 'Description', before: 'Reads.', after: 'Reads and sends.' }],
    });
    expect(screen.getByText('This tool changed since you allowed it.')).toBeTruthy();
    expect(screen.queryByText('Reads and sends.')).toBeNull();
    await user.click(screen.getByText('What changed'));
    expect(screen.getByText('Reads and sends.')).toBeTruthy();
  });

  it('says whose words these are', () => {
    show({ foreignOrigin: 'https://tools.example' });
    const words = screen.getByText(/^These words are from/);
    expect(words.textContent).toBe('These words are from tools.example, not from Tandem.');
    expect(within(words).getByText('tools.example').tagName).toBe('STRONG');
  });

  it('says what "for this chat" means where it means little', () => {
    show({ chatExactly: true });
    expect(screen.getByText('For this chat means exactly this, and nothing else.')).toBeTruthy();
  });
});
