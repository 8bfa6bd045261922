import { describe, expect, it } from 'vitest';
import { fakeMemories } from '../../tests/support/fake-memories';
import { ManualClock } from '../../tests/support/manual-clock';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { MemorySettings } from '../../tests/support/memory-settings';
import { numbered, sampleRecords } from '../../tests/support/sample-records';
import { textBlock } from '../messaging/content';
import type { ExportCursor } from '../messaging/kept-data';
import type { RunRecordDraft } from '../messaging/run-record';
import { DataDesk } from './data-desk';

const said = (turnId: string, text: string): RunRecordDraft => ({
  type: 'user-turn-added',
  turnId,
  parentId: null,
  blocks: [textBlock(text)],
});

async function createDesk(pieceLength?: number) {
  const log = new MemoryRunLog();
  await log.append(
    'b',
    numbered([said('u1', 'Two'), said('u2', '“Quoted”\n\u2028'), said('u3', 'x')]),
  );
  await log.append('a', sampleRecords);
  await log.append('c', numbered([said('u1', 'Last')]));
  const memories = fakeMemories();
  await memories.put({ key: 'name', content: 'Ada' });
  await memories.put({ key: 'city', content: 'Paris' });
  const settings = new MemorySettings();
  const grant = { id: 'g', scope: 'always', toolId: 't', toolHash: 'h', givenAt: 1 } as const;
  const desk = new DataDesk({
    log,
    memories,
    settings,
    grants: { list: () => Promise.resolve([grant]) },
    clock: new ManualClock(),
    index: {
      list: () =>
        Promise.resolve(
          Array.from(log.records.keys(), (id) => ({
            id,
            title: `Chat “${id}”`,
            createdAt: 1,
            updatedAt: 2,
          })),
        ),
    },
    ...(pieceLength === undefined ? {} : { pieceLength }),
  });
  return { desk, log, memories, settings, grant };
}

async function exported(desk: DataDesk, between: (piece: number) => unknown = () => undefined) {
  const pieces: string[] = [];
  let cursor: ExportCursor | undefined;
  for (;;) {
    const { json, next } = await desk.exportPiece(cursor);
    pieces.push(json);
    if (!next) {
      const file: unknown = JSON.parse(pieces.join(''));
      return { pieces, file };
    }
    await between(pieces.length);
    cursor = next;
  }
}

describe('the data that a person takes along', () => {
  it('is every chat as its records tell it, every memory and every permission', async () => {
    const { desk, log, memories, grant } = await createDesk();
    const { file, pieces } = await exported(desk);
    expect(pieces).toHaveLength(1);
    expect(file).toEqual({
      format: 'tandem-data',
      version: 1,
      exportedAt: '1970-01-01T00:16:40.000Z',
      memories: await memories.list(),
      permissions: [grant],
      chats: ['a', 'b', 'c'].map((id) => ({
        id,
        title: `Chat “${id}”`,
        createdAt: 1,
        updatedAt: 2,
        records: log.records.get(id),
      })),
    });
  });

  it('is the same in however many pieces it comes', async () => {
    const whole = await exported((await createDesk()).desk);
    for (const length of [0, 1, 200, 1_000, 3_000]) {
      const { file, pieces } = await exported((await createDesk(length)).desk);
      expect(file).toEqual(whole.file);
      expect(pieces.length).toBeGreaterThan(1);
    }
  });

  it('is a whole file although chats come and go meanwhile', async () => {
    const { desk, log } = await createDesk(0);
    const { file } = await exported(desk, async (piece) => {
      if (piece === 2) {
        log.records.delete('a');
        log.records.delete('c');
        await log.append('b2', numbered([said('u1', 'New')]));
        await log.append('0', numbered([said('u1', 'Before')]));
      }
    });
    expect(file).toMatchObject({ chats: [{ id: 'a' }, { id: 'b' }, { id: 'b2' }] });
  });

  it('is a whole file when there is nothing', async () => {
    const { desk, log } = await createDesk();
    log.records.clear();
    expect((await exported(desk)).file).toMatchObject({ chats: [] });
  });

  it('never holds the key, not even one that was pasted into a chat', async () => {
    const { desk, log, settings } = await createDesk();
    const apiKey = 'sk-"top"-secret-123';
    settings.settings = {
      ...settings.settings,
      connection: {
        baseUrl: 'https://a.example',
        model: 'm',
        apiKey,
        contextTokens: 8_000,
        supportsTools: true,
        supportsImages: false,
      },
    };
    await log.append('d', numbered([said('u1', `My key is ${apiKey}, keep it`)]));
    const { pieces, file } = await exported(desk);
    expect(pieces.join('')).not.toContain('secret-123');
    expect(JSON.stringify(file)).toContain('My key is [key left out], keep it');
  });
});

describe('what is kept', () => {
  it('is told with the newest memory first, and a memory can be deleted', async () => {
    const { desk } = await createDesk();
    expect(await desk.summary()).toEqual({
      chats: 3,
      memories: [
        { key: 'city', content: 'Paris', updatedAt: 2 },
        { key: 'name', content: 'Ada', updatedAt: 1 },
      ],
    });
    await desk.deleteMemory('city');
    await desk.deleteMemory('never there');
    expect((await desk.summary()).memories.map(({ key }) => key)).toEqual(['name']);
  });
});
