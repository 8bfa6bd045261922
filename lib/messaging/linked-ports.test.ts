import { describe, expect, it } from 'vitest';
import { linkedPorts } from './linked-ports';
import type { Port } from './port';

function heardBy(port: Port): unknown[] {
  const heard: unknown[] = [];
  port.onMessage((message) => heard.push(message));
  return heard;
}

const delivered = () => Promise.resolve();

describe('two linked ports', () => {
  it('carry messages both ways, later and in order', async () => {
    const [left, right] = linkedPorts();
    const atLeft = heardBy(left);
    const atRight = heardBy(right);
    for (const message of [1, 2, 3]) left.post(message);
    right.post('back');
    expect([atLeft, atRight]).toEqual([[], []]);
    await delivered();
    expect(atRight).toEqual([1, 2, 3]);
    expect(atLeft).toEqual(['back']);
  });

  it('carry a copy of what was there when it was sent', async () => {
    const [left, right] = linkedPorts();
    const heard = heardBy(right);
    const message = { list: [1] };
    left.post(message);
    message.list.push(2);
    await delivered();
    expect(heard).toEqual([{ list: [1] }]);
    expect(heard[0]).not.toBe(message);
  });

  it('refuse what a browser could not carry', () => {
    const [left] = linkedPorts();
    expect(() => {
      left.post({ act: () => undefined });
    }).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
  });

  it('tell every listener', async () => {
    const [left, right] = linkedPorts();
    const heard = [heardBy(right), heardBy(right)];
    left.post('hello');
    await delivered();
    expect(heard).toEqual([['hello'], ['hello']]);
  });

  it('are closed for both once one end is, and only the other end is told, once', () => {
    const [left, right] = linkedPorts();
    const told: string[] = [];
    left.onDisconnect(() => told.push('left'));
    right.onDisconnect(() => told.push('right'));
    left.disconnect();
    left.disconnect();
    right.disconnect();
    expect(told).toEqual(['right']);
    for (const port of [left, right]) {
      expect(() => {
        port.post('late');
      }).toThrow('Attempting to use a disconnected port object');
    }
  });

  it('lose what was under way when they were closed', async () => {
    const [left, right] = linkedPorts();
    const heard = heardBy(right);
    left.post('never mind');
    right.disconnect();
    await delivered();
    expect(heard).toEqual([]);
  });
});
