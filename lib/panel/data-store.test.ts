import { describe, expect, it } from 'vitest';
import { createDataStore } from './data-store';
import { createPortClient } from './port-client';
import { delivered, ScriptedWorker } from './testing/scripted-worker';

function open(worker: ScriptedWorker) {
  const client = createPortClient({ connect: worker.connect });
  return { data: createDataStore(client), client };
}

describe('the permissions on a settings page', () => {
  it('are read once more when they change while they are read, and not once for each change', async () => {
    const worker = new ScriptedWorker().on('grants-list', () => ({ grants: [] }));
    const { data, client } = open(worker);
    const first = data.readGrants();
    for (let changes = 0; changes < 20; changes += 1) worker.push({ type: 'grants-changed' });
    await first;
    await delivered();
    await delivered();
    expect(worker.commands('grants-list').length).toBeGreaterThanOrEqual(2);
    expect(worker.commands('grants-list').length).toBeLessThanOrEqual(3);
    client.close();
  });

  it('are read again from the next worker', async () => {
    const worker = new ScriptedWorker()
      .on('grants-list', () => ({ grants: [] }))
      .on('data-summary', () => ({ chats: 3, memories: [] }));
    const { data, client } = open(worker);
    await data.readGrants();
    worker.die();
    await delivered();
    await delivered();
    expect(data.store.getState()).toMatchObject({ grants: [], chats: 3, memories: [] });
    client.close();
  });

  it('that are no permissions are refused as a whole', async () => {
    const worker = new ScriptedWorker().on('grants-list', () => ({ grants: [{ id: 1 }] }));
    const { data, client } = open(worker);
    await data.readGrants();
    expect(data.store.getState()).toMatchObject({
      grants: null,
      grantsTrouble: { code: 'answer-malformed' },
    });
    client.close();
  });
});
