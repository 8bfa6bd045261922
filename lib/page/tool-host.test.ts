import { describe, expect, it } from 'vitest';
import type { PageMessage } from '../messaging/content-protocol';
import { linkedPorts } from '../messaging/linked-ports';
import type { PageTool } from './page-tool';
import { ToolHost } from './tool-host';

const delivered = () => new Promise<void>((resolve) => setImmediate(resolve));
const offer: PageTool['offer'] = {
  name: 'look',
  title: 'Look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {} },
  effect: 'read',
  capability: 'read-page',
  frames: 'top',
  toolText: 'Looked',
  icon: 'globe',
};

async function begin(run: PageTool['run']) {
  const host = new ToolHost([{ offer, run }], () => ['https://frame.example']);
  const connect = () => {
    const [page, worker] = linkedPorts();
    const heard: unknown[] = [];
    worker.onMessage((message) => heard.push(message));
    host.connect(page);
    return { worker, heard };
  };
  const line = connect();
  await delivered();
  const call = (name = 'look') =>
    line.worker.post({ type: 'tool-called', callId: 'k', name, input: {}, frame: '', room: 9 });
  return { host, connect, call, ...line };
}

describe('the host of a page’s tools', () => {
  it('offers them when it is connected, with the frames that it sees', async () => {
    const { heard } = await begin(() => 'seen');
    const offered: PageMessage = {
      type: 'tools-offered',
      tools: [offer],
      frames: ['https://frame.example'],
    };
    expect(heard).toEqual([offered]);
  });

  it('answers a call with what the tool says', async () => {
    const { call, heard } = await begin((_input, { room }) => `room for ${room}`);
    call();
    await delivered();
    expect(heard.at(-1)).toEqual({
      type: 'tool-settled',
      callId: 'k',
      isError: false,
      blocks: [{ type: 'text', text: 'room for 9' }],
    });
  });

  it.each([
    ['fails', 'look', 'It is dark.'],
    ['is not there', 'unknown', 'no tool “unknown”'],
  ])('answers with an error when the tool %s', async (_why, name, text) => {
    const { call, heard } = await begin(() => {
      throw new Error('It is dark.');
    });
    call(name);
    await delivered();
    expect(heard.at(-1)).toMatchObject({
      isError: true,
      blocks: [{ text: expect.stringContaining(text) }],
    });
  });

  it.each(['tool-aborted', 'gone'])('lets go of a call when it is %s', async (how) => {
    let aborted = false;
    const { call, worker } = await begin(
      (_input, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve('late');
          });
        }),
    );
    call();
    await delivered();
    if (how === 'gone') worker.disconnect();
    else worker.post({ type: 'tool-aborted', callId: 'k' });
    await delivered();
    expect(aborted).toBe(true);
  });

  it('knows that its line is gone, and offers them again over the next', async () => {
    const { host, worker, connect } = await begin(() => 'seen');
    worker.disconnect();
    expect(host.connected).toBe(false);
    const next = connect();
    await delivered();
    expect([host.connected, next.heard.length]).toEqual([true, 1]);
  });
});
