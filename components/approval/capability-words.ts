import type { Capability } from '../../lib/messaging/permission';

/** After "everything that …". */
export const capabilityWords: Record<Capability, string> = {
  'read-page': 'reads pages',
  'act-on-page': 'acts on pages',
  navigate: 'opens pages',
  'read-browser': 'looks at your tabs and windows',
  'change-browser': 'changes your tabs and windows',
  'send-out': 'sends something out',
  remember: 'remembers things',
  'run-code': 'runs code',
  notify: 'notifies you',
  none: 'stays in this chat',
};
