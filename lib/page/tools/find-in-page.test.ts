// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { pageToolCaller } from './call-page-tool';
import { createFindInPage } from './find-in-page';

const find = pageToolCaller(createFindInPage);

describe('find_in_page', () => {
  it('shows each place with its element and the words around it', async () => {
    document.body.innerHTML = '<p>The <b>Tide</b> rises.</p><p>No tide today.</p>';
    const text = await find({ text: 'tide' });
    expect(text).toBe('2 found.\n- e1: …The «Tide» rises.…\n- e2: …No «tide» today.…');
  });

  it('names the same element by the same ref, with its frame before it', async () => {
    expect(await find({ text: 'rises' })).toContain('- e3: ');
    expect(await find({ text: 'today' }, 'f4')).toContain('- f4e2: ');
  });

  it('says so when it finds nothing, but not in a frame', async () => {
    expect([await find({ text: 'moon' }), await find({ text: 'moon' }, 'f4')]).toEqual([
      'Not found.',
      '',
    ]);
  });

  it('stays within its room, and says how many it does not show', async () => {
    document.body.innerHTML = `<p>tide ${'x'.repeat(90)}</p>`.repeat(50);
    const text = await find({ text: 'tide' }, '', 1_000);
    expect(text.length).toBeLessThan(1_000);
    expect(text).toMatch(/\d+ more are not shown/);
  });
});
