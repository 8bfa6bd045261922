import { describe, expect, it } from 'vitest';
import { systemText } from '../../conversation/system-text';
import { readMemories } from './memories';

const memory = (key: string, content: string) => ({
  key,
  content,
  createdAt: 1,
  updatedAt: 1,
  hitCount: 1,
});

describe('the memories of a system message', () => {
  it('are those that it lists, with all their lines', () => {
    const text = systemText([
      memory('tea', 'The user says: I like tea: green'),
      memory('a b', 'x\ny'),
    ]).text;
    expect(readMemories(text)).toEqual([
      { key: 'tea', content: 'The user says: I like tea: green' },
      { key: 'a b', content: 'x\ny' },
    ]);
  });

  it('are none where there is no list', () => {
    expect(readMemories(systemText([]).text)).toEqual([]);
    expect(readMemories('')).toEqual([]);
    expect(readMemories('- tea: not in the list')).toEqual([]);
  });

  it('end where something else begins', () => {
    expect(readMemories('## Your Memories\n- a: b\n## Other\n- c: d')).toEqual([
      { key: 'a', content: 'b' },
    ]);
  });
});
