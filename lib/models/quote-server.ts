const LONGEST_QUOTE = 300;
/** A shorter secret would blacken ordinary words. */
const SHORTEST_SECRET = 4;

/** A server's own words made fit to show: one line, bounded, and without any key. */
export function quoteServer(words: string, secrets: readonly string[]): string {
  const line = redact(words.slice(0, 20_000), secrets)
    // Invisible and direction-changing characters could make a message say something else.
    .replace(/[\p{Cc}\p{Cf}\p{Z}\s]+/gu, ' ')
    .trim();
  return line.length <= LONGEST_QUOTE ? line : `${line.slice(0, LONGEST_QUOTE - 1).trimEnd()}…`;
}

function redact(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((left, right) => right.length - left.length);
  return spellings
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
    .replace(/\bbearer\s+[^\s"',}]+/gi, 'Bearer [key]')
    .replace(/\bsk-[\w*-]{6,}/g, '[key]');
}
