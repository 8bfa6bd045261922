import type { GrantView } from '../../lib/messaging/kept-data';
import { capabilityWords } from '../approval/capability-words';

/** What it was given for: a tool, or everything of its kind. */
export function allowedText({ capability, toolTitle, toolName }: GrantView): string {
  if (capability !== undefined) return `Everything that ${capabilityWords[capability]}`;
  return toolTitle || toolName || 'A tool without a name';
}

const standingWords: Record<GrantView['standing'], string | undefined> = {
  holds: undefined,
  changed: 'The tool has changed since, so it asks again.',
  gone: 'The tool is no longer there.',
  expired: 'Its time is over, so the tool asks again.',
  'used-up': 'All its calls are used, so the tool asks again.',
};

export function standingText({ standing }: GrantView): string | undefined {
  return standingWords[standing];
}
