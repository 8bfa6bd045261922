import { describe, expect, it } from 'vitest';
import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import { estimateTokens } from './context-window';
import { cutToFit } from './cut-to-fit';
import type { ModelMessage } from './model';

const user = (...blocks: ContentBlock[]): ModelMessage => ({ role: 'user', blocks });
const toolTurn = (...results: string[]): ModelMessage[] => [
  {
    role: 'assistant',
    text: '',
    toolCalls: results.map((_text, at) => ({ id: String(at), name: 'read', argumentsJson: '{}' })),
  },
  ...results.map((text, at): ModelMessage => ({
    role: 'tool',
    toolCallId: String(at),
    name: 'read',
    blocks: [textBlock(text)],
  })),
];
const fit = (messages: ModelMessage[], tokens: number) =>
  cutToFit(messages, tokens, estimateTokens);
const sizeOf = (messages: ModelMessage[]) =>
  messages.reduce((sum, message) => sum + estimateTokens(message), 0);
const textAt = (messages: ModelMessage[], at: number) => {
  const message = messages.at(at);
  return message && 'blocks' in message ? textOf(message.blocks) : '';
};

describe('messages that must stay but do not fit', () => {
  it('lose text of large results first, the longest only, and say how much', () => {
    const question = user(textBlock('q'.repeat(3_000)));
    const cut = fit([question, ...toolTurn('short', 'x'.repeat(8_000), 'y'.repeat(8_000))], 3_000);
    expect(sizeOf(cut)).toBeLessThanOrEqual(3_000);
    expect(sizeOf(cut)).toBeGreaterThan(2_980);
    expect(cut[0]).toBe(question);
    expect(textAt(cut, 2)).toBe('short');
    for (const [at, letter] of [
      [3, 'x'],
      [4, 'y'],
    ] as const) {
      const text = textAt(cut, at);
      const kept = text.split(letter).length - 1;
      expect(text).toContain(`[… cut to fit: ${8_000 - kept} characters left out]`);
      expect(kept).toBeGreaterThan(4_000);
    }
  });

  it('keep the beginning and the end of a text', () => {
    const text = `Question first. ${'x'.repeat(20_000)} Question last.`;
    const cut = textAt(fit([user(textBlock(text))], 500), 0);
    expect(cut).toMatch(/^Question first\.[^]*cut to fit[^]*Question last\.$/);
  });

  it('cut the text of the user when short results are not enough', () => {
    const cut = fit([user(textBlock('q'.repeat(50_000))), ...toolTurn('x'.repeat(8_000))], 2_000);
    expect(sizeOf(cut)).toBeLessThanOrEqual(2_000);
    expect(textAt(cut, 0).split('q').length).toBeGreaterThan(5_000);
    expect(textAt(cut, 2).split('x').length).toBeGreaterThan(900);
  });

  it('cut many blocks as one text', () => {
    const blocks = Array.from({ length: 1_000 }, (_item, at) => textBlock(`block ${at}; `));
    const cut = fit([user(...blocks)], 100);
    expect(sizeOf(cut)).toBeLessThanOrEqual(100);
    expect(textAt(cut, 0)).toMatch(/^block 0; [^]*block 999; $/);
  });

  it('never cut a character in half', () => {
    for (let tokens = 60; tokens < 90; tokens += 1) {
      expect(textAt(fit([user(textBlock('🐟'.repeat(5_000)))], tokens), 0).isWellFormed()).toBe(
        true,
      );
    }
  });

  it('lose an attached file only when cutting texts is not enough, and the text is whole then', () => {
    const file: ContentBlock = {
      type: 'document',
      mediaType: 'application/pdf',
      data: 'A'.repeat(90_000),
      name: 'fish.pdf',
    };
    const question = textBlock('Which fish is on page 3? '.repeat(20));
    const roomy = fit([user(question, file), ...toolTurn('x'.repeat(8_000))], 23_500);
    expect(roomy[0]).toEqual(user(question, file));
    const tight = fit([user(question, file)], 1_000);
    expect(tight).toEqual([user(question, textBlock('[… left out to fit: document "fish.pdf"]'))]);
  });

  it('lose the images of results before those of the user, and keep the rest in its order', () => {
    const image: ContentBlock = { type: 'image', mediaType: 'image/png', data: 'AAAA' };
    const shown = user(textBlock('Like this one:'), image);
    const [call] = toolTurn('x');
    const result: ModelMessage = {
      role: 'tool',
      toolCallId: '0',
      name: 'read',
      blocks: [image, textBlock(`A ${'x'.repeat(400)} Z`), image],
    };
    const cut = fit([shown, ...(call ? [call] : []), result], 250);
    expect(cut[0]).toBe(shown);
    expect(sizeOf(cut)).toBeLessThanOrEqual(250);
    expect(textAt(cut, 2)).toMatch(
      /^\[… left out to fit: image\]\nA x+ Z\n\[… left out to fit: image\]$/,
    );
  });

  it('keep images where they were when only the text around them is cut', () => {
    const image: ContentBlock = { type: 'image', mediaType: 'image/png', data: 'AAAA' };
    const [cut] = fit([user(image, textBlock('x'.repeat(9_000)), image)], 600);
    expect(cut && 'blocks' in cut && cut.blocks.map((block) => block.type)).toEqual([
      'image',
      'text',
      'text',
      'text',
      'image',
    ]);
    const lengths =
      cut && 'blocks' in cut
        ? cut.blocks.map((block) => (block.type === 'text' ? block.text.length : 0))
        : [];
    expect((lengths[1] ?? 0) / (lengths[3] ?? 0)).toBeCloseTo(2, 1);
  });

  it('keep something of the user even when nothing can fit', () => {
    const cut = fit([user(textBlock('q'.repeat(5_000))), ...toolTurn('x'.repeat(5_000))], 1);
    expect(textAt(cut, 0)).toContain('q'.repeat(10));
    expect(sizeOf(cut)).toBeLessThan(100);
  });

  it('stay whole for an estimate that does not look at texts', () => {
    const messages = [user(textBlock('q'.repeat(5_000)))];
    expect(cutToFit(messages, 1, () => 10)).toEqual(messages);
    expect(cutToFit(messages, 1, () => Number.NaN)).toEqual(messages);
  });

  it('fit an estimate of another kind', () => {
    const words = (message: ModelMessage) =>
      'blocks' in message ? textOf(message.blocks).split(' ').length : 0;
    const cut = cutToFit([user(textBlock('word '.repeat(5_000)))], 300, words);
    expect(cut.reduce((sum, message) => sum + words(message), 0)).toBeLessThanOrEqual(300);
    expect(textAt(cut, 0).length).toBeGreaterThan(1_400);
  });
});
