const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?\u200D?|[0-9#*]\uFE0F\u20E3`;

/** Scripts in which a joiner changes how letters look; anywhere else it only hides things. */
const joiningScripts = [
  ...['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr', 'Tibt'],
].map((script) => String.raw`\p{scx=${script}}`);
const joinedLetter = String.raw`(?=[${joiningScripts.join('')}])[\p{L}\p{M}][\u200C\u200D]`;

const invisible = String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]`;

const keptOrInvisible = new RegExp(`(${emoji}|${joinedLetter})|${invisible}`, 'gu');

/**
 * Text as a person sees it: without control characters, direction overrides, tag characters and
 * other invisible ones, in which a page can hide words from the reader and not from a model.
 * Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n').replace(keptOrInvisible, '$1');
}

/** The same on one line, cut to at most `max` characters with an ellipsis. */
export function visibleLine(text: string, max: number): string {
  const line = visibleText(text).replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}
