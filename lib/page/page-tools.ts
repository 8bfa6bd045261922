import type { PageTool } from './page-tool';
import { createReadPage } from './tools/read-page';

/** What the tools of a page stand on. */
export interface PageWorld {
  readonly document: Document;
  /** Open or closed. */
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** The tools that our script brings into a page. */
export function createPageTools(world: PageWorld): PageTool[] {
  return [createReadPage(world)];
}
