// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { pageToolCaller } from './call-page-tool';
import { createGetSelection } from './get-selection';

const select = pageToolCaller(createGetSelection);

beforeEach(() => {
  getSelection()?.removeAllRanges();
});

describe('get_selection', () => {
  it('gives what is selected, with links', async () => {
    document.body.innerHTML =
      '<p>One <span id="s">two <a href="https://b.example/">b</a></span></p>';
    getSelection()?.selectAllChildren(document.querySelector('#s') ?? document.body);
    expect(await select()).toBe('two b[1]\n\nLinks:\n[1] https://b.example');
  });

  it('says where it is when it is in a field, and never reads a password', async () => {
    document.body.innerHTML = '<textarea>words</textarea><input type="password" value="secret">';
    document.querySelector('textarea')?.focus();
    document.querySelector('textarea')?.select();
    expect(await select()).toContain('words\n\n---\nIt is selected in a field.');
    document.querySelector('input')?.focus();
    document.querySelector('input')?.select();
    expect(await select()).toBe('Nothing is selected in the page.');
  });

  it('is silent about frames in which nothing is selected', async () => {
    document.body.innerHTML = '<p>One</p>';
    expect(await select({}, 'f2')).toBe('');
  });
});
