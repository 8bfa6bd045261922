import type { Attachment } from '../messaging/content-protocol';
import { AppError } from '../shared/app-error';
import { isOnHost, normalOrigin, placeName } from '../shared/origin';
import { whyUnreadable } from '../shared/readable-page';
import { visibleLine } from '../shared/visible-text';
import type { PageDocuments } from '../tools/page/page-documents';
import { pageTools, type AttachedPage } from '../tools/page/page-tools';
import type { Tool } from '../tools/tool';
import type { ToolSource } from './tool-source';

/** A tab as the browser shows it to us. */
export interface TabLook {
  readonly title: string;
  /** Absent where the browser has not allowed us to know. */
  readonly url: string | undefined;
  readonly loading: boolean;
  /** Put to sleep: there is no page in it until it is woken up. */
  readonly asleep: boolean;
}

export interface TabAccess {
  /** Undefined when there is no such tab. */
  look(tabId: number): Promise<TabLook | undefined>;
  /** Brings our script into the page and the frames that it may enter; throws when it may not. */
  enter(tabId: number): Promise<void>;
}

export interface StoredAttachment {
  readonly tabId: number;
  readonly origin: string;
  readonly title: string;
}

/** For as long as the browser runs: so long a tab keeps its number. */
export interface AttachmentStore {
  read(conversationId: string): Promise<readonly StoredAttachment[]>;
  write(conversationId: string, attachments: readonly StoredAttachment[]): Promise<void>;
  /** Chats to which this tab is attached. */
  chatsOf(tabId: number): Promise<string[]>;
}

export interface AttachmentsOptions {
  documents: PageDocuments;
  tabs: TabAccess;
  store: AttachmentStore;
  blockedSites: () => Promise<readonly string[]>;
  onChanged: (conversationId: string) => void;
  /** How long a page may take to offer its tools. */
  patience?: () => AbortSignal;
}

const TITLE_LENGTH = 120;
const MOST = 10;

