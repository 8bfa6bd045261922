import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../messaging/panel-protocol';
import { LiveEventBuffer } from './live-event-buffer';

function createBuffer() {
  const posted: LiveEvent[] = [];
  const frames: (() => void)[] = [];
  const buffer = new LiveEventBuffer(
    (event) => posted.push(event),
    (flush) => frames.push(flush),
  );
  return { buffer, posted, frames, nextFrame: () => frames.shift()?.() };
}

function streamed(text: string, { reasoning = '', turnId = 't1' } = {}): LiveEvent {
  return { type: 'text-streamed', turnId, text, reasoning };
}

const retried: LiveEvent = {
  type: 'request-retried',
  turnId: 't1',
  attempt: 1,
  delayMs: 1_000,
  error: { code: 'model-connection', message: 'No connection.', retryable: true },
};

describe('what streams for a panel', () => {
  it('is told once a frame, all of it and in order', () => {
    const { buffer, posted, frames, nextFrame } = createBuffer();
    for (let piece = 0; piece < 5_000; piece += 1) {
      buffer.add(streamed(`${String(piece)} `, { reasoning: piece % 2 === 0 ? 'h' : 'm' }));
    }
    expect(posted).toEqual([]);
    expect(frames).toHaveLength(1);
    nextFrame();
    const text = Array.from({ length: 5_000 }, (_, piece) => `${String(piece)} `).join('');
    expect(posted).toEqual([streamed(text, { reasoning: 'hm'.repeat(2_500) })]);
  });

  it('waits for the next frame when it comes after one', () => {
    const { buffer, posted, frames, nextFrame } = createBuffer();
    buffer.add(streamed('one '));
    nextFrame();
    buffer.add(streamed('two '));
    buffer.add(streamed('three'));
    expect(posted).toEqual([streamed('one ')]);
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(posted).toEqual([streamed('one '), streamed('two three')]);
  });

  it('is told at once when something else must follow it, and not again', () => {
    const { buffer, posted, nextFrame } = createBuffer();
    buffer.add(streamed('before'));
    buffer.flush();
    expect(posted).toEqual([streamed('before')]);
    nextFrame();
    expect(posted).toHaveLength(1);
  });

  it('keeps the turns apart', () => {
    const { buffer, posted, nextFrame } = createBuffer();
    const events = ['t1', 't2', 't1'].map((turnId) => streamed('a', { turnId }));
    for (const event of events) buffer.add(event);
    nextFrame();
    expect(posted).toEqual(events);
  });

  it('goes on from the text that replaced all before it', () => {
    const { buffer, posted, nextFrame } = createBuffer();
    const whole: LiveEvent = {
      type: 'text-replaced',
      turnId: 't1',
      text: 'All so far',
      reasoning: '',
    };
    buffer.add(streamed('old'));
    buffer.add(whole);
    buffer.add(streamed(', and more'));
    nextFrame();
    expect(posted).toEqual([{ ...whole, text: 'All so far, and more' }]);
  });

  it('does not mix with the news of a retry', () => {
    const { buffer, posted, nextFrame } = createBuffer();
    const events = [retried, streamed('a'), retried, retried];
    for (const event of events) buffer.add(event);
    nextFrame();
    expect(posted).toEqual(events);
  });
});
