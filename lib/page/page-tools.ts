import type { ElementRefs } from './element-refs';
import type { PageSight } from './page-sight';
import type { PageTool } from './page-tool';
import { createFindInPage } from './tools/find-in-page';
import { createGetSelection } from './tools/get-selection';
import { createReadPage } from './tools/read-page';
import { createSnapshotPage } from './tools/snapshot-page';

/** What the tools of a page stand on. */
export interface PageWorld {
  readonly document: Document;
  /** Open or closed. */
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Shared by all tools, so that a ref means the same element to each. */
  readonly refs: ElementRefs;
  readonly sight: PageSight;
}

/** The tools that our script brings into a page. */
export function createPageTools(world: PageWorld): PageTool[] {
  return [
    createReadPage(world),
    createSnapshotPage(world),
    createFindInPage(world),
    createGetSelection(world),
  ];
}
