import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArgumentBuffer } from './argument-buffer';

describe('a buffer of arguments', () => {
  it('closes with its outermost bracket and not before, however it is split', () => {
    const container = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.jsonValue()),
    );
    fc.assert(
      fc.property(container, fc.integer({ min: 1, max: 7 }), (value, size) => {
        const json = JSON.stringify(value);
        const buffer = new ArgumentBuffer();
        for (let at = 0; at < json.length; at += size) {
          expect(buffer.isClosed).toBe(false);
          buffer.append(json.slice(at, at + size));
        }
        expect(buffer.isClosed).toBe(true);
        expect(buffer.text()).toBe(json);
      }),
    );
  });

  it('never calls text closed that has no bracket to close', () => {
    for (const text of ['', ' \n', '12', '"{}"', 'x{}']) {
      const buffer = new ArgumentBuffer();
      buffer.append(text);
      expect(buffer.isClosed).toBe(false);
      expect(buffer.isBlank).toBe(text.trim() === '');
    }
  });

  it('keeps what comes after the end', () => {
    const buffer = new ArgumentBuffer();
    for (const piece of ['{}', ' ', '{']) buffer.append(piece);
    expect(buffer.isClosed).toBe(true);
    expect(buffer.text()).toBe('{} {');
  });
});
