import { describe, expect, it } from 'vitest';
import { quoteServer } from './quote-server';

describe('the words of a server', () => {
  it('lose the key in every spelling', () => {
    const key = 'k/e"y+1234';
    const words = `bad ${key}, ${encodeURIComponent(key)} and ${JSON.stringify(key)}`;
    expect(quoteServer(words, [key])).toBe('bad [key], [key] and "[key]"');
  });

  it('lose what looks like a key although it is not ours', () => {
    expect(quoteServer('sent Bearer abc.def, not sk-proj-12***89', [])).toBe(
      'sent Bearer [key], not [key]',
    );
  });

  it('lose a key that straddles the end of the quote', () => {
    const key = 'secret-key-0123456789';
    const quote = quoteServer(`${'x'.repeat(290)}${key}`, [key]);
    expect(quote).not.toContain('secret');
    expect(quote).toContain('[key]');
  });

  it('are cut to 300 characters', () => {
    expect(quoteServer('word '.repeat(1000), [])).toHaveLength(300);
    expect(quoteServer('word '.repeat(1000), [])).toMatch(/word…$/);
  });

  it('become one visible line', () => {
    expect(quoteServer('a\n\n\tb\u202Ec\u0000d ', [])).toBe('a b c d');
  });

  it('keep ordinary words when the key is a short one', () => {
    expect(quoteServer('an error', ['a'])).toBe('an error');
  });
});
