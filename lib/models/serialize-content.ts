import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { ContentBlock } from '../messaging/content';

type DocumentBlock = Extract<ContentBlock, { type: 'document' }>;

/** A block as this wire can carry it: as words, or as something that only a user message may hold. */
export type WireContent = { text: string } | { attachment: ChatCompletionContentPart };

export function serializeBlock(block: ContentBlock, supportsImages: boolean): WireContent {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image':
      return supportsImages
        ? { attachment: { type: 'image_url', image_url: { url: dataUrl(block) } } }
        : { text: '[An image is left out here: this model cannot see images.]' };
    case 'document':
      return isTextual(block.mediaType)
        ? { text: documentText(block) }
        : {
            attachment: {
              type: 'file',
              file: { filename: block.name ?? 'document', file_data: dataUrl(block) },
            },
          };
  }
}

/** Content that is only words is sent as a string: every server understands that. */
export function serializeUserBlocks(
  blocks: readonly ContentBlock[],
  supportsImages: boolean,
): string | ChatCompletionContentPart[] {
  const contents = blocks.map((block) => serializeBlock(block, supportsImages));
  if (contents.every((content) => 'text' in content)) {
    return contents.map(({ text }) => text).join('\n');
  }
  return contents.flatMap((content): ChatCompletionContentPart[] => {
    if ('attachment' in content) return [content.attachment];
    return content.text === '' ? [] : [{ type: 'text', text: content.text }];
  });
}

function isTextual(mediaType: string): boolean {
  return /^text\/|^application\/(.+\+)?(json|xml|yaml|javascript)\b/i.test(mediaType);
}

function documentText(block: DocumentBlock): string {
  const text = decodeText(block.data);
  return block.name === undefined ? text : `${block.name}:\n${text}`;
}

/** Documents carry base64, as images do; a tool that put its text in plainly is understood too. */
function decodeText(data: string): string {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return data;
  }
}

function dataUrl({ mediaType, data }: { mediaType: string; data: string }): string {
  return data.startsWith('data:') ? data : `data:${mediaType};base64,${data}`;
}