/** Which tabs a chat may look into, and the tools that they supply. */
export class Attachments implements ToolSource {
  readonly name = 'pages';
  readonly #options: AttachmentsOptions;
  /** One change of a chat's tabs after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: AttachmentsOptions) {
    this.#options = options;
    options.documents.watch((tabId) => {
      this.tabChanged(tabId);
    });
  }

  async attach(conversationId: string, tabId: number): Promise<Attachment[]> {
    const { tabs, store, blockedSites } = this.#options;
    const look = await tabs.look(tabId);
    if (!look) throw new AppError('tab-closed', 'This tab was closed.');
    if (look.asleep) throw new AppError('tab-asleep', noteFor.asleep);
    if (look.url === undefined) throw noAccess();
    const why = whyUnreadable(look.url);
    if (why !== undefined) throw new AppError('page-unreadable', why);
    if (isOnHost(look.url, await blockedSites())) {
      throw new AppError('site-blocked', 'You blocked this site.', {
        advice: 'You can unblock it in the settings, under Permissions.',
      });
    }
    await tabs.enter(tabId);
    const attachment = {
      tabId,
      origin: normalOrigin(look.url),
      title: visibleLine(look.title, TITLE_LENGTH),
    };
    await this.#change(async () => {
      const others = (await store.read(conversationId)).filter((other) => other.tabId !== tabId);
      if (others.length >= MOST) {
        throw new AppError('too-many-tabs', `A chat can have ${MOST} tabs. Detach one first.`);
      }
      await store.write(conversationId, [...others, attachment]);
    });
    this.#options.onChanged(conversationId);
    return await this.list(conversationId);
  }

  async detach(conversationId: string, tabId: number): Promise<Attachment[]> {
    const { store, documents } = this.#options;
    await this.#change(async () => {
      const kept = (await store.read(conversationId)).filter((other) => other.tabId !== tabId);
      await store.write(conversationId, kept);
    });
    // Nobody else needs it: calls that are under way are answered, and the page is left alone.
    if ((await store.chatsOf(tabId)).length === 0) documents.disconnect(tabId);
    this.#options.onChanged(conversationId);
    return await this.list(conversationId);
  }

  async list(conversationId: string): Promise<Attachment[]> {
    const stored = await this.#options.store.read(conversationId);
    return await Promise.all(stored.map((attachment) => this.#view(attachment)));
  }

  /** Something happened in a tab: whoever shows it looks again. */
  tabChanged(tabId: number): void {
    this.#options.store.chatsOf(tabId).then(
      (chats) => {
        for (const id of chats) this.#options.onChanged(id);
      },
      () => undefined,
    );
  }

  async tools(conversationId: string): Promise<Tool[]> {
    return pageTools(await this.#pages(conversationId));
  }

  /** What the model is told of them: numbers and hosts, and no word of a page. */
  async describe(conversationId: string): Promise<string> {
    const pages = await this.#pages(conversationId);
    if (pages.length === 0) return '';
    const lines = pages.map(
      ({ tabId, documents }) => `- tab ${tabId}: ${placeName(documents[0]?.sender.origin ?? '')}`,
    );
    return ['## Attached tabs', ...lines, 'The last one is meant where nothing else is said.'].join(
      '\n',
    );
  }

  async #pages(conversationId: string): Promise<AttachedPage[]> {
    const stored = await this.#options.store.read(conversationId);
    const pages = await Promise.all(stored.map((attachment) => this.#page(attachment)));
    return pages.flatMap((page) => page ?? []);
  }

  async #page(attachment: StoredAttachment): Promise<AttachedPage | undefined> {
    const { documents, tabs, blockedSites, patience } = this.#options;
    const { tabId, origin } = attachment;
    const { state } = await this.#view(attachment);
    if (state !== 'ready' && state !== 'loading') return undefined;
    if (isOnHost(origin, await blockedSites())) return undefined;
    if (!documents.top(tabId)) {
      await tabs.enter(tabId).catch(() => undefined);
      await documents.whenOffered(tabId, patience?.() ?? AbortSignal.timeout(3_000));
    }
    const found = documents.of(tabId);
    // It may have gone elsewhere while we entered.
    const isThere = normalOrigin(found[0]?.sender.origin ?? '') === origin;
    const blocked = await blockedSites();
    const allowed = found.filter(({ sender }) => !isOnHost(sender.origin, blocked));
    return isThere && found[0]?.sender.frameId === 0 ? { tabId, documents: allowed } : undefined;
  }

  async #view({ tabId, origin, title }: StoredAttachment): Promise<Attachment> {
    const look = await this.#options.tabs.look(tabId);
    const view = (state: Attachment['state'], note?: string): Attachment => ({
      tabId,
      origin,
      title: look?.url === undefined ? title : visibleLine(look.title, TITLE_LENGTH) || title,
      state,
      ...(note === undefined ? {} : { note }),
    });
    if (!look) return view('closed', noteFor.closed);
    if (look.asleep) return view('asleep', noteFor.asleep);
    // What the browser hides from us is not the site that we were let into.
    if (look.url === undefined) return view('left', noteFor.left('another site'));
    const here = normalOrigin(look.url);
    const why = whyUnreadable(look.url);
    if (why !== undefined) return view('unreadable', why);
    if (here !== origin) return view('left', noteFor.left(placeName(here)));
    return view(look.loading ? 'loading' : 'ready');
  }

  #change<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

const noteFor = {
  asleep: 'The browser put this tab to sleep. Open it to wake it up.',
  closed: 'This tab was closed.',
  left: (where: string) => `This tab went to ${where}. Attach it again to go on there.`,
};

export function noAccess(): AppError {
  return new AppError('page-no-access', 'The browser has not let Tandem into this page yet.', {
    advice: 'Click the Tandem button in the toolbar while you look at the page.',
  });
}
