import { describe, expect, it } from 'vitest';
import type { PageCommand, PageToolOffer } from '../../messaging/content-protocol';
import { linkedPorts } from '../../messaging/linked-ports';
import type { Port } from '../../messaging/port';
import { PageDocuments } from './page-documents';

const offer: PageToolOffer = {
  name: 'read_page',
  title: 'Read the page',
  description: 'Reads.',
  parameters: { type: 'object', properties: {} },
  effect: 'read',
  capability: 'read-page',
  frames: 'all',
  toolText: 'Read the page',
  icon: 'globe',
};
const offered = { type: 'tools-offered', tools: [offer], frames: [] };
const delivered = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Beginning {
  frameId?: number;
  first?: unknown;
}

async function begin({ frameId = 0, first = offered }: Beginning = {}) {
  const documents = new PageDocuments();
  const enter = (id = frameId) => {
    const [page, worker] = linkedPorts();
    documents.connect(worker, { tabId: 7, frameId: id, origin: 'https://a.example' });
    const commands: unknown[] = [];
    page.onMessage((message) => commands.push(message));
    return { page, commands };
  };
  const { page, commands } = enter();
  page.post(first);
  await delivered();
  return { documents, page, commands, enter };
}

const call = (documents: PageDocuments, signal = new AbortController().signal) =>
  documents.top(7)?.call({ name: 'read_page', input: {}, frame: '', room: 100, signal });
const settle = (page: Port, callId: string, text = 'words') => {
  page.post({ type: 'tool-settled', callId, isError: false, blocks: [{ type: 'text', text }] });
};

describe('a document', () => {
  it('is called and answers', async () => {
    const { documents, page, commands } = await begin();
    const answer = call(documents);
    await delivered();
    expect(commands).toMatchObject([{ type: 'tool-called', callId: '1', name: 'read_page' }]);
    settle(page, '1');
    expect(await answer).toMatchObject({ isError: false, blocks: [{ text: 'words' }] });
  });

  it('counts with its first answer only, and an answer to nothing changes nothing', async () => {
    const { documents, page } = await begin();
    const answer = call(documents);
    settle(page, '99', 'forged');
    settle(page, '1', 'first');
    settle(page, '1', 'second');
    expect(await answer).toMatchObject({ blocks: [{ text: 'first' }] });
  });

  it('that goes away answers what it was asked, and is no longer there', async () => {
    const { documents, page } = await begin();
    const answer = call(documents);
    page.disconnect();
    await expect(answer).rejects.toMatchObject({ code: 'page-left' });
    expect(documents.of(7)).toEqual([]);
  });

  it('is told when a call is aborted, and its late answer changes nothing', async () => {
    const { documents, page, commands } = await begin();
    const controller = new AbortController();
    const answer = call(documents, controller.signal);
    controller.abort(new Error('Stopped.'));
    await expect(answer).rejects.toThrow('Stopped.');
    await delivered();
    const sent: PageCommand = { type: 'tool-aborted', callId: '1' };
    expect(commands.at(-1)).toEqual(sent);
    settle(page, '1');
    await delivered();
  });

  it('takes the place of the one that was in its frame before', async () => {
    const { documents, enter } = await begin();
    const waiting = call(documents);
    const next = enter();
    next.page.post(offered);
    await expect(waiting).rejects.toMatchObject({ code: 'page-left' });
    expect(documents.of(7)).toHaveLength(1);
  });

  it('comes before the frames in it', async () => {
    const { documents, enter } = await begin({ frameId: 12 });
    expect(documents.top(7)).toBeUndefined();
    enter(0).page.post(offered);
    await delivered();
    expect(documents.of(7).map(({ sender }) => sender.frameId)).toEqual([0, 12]);
  });

  it.each([
    ['nothing', null],
    ['a panel command', { requestId: '1', command: { type: 'data-delete' } }],
    ['a tool that sends out', { ...offered, tools: [{ ...offer, capability: 'send-out' }] }],
    [
      'a tool with a name of ours in disguise',
      { ...offered, tools: [{ ...offer, name: 'Read Page' }] },
    ],
    ['a thousand tools', { ...offered, tools: Array.from({ length: 1_000 }, () => offer) }],
  ])('is not heard when it says %s', async (_name, message) => {
    const { documents } = await begin({ first: message });
    expect(documents.of(7)).toEqual([]);
  });

  it('is waited for, and no longer than the waiting may take', async () => {
    const { documents, enter } = await begin({ frameId: 3 });
    const waited = documents.whenOffered(7, new AbortController().signal);
    enter(0).page.post(offered);
    expect((await waited)?.sender.frameId).toBe(0);
    expect(await documents.whenOffered(8, AbortSignal.abort())).toBeUndefined();
  });
});
