const schemes = ['http:', 'https:', 'mailto:', 'file:'];
const bareHost = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/u;
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** The whole address that a word stands for, when it is one. */
export function addressOf(word: string): string | undefined {
  const text = word.replace(/^["<(]/, '').replace(/[">),;]$/, '');
  if (text.length > 2_000) return undefined;
  if (localHost.test(text)) return `http://${text}`;
  if (bareHost.test(text)) return `https://${text}`;
  if (!/^[a-z]{4,6}:\S+$/i.test(text) || !URL.canParse(text)) return undefined;
  return schemes.includes(new URL(text).protocol) ? text : undefined;
}
