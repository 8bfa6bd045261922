/**
 * Keeps a page's text from passing for our own structure. Only what could be mistaken is changed:
 * `[3]` for the number of a link, a line of `---` for the end of a page, fences and headings.
 */

// What follows \uE000 is a mark of ours.
const forged = /(?<!\uE000)\[(\d{1,6})\]|^[ \t]*(?:#{1,6}(?=\s)|>|-{3,}|={3,}|_{3,}|`{3,}|~{3,})/gm;
const suspicious = /[[#>`~]|---|===|___/;

export function escapeText(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replace(forged, (found: string, digits: string | undefined) =>
    digits === undefined ? found.replace(/\S/, '\\$&') : `[${digits}\\]`,
  );
}

/** A fence that nothing in the code can close. */
export function fenceFor(code: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

export function codeSpan(code: string): string {
  if (!code.includes('`')) return `\`${code}\``;
  return `\`\` ${code.replaceAll('``', '` `')} \`\``;
}
