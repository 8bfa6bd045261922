const MOST = 200;

/** Origins of the frames of this document that a person could see. */
export function frameOrigins(document: Document): string[] {
  const origins = new Set<string>();
  for (const frame of document.querySelectorAll('iframe, frame')) {
    if (origins.size >= MOST) break;
    const src = frame.getAttribute('src');
    if (src === null || !URL.canParse(src, document.baseURI)) continue;
    const { origin, protocol } = new URL(src, document.baseURI);
    const isSite = protocol === 'http:' || protocol === 'https:';
    if (isSite && origin.length <= 300 && frame.getClientRects().length > 0) origins.add(origin);
  }
  return [...origins];
}
