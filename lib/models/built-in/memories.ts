export interface Memory {
  key: string;
  content: string;
}

const HEADING = '## Your Memories';
const entry = /^- ([^:\n]{1,200}): (.*)$/;

/** The memories that a system message lists. They are things to tell, never things to do. */
export function readMemories(systemText: string): Memory[] {
  const lines = systemText.split('\n');
  const start = lines.indexOf(HEADING);
  if (start < 0) return [];
  const memories: Memory[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.startsWith('#')) break;
    const [, key, content] = entry.exec(line) ?? [];
    const last = memories.at(-1);
    if (key !== undefined && content !== undefined) memories.push({ key, content });
    else if (last) last.content += `\n${line}`;
  }
  return memories.map(({ key, content }) => ({ key, content: content.trim() }));
}
