import { ElementRefs } from '../element-refs';
import { PageSight } from '../page-sight';
import type { PageTool } from '../page-tool';
import type { PageWorld } from '../page-tools';

/** For tests: calls a tool of a page in the document of the test. */
export function pageToolCaller(create: (world: PageWorld) => PageTool) {
  const refs = new ElementRefs();
  const shadowRootOf = (element: Element) => element.shadowRoot;
  const sight = new PageSight({ document, refs, shadowRootOf });
  const tool = create({ document, refs, sight, shadowRootOf });
  return async (input: Readonly<Record<string, unknown>> = {}, frame = '', room = 7_600) => {
    const { signal } = new AbortController();
    const made = await tool.run(input, { signal, frame, room });
    return typeof made === 'string' ? made : JSON.stringify(made);
  };
}
