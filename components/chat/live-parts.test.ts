import { describe, expect, it } from 'vitest';
import type { AssistantPart } from '../../lib/panel/view';
import { partsWithLive } from './live-parts';

const said: AssistantPart = { kind: 'text', key: 'a1:text', text: 'Before.' };

describe('the parts of an answer that is arriving', () => {
  it('have the new words under the key that they will keep', () => {
    const parts = partsWithLive([said], 'a2', { text: 'Now', reasoning: 'Hm' });
    expect(parts).toEqual([
      said,
      { kind: 'reasoning', key: 'a2:reasoning', text: 'Hm' },
      { kind: 'text', key: 'a2:text', text: 'Now', streaming: true },
    ]);
  });

  it('do not show the same words twice when a checkpoint holds the first of them', () => {
    const checkpoint: AssistantPart = { kind: 'text', key: 'a2:text', text: 'Once upon' };
    const parts = partsWithLive([said, checkpoint], 'a2', {
      text: 'Once upon a time',
      reasoning: '',
    });
    expect(parts).toEqual([
      said,
      { kind: 'text', key: 'a2:text', text: 'Once upon a time', streaming: true },
    ]);
  });

  it('are as they were when nothing arrives', () => {
    expect(partsWithLive([said], 'a1', undefined)).toEqual([said]);
    expect(partsWithLive([said], 'a1', { text: ' ', reasoning: '' })).toEqual([said]);
  });
});
