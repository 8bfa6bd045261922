import { describe, expect, it } from 'vitest';
import { defined } from './defined';

describe('entries that are defined', () => {
  it('stay, also when they are empty; the others are not there at all', () => {
    const kept = defined({ a: undefined, b: null, c: 0, d: '', e: false });
    expect(Object.keys(kept)).toEqual(['b', 'c', 'd', 'e']);
  });
});
