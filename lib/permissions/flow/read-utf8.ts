/** The character that begins at a byte, or nothing when no valid one does. */
export function readUtf8(
  bytes: readonly number[],
  at: number,
): { codePoint: number; width: number } | undefined {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return { codePoint: first, width: 1 };
  const width = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (width === 0) return undefined;
  let codePoint = first & (0x7f >> width);
  for (let next = at + 1; next < at + width; next += 1) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  return codePoint <= 0x10ffff ? { codePoint, width } : undefined;
}
