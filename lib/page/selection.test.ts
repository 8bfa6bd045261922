// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { readSelection } from './selection';

function element<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`There is no ${selector}.`);
}

beforeEach(() => {
  getSelection()?.removeAllRanges();
});

describe('what is selected', () => {
  it('is nothing at first', () => {
    document.body.innerHTML = '<p>Words</p>';
    expect(readSelection()).toBeUndefined();
  });

  it('is read as Markdown from its first letter to its last', () => {
    document.body.innerHTML =
      '<nav>Menu</nav><h2>Long title</h2><ul><li>One <a href="https://a.example/x">link</a></li><li>Two three</li></ul>';
    const start = document.querySelector('h2')?.firstChild;
    const end = document.querySelector('li:last-child')?.firstChild;
    if (start && end) getSelection()?.setBaseAndExtent(start, 5, end, 3);
    expect(readSelection()).toMatchObject({
      text: '## title\n\n- One link[1]\n- Two',
      links: ['https://a.example/x'],
      source: 'page',
    });
  });

  it('may be inside a field', () => {
    document.body.innerHTML = '<textarea>Dear reader</textarea>';
    const area = element('textarea', HTMLTextAreaElement);
    area.focus();
    area.setSelectionRange(5, 11);
    expect(readSelection()).toMatchObject({ text: 'reader', source: 'field' });
  });

  it('is never read from a password', () => {
    document.body.innerHTML = '<input type="password" value="hunter2">';
    const field = element('input', HTMLInputElement);
    field.focus();
    field.select();
    expect(readSelection()).toBeUndefined();
  });
});
