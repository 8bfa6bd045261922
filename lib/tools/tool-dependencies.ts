import type { TabSummary } from '../messaging/panel-protocol';
import type { tabGroupColors } from '../messaging/tool-cards';

/** What the tools need of the world outside; the outer ring implements it. */
export interface ToolDependencies {
  readonly tabs: TabDirectory;
  readonly memories: MemoryStore;
  /** An IANA name such as `Europe/Berlin`; without it the system's own is used. */
  readonly timeZone?: () => string;
}

export interface TabDirectory {
  list(): Promise<TabSummary[]>;
  open(url: string): Promise<{ tabId: number }>;
  group(tabIds: number[], title?: string, color?: TabGroupColor): Promise<{ groupId: number }>;
  close(tabIds: number[]): Promise<void>;
  /** Whether the user lets this extension open addresses that begin with `file:`. */
  canOpenFiles(): Promise<boolean>;
}

export type TabGroupColor = (typeof tabGroupColors)[number];

export interface Memory {
  readonly key: string;
  readonly content: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly hitCount: number;
  /** Where the data came from that its conversation held: it may stem from there. */
  readonly origins?: readonly string[] | undefined;
}

/** Memories are told apart by their exact key. */
export interface MemoryStore {
  get(key: string): Promise<Memory | undefined>;
  list(): Promise<Memory[]>;
  /** Adds it, or replaces the content of the one with that key and keeps its `createdAt`. */
  put(memory: {
    key: string;
    content: string;
    origins?: readonly string[] | undefined;
  }): Promise<Memory>;
  /** False when there was none. */
  remove(key: string): Promise<boolean>;
}
