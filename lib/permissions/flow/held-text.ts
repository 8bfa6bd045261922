import { wall } from './flow-strand';

export interface HeldText {
  /** Where it was read, such as `https://mail.example`, `browser` or `file:report.pdf`. */
  readonly origin: string;
  readonly text: string;
}

export interface HeldTexts {
  /** All of them, the newest first. */
  readonly text: string;
  readonly cut: boolean;
  readonly originAt: (offset: number) => string;
}

const mostCharacters = 2_000_000;

/** `held` is in the order in which it was read: the last is the newest, and is looked at first. */
export function joinHeld(held: readonly HeldText[]): HeldTexts {
  const texts: string[] = [];
  const origins: string[] = [];
  const offsets: number[] = [];
  let length = 0;
  let cut = false;
  for (const { origin, text } of held.toReversed()) {
    const room = mostCharacters - length;
    if (text.length > room) cut = true;
    if (text === '' || room <= 0) continue;
    texts.push(text.slice(0, room));
    origins.push(origin);
    offsets.push(length);
    length += text.length + 1;
  }
  const originAt = (offset: number) => {
    let low = 0;
    let high = offsets.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return origins[low] ?? '';
  };
  return { text: texts.join(wall), cut, originAt };
}
