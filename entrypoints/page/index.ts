import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { connectPagePort, shadowRootOf } from '../../lib/browser/page-port';
import { PAGE_PORT } from '../../lib/messaging/page-port-name';
import { ElementRefs } from '../../lib/page/element-refs';
import { frameOrigins } from '../../lib/page/frame-origins';
import { PageSight } from '../../lib/page/page-sight';
import { createPageTools } from '../../lib/page/page-tools';
import { ToolHost } from '../../lib/page/tool-host';

const KEY = Symbol.for('tandem.page');

/**
 * Comes into a page when its tab is attached, and again when a worker misses it. The one that is
 * here already keeps its refs and only connects anew; one of an earlier version of the extension
 * has lost its line for good, and lives in a world of its own.
 */
export default defineUnlistedScript(() => {
  const world: typeof globalThis & { [KEY]?: ToolHost } = globalThis;
  const refs = new ElementRefs();
  const sight = new PageSight({ document, refs, shadowRootOf });
  const host = (world[KEY] ??= new ToolHost(
    createPageTools({ document, shadowRootOf, refs, sight }),
    () => frameOrigins(document),
  ));
  if (host.connected) host.offer();
  else host.connect(connectPagePort(PAGE_PORT));
});
