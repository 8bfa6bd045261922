import { textBlock, textOf } from '../../messaging/content';
import type { PageToolOffer } from '../../messaging/content-protocol';
import { AppError } from '../../shared/app-error';
import { asJsonObject, canonicalJson, type JsonObject } from '../../shared/json';
import { placeName } from '../../shared/origin';
import { defineTool } from '../define-tool';
import type { Tool, ToolResult } from '../tool';
import type { PageAnswer, PageDocument } from './page-documents';

/** An attached tab, with the documents in it that offered tools when the request was made. */
export interface AttachedPage {
  readonly tabId: number;
  readonly documents: readonly PageDocument[];
}

/** A result with its marks and notes stays below what a result may be. */
const ROOM = 7_600;
/** A frame gets at least this much, or only a line that says how to read it. */
const LEAST_ROOM = 400;

/**
 * The tools that attached pages offer. The same tool of several tabs is one tool: `tab` says where.
 * `pages` has the one that was attached last at its end; it is the one that is meant when nothing is said.
 */
export function pageTools(pages: readonly AttachedPage[]): Tool[] {
  const offers = new Map<string, PageToolOffer>();
  for (const { documents } of pages.toReversed()) {
    for (const offer of documents[0]?.tools ?? []) {
      if (!offers.has(offer.name)) offers.set(offer.name, offer);
    }
  }
  return [...offers.values()].map((offer) => pageTool(offer, pages));
}

function pageTool(offer: PageToolOffer, pages: readonly AttachedPage[]): Tool {
  const offered = pages.filter(({ documents }) => offers(documents[0], offer));
  return defineTool({
    source: 'page',
    name: offer.name,
    title: offer.title,
    description: offer.description,
    input: withPlace(offer),
    effect: offer.effect,
    capability: offer.capability,
    interaction: offer.effect === 'write' ? 'permission' : 'none',
    progressIcon: offer.icon,
    statusIcon: offer.icon,
    lane: (input) =>
      offer.effect === 'write' ? `tab:${pageFor(input, offered)?.tabId}` : undefined,
    // What is put in stays between the worker and our own script in that page.
    carries: () => offer.effect === 'write',
    target: (input) => {
      const page = pageFor(input, offered);
      const top = page?.documents[0]?.sender.origin;
      if (!page || top === undefined) return undefined;
      const [document] = documentsFor(input, page, offer);
      const origin = document?.sender.origin ?? top;
      return origin === top ? { origin } : { origin, frameOf: top };
    },
    reads: (input) => {
      const page = pageFor(input, offered);
      return page ? documentsFor(input, page, offer).map(({ sender }) => sender.origin) : [];
    },
    validate: (input) => (pageFor(input, offered) ? [] : [noSuchTab(offered)]),
    toolText: (input) => {
      const origin = pageFor(input, offered)?.documents[0]?.sender.origin;
      return origin === undefined ? offer.toolText : `${offer.toolText}: ${placeName(origin)}`;
    },
    run: async (input, { signal }) => {
      const page = pageFor(input, offered);
      const documents = page ? documentsFor(input, page, offer) : [];
      if (documents.length === 0) {
        throw new AppError(
          'frame-unknown',
          'There is no such frame in this page any more. Take a new look at the page.',
        );
      }
      return await gathered(documents, page, offer, input, signal);
    },
  });
}

/** Asks the page, then its frames, for as long as there is room; says what was left out. */
async function gathered(
  documents: readonly PageDocument[],
  page: AttachedPage | undefined,
  offer: PageToolOffer,
  input: JsonObject,
  signal: AbortSignal,
): Promise<ToolResult> {
  const [first, ...frames] = documents;
  const { tab: _tab, frame: _frame, ...own } = input;
  const call = async (document: PageDocument, room: number): Promise<PageAnswer> =>
    await document.call({ name: offer.name, input: own, frame: frameKey(document), room, signal });
  if (!first) return { blocks: [] };
  const answer = await call(first, ROOM);
  if (answer.isError) throw new AppError('page-tool-failed', textOf(answer.blocks));
  const blocks = [...answer.blocks];
  let room = ROOM - textOf(blocks).length;
  for (const document of frames) {
    const name = `Frame ${frameKey(document)} (${placeName(document.sender.origin)})`;
    if (room < LEAST_ROOM) {
      blocks.push(
        textBlock(`${name}: not shown here; read it with frame "${frameKey(document)}".`),
      );
      continue;
    }
    const told = await call(document, room - name.length).catch(() => undefined);
    signal.throwIfAborted();
    const text = told && !told.isError ? textOf(told.blocks).trim() : '';
    if (text === '') continue;
    blocks.push(textBlock(`${name}:\n${text}`));
    room -= text.length + name.length;
  }
  const unread = offer.frames === 'all' && page ? unreadFrames(page) : '';
  if (unread !== '' && documents[0] === page?.documents[0]) blocks.push(textBlock(unread));
  return { blocks };
}

/** The browser lets us into some frames and not into others: what was not read is said. */
function unreadFrames({ documents }: AttachedPage): string {
  const heard = new Set(documents.map(({ sender }) => sender.origin));
  const seen = new Set(documents.flatMap(({ frames }) => frames));
  const unread = [...seen].filter((origin) => !heard.has(origin)).map(placeName);
  if (unread.length === 0) return '';
  return `[Not read: frames of ${unread.slice(0, 5).join(', ')}. The browser has not allowed Tandem on them.]`;
}

function frameKey({ sender }: PageDocument): string {
  return sender.frameId === 0 ? '' : `f${sender.frameId}`;
}

function pageFor(input: JsonObject, pages: readonly AttachedPage[]): AttachedPage | undefined {
  const { tab } = input;
  return tab === undefined ? pages.at(-1) : pages.find(({ tabId }) => tabId === tab);
}

/** A ref or a cursor of a frame leads into that frame; so does its name. */
function documentsFor(
  input: JsonObject,
  { documents }: AttachedPage,
  offer: PageToolOffer,
): readonly PageDocument[] {
  const named = [input['frame'], input['ref'], input['scope'], input['cursor']].flatMap((value) => {
    const key = typeof value === 'string' ? /^f\d+/.exec(value)?.[0] : undefined;
    return key === undefined ? [] : [key];
  });
  const [key] = named;
  if (key !== undefined) return documents.filter((document) => frameKey(document) === key);
  const isPlaced = ['ref', 'scope', 'cursor'].some((name) => input[name] !== undefined);
  return offer.frames === 'all' && !isPlaced ? documents : documents.slice(0, 1);
}

function offers(document: PageDocument | undefined, offer: PageToolOffer): boolean {
  return (document?.tools ?? []).some(
    (tool) => tool.name === offer.name && canonicalJson(tool) === canonicalJson(offer),
  );
}

/** What the worker adds to every tool of a page: in which tab and frame it is meant. */
function withPlace({ parameters, frames }: PageToolOffer): JsonObject {
  return {
    ...parameters,
    properties: {
      ...asJsonObject(parameters['properties']),
      tab: {
        type: 'integer',
        description: 'Number of the attached tab. Leave it out for the one that was attached last.',
      },
      ...(frames === 'all'
        ? {
            frame: {
              type: 'string',
              pattern: '^f\\d+$',
              description: 'Name of one frame, such as f3, to look at that frame alone.',
            },
          }
        : {}),
    },
  };
}

function noSuchTab(pages: readonly AttachedPage[]): string {
  const known = pages.map(
    ({ tabId, documents }) => `${tabId} (${placeName(documents[0]?.sender.origin ?? '')})`,
  );
  return `There is no attached tab with this number. Attached: ${known.join(', ')}.`;
}
