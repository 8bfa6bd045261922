import { visibleText } from '../shared/visible-text';
import { textOf, type ContentBlock } from './content';
import type { RunRecord } from './run-record';

export const UNTITLED = 'New chat';
/** As long as one that people give may be. */
export const LONGEST_TITLE = 200;
/** As long as one that is made of a prompt may be. */
const LONGEST_AUTOMATIC = 60;
/** A title is at the beginning; a megabyte of pasted text is not looked through for it. */
const LOOKED_AT = 20_000;

/** What a chat is called by itself: the first line of the prompt that says something, as text. */
export function titleOf(prompt: string): string {
  const lines = visibleText(prompt.trimStart().slice(0, LOOKED_AT))
    .split('\n')
    .filter((line) => !/^\s*(```|~~~)/u.test(line))
    .map(withoutMarkup)
    .filter((line) => line !== '');
  const line = lines.find((text) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text));
  return cut(line ?? lines[0] ?? '') || UNTITLED;
}

export function titleOfBlocks(blocks: readonly ContentBlock[]): string {
  const title = titleOf(textOf(blocks));
  if (title !== UNTITLED) return title;
  const attached = blocks.find(({ type }) => type !== 'text');
  if (attached?.type === 'image') return 'Image';
  if (attached?.type !== 'document') return title;
  return attached.name === undefined ? 'Document' : nameOf(attached.name, 'Document');
}

/**
 * The title that these records give their chat; undefined when they give none. It is made of the
 * prompt at the root, so that an edit of it, or another after it was taken back, counts.
 */
export function titleIn(records: readonly RunRecord[]): string | undefined {
  const root = records.findLast(
    (record) => record.type === 'user-turn-added' && record.parentId === null,
  );
  return root?.type === 'user-turn-added' ? titleOfBlocks(root.blocks) : undefined;
}

function nameOf(name: string, otherwise: string): string {
  return cut(visibleText(name.slice(0, LOOKED_AT)).replace(/\s+/gu, ' ').trim()) || otherwise;
}

function withoutMarkup(line: string): string {
  return line
    .replace(/^\s*(?:(?:[>#]+|[-*+•]|\d{1,3}[.)]|\[[ xX]\])\s+)+/u, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/gu, '$1')
    .replace(/<\/[a-z][^<>]*>|(?<!\w)<[a-z][^<>]*>/giu, ' ')
    .replace(/\b(?:https?|ftp):\/\/[^\s<>"]+/giu, hostOf)
    .replace(/`+|\*\*|~~|(?<!\w)__|__(?!\w)/gu, '')
    .replace(/(?<![\w*])\*(?=\S)([^*]+)\*(?![\w*])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Of an address, the part that people know a place by. */
function hostOf(address: string): string {
  const sentence = /[.,;:!?)\]]*$/u.exec(address)?.[0] ?? '';
  const host = /^[a-z]+:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/iu.exec(address)?.[1];
  return host === undefined ? address : host.replace(/[.,;:!?)\]]+$/u, '') + sentence;
}

/** At the end of a word where there is one, and never inside of what looks like one character. */
function cut(text: string): string {
  if (text.length <= LONGEST_AUTOMATIC) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 4 * LONGEST_AUTOMATIC))) {
    if (kept.length + segment.length >= LONGEST_AUTOMATIC) break;
    kept += segment;
  }
  // One character with hundreds of marks on it.
  if (kept === '') return '';
  const isWhole = /^\s/u.test(text.slice(kept.length));
  const end = isWhole ? kept.length : kept.search(/\s\S*$/u);
  const words = end >= LONGEST_AUTOMATIC / 2 ? kept.slice(0, end) : kept;
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}
