/**
 * Runs in the panel: what a person can read there, entry by entry. Only the names that
 * docs/testing.md promises are used, so that a new design does not break it.
 * @param {Element} log
 * @returns {{ who: string, parts: ({ text: string } | { tool: string, name: string, state: string })[], text: string }[]}
 */
export function readTranscript(log) {
  const blocks = new Set([
    'P',
    'DIV',
    'LI',
    'UL',
    'OL',
    'H1',
    'H2',
    'H3',
    'H4',
    'PRE',
    'TR',
    'BR',
    'BLOCKQUOTE',
  ]);
  const read = (node, parts) => {
    if (node.nodeType === Node.TEXT_NODE) {
      parts.push({ text: node.data });
      return;
    }
    if (!(node instanceof Element) || node.closest('[aria-hidden="true"]')) return;
    if (node.matches('[role="group"][data-tool-name]')) {
      const { toolName, toolState } = node.dataset;
      parts.push({ tool: node.getAttribute('aria-label') ?? '', name: toolName, state: toolState });
      return;
    }
    if (node.matches('button, [role="toolbar"]') || !node.checkVisibility()) return;
    for (const child of node.childNodes) read(child, parts);
    if (blocks.has(node.tagName)) parts.push({ text: '\n' });
  };
  const joined = (parts) =>
    parts.reduce((all, part) => {
      const last = all.at(-1);
      if (part.text !== undefined && last?.text !== undefined) last.text += part.text;
      else all.push({ ...part });
      return all;
    }, []);
  return [...log.querySelectorAll('article, [role="article"]')].map((entry) => {
    const parts = [];
    for (const child of entry.childNodes) read(child, parts);
    const told = joined(parts)
      .map((part) =>
        part.text === undefined ? part : { text: part.text.replace(/\s*\n\s*/g, '\n').trim() },
      )
      .filter((part) => part.text !== '');
    const text = told.map((part) => part.text ?? '').join('\n');
    return { who: entry.getAttribute('aria-label') ?? '', parts: told, text };
  });
}

const signs = { ok: '✓', error: '✗', denied: '✗', 'awaiting-user': '?', pruned: '–' };

/** @param {ReturnType<typeof readTranscript>} entries */
export function printTranscript(entries) {
  const column = Math.max(0, ...entries.map(({ who }) => who.length)) + 2;
  return entries
    .map(({ who, parts }) => {
      const lines = parts.flatMap((part) =>
        part.text === undefined
          ? [`${signs[part.state] ?? '·'} ${part.tool}  (${part.name}: ${part.state})`]
          : part.text.split('\n'),
      );
      return lines
        .map((line, index) => `${(index === 0 ? who : '').padEnd(column)}${line}`)
        .join('\n');
    })
    .join('\n\n');
}
