import { describe, expect, it } from 'vitest';
import { collect } from '../../tests/support/collect';
import { readServerSentEvents } from './read-server-sent-events';

async function* piecesOf(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function read(...pieces: string[]) {
  return collect(readServerSentEvents(piecesOf(...pieces)));
}

const a = { name: '', data: 'a', complete: true };
const b = { name: '', data: 'b', complete: true };

describe('an event stream', () => {
  it.each([
    ['line feeds', 'data: a\n\ndata: b\n\n'],
    ['carriage returns and line feeds', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['carriage returns', 'data: a\r\rdata: b\r\r\n'],
    ['comments and other fields', ': ping\nid: 1\ndata: a\nretry: 5\n\n: ping\n\ndata:b\n\n'],
  ])('is read with %s, wherever it is cut', async (_name, text) => {
    expect(await read(text)).toEqual([a, b]);
    expect(await read(...Array.from(text))).toEqual([a, b]);
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(await read(text.slice(0, cut), text.slice(cut))).toEqual([a, b]);
    }
  });

  it('joins data lines and keeps the name of an event', async () => {
    expect(await read('event: error\ndata: {\ndata: }\n\n')).toEqual([
      { name: 'error', data: '{\n}', complete: true },
    ]);
  });

  it('gives what stands at the end without an empty line, marked as maybe half', async () => {
    expect(await read('data: a\n\ndata: b')).toEqual([a, { ...b, complete: false }]);
    expect(await read('data: a\n\ndata: b\n')).toEqual([a, { ...b, complete: false }]);
  });

  it('gives an event as soon as it is whole', async () => {
    async function* endless() {
      yield 'data: a\n\nda';
      throw new Error('was asked for more');
    }
    const events = readServerSentEvents(endless());
    expect((await events.next()).value).toEqual(a);
  });

  it('is given up when an event grows without end', async () => {
    let taken = 0;
    async function* endless() {
      for (;;) {
        taken += 1;
        yield `data: ${'x'.repeat(500_000)}\n`;
      }
    }
    await expect(readServerSentEvents(endless()).next()).rejects.toMatchObject({
      code: 'model-protocol',
    });
    expect(taken).toBeLessThan(20);
  });
});
