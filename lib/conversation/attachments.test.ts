import { describe, expect, it } from 'vitest';
import type { PageToolOffer } from '../messaging/content-protocol';
import { linkedPorts } from '../messaging/linked-ports';
import { PageDocuments } from '../tools/page/page-documents';
import { Attachments, type StoredAttachment, type TabLook } from './attachments';

const offer: PageToolOffer = {
  name: 'read_page',
  title: 'Read the page',
  description: 'Reads the page.',
  parameters: { type: 'object', properties: {} },
  effect: 'read',
  capability: 'read-page',
  frames: 'all',
  toolText: 'Read the page',
  icon: 'globe',
};
const here: TabLook = { title: 'Tea', url: 'https://a.example/tea', loading: false, asleep: false };

function begin(looks: Record<number, TabLook | undefined> = { 7: here }, blocked: string[] = []) {
  const documents = new PageDocuments();
  const stored = new Map<string, readonly StoredAttachment[]>();
  const changed: string[] = [];
  const entered: number[] = [];
  const attachments = new Attachments({
    documents,
    tabs: {
      look: (tabId) => Promise.resolve(looks[tabId]),
      enter: (tabId) => {
        entered.push(tabId);
        const [page, worker] = linkedPorts();
        const origin = new URL(looks[tabId]?.url ?? 'https://none.example').origin;
        documents.connect(worker, { tabId, frameId: 0, origin });
        page.post({ type: 'tools-offered', tools: [offer], frames: [] });
        return Promise.resolve();
      },
    },
    store: {
      read: (id) => Promise.resolve(stored.get(id) ?? []),
      write: (id, list) => {
        stored.set(id, list);
        return Promise.resolve();
      },
      chatsOf: (tabId) =>
        Promise.resolve(
          [...stored]
            .filter(([, list]) => list.some((tab) => tab.tabId === tabId))
            .map(([id]) => id),
        ),
    },
    blockedSites: () => Promise.resolve(blocked),
    onChanged: (id) => changed.push(id),
  });
  const names = async (id = 'c1') => (await attachments.tools(id)).map(({ name }) => name);
  return { attachments, documents, looks, changed, entered, blocked, names };
}

describe('a tab', () => {
  it('supplies its tools to the chat that it is attached to, and to no other', async () => {
    const { attachments, names, changed } = begin();
    expect(await attachments.attach('c1', 7)).toMatchObject([
      { tabId: 7, title: 'Tea', origin: 'https://a.example', state: 'ready' },
    ]);
    expect(changed).toContain('c1');
    expect(await names()).toEqual(['read_page']);
    expect(await names('c2')).toEqual([]);
    const [tool] = await attachments.tools('c1');
    expect([tool?.id, tool?.target({}), tool?.reads({})]).toEqual([
      'page::read_page',
      { origin: 'https://a.example' },
      ['https://a.example'],
    ]);
  });

  it('is left alone once it is detached everywhere', async () => {
    const { attachments, names, documents } = begin();
    await attachments.attach('c1', 7);
    await attachments.attach('c2', 7);
    await names();
    await attachments.detach('c1', 7);
    expect([await names(), documents.of(7).length]).toEqual([[], 1]);
    await attachments.detach('c2', 7);
    expect(documents.of(7)).toEqual([]);
  });

  it('is entered again when nobody listens in it', async () => {
    const { attachments, names, documents, entered } = begin();
    await attachments.attach('c1', 7);
    await names();
    documents.disconnect(7);
    expect(await names()).toEqual(['read_page']);
    expect(entered).toEqual([7, 7]);
  });

  it.each([
    ['closed', undefined, /was closed/],
    ['asleep', { ...here, asleep: true }, /sleep/],
    ['left', { ...here, url: 'https://b.example/' }, /went to b\.example/],
    ['left', { ...here, url: undefined }, /another site/],
    ['unreadable', { ...here, url: 'chrome://settings' }, /own pages/],
  ] as const)('that is %s says so, and its tools are gone', async (state, look, note) => {
    const { attachments, looks, names } = begin();
    await attachments.attach('c1', 7);
    looks[7] = look;
    expect(await names()).toEqual([]);
    const [shown] = await attachments.list('c1');
    expect([shown?.state, shown?.note]).toEqual([state, expect.stringMatching(note)]);
  });

  it.each([
    ['tab-closed', undefined],
    ['tab-asleep', { ...here, asleep: true }],
    ['page-no-access', { ...here, url: undefined }],
    ['page-unreadable', { ...here, url: 'chrome://settings' }],
  ] as const)('is not attached: %s', async (code, look) => {
    const { attachments } = begin({ 7: look });
    await expect(attachments.attach('c1', 7)).rejects.toMatchObject({ code });
    expect(await attachments.list('c1')).toEqual([]);
  });

  it('on a blocked site is neither attached nor read', async () => {
    const { attachments, blocked, names } = begin();
    await attachments.attach('c1', 7);
    blocked.push('a.example');
    expect(await names()).toEqual([]);
    await expect(attachments.attach('c2', 7)).rejects.toMatchObject({ code: 'site-blocked' });
  });

  it('is told to the model by its number and host, and in no word of the page', async () => {
    const { attachments } = begin();
    expect(await attachments.describe('c1')).toBe('');
    await attachments.attach('c1', 7);
    const told = await attachments.describe('c1');
    expect(told).toContain('- tab 7: a.example');
    expect(told).not.toContain('Tea');
  });

  it('one of ten is the last that a chat can have', async () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [index, here]));
    const { attachments } = begin(many);
    for (let tabId = 0; tabId < 10; tabId += 1) await attachments.attach('c1', tabId);
    await expect(attachments.attach('c1', 10)).rejects.toMatchObject({ code: 'too-many-tabs' });
    expect(await attachments.attach('c1', 0)).toHaveLength(10);
  });
});
