const stopWords = new Set(
  [
    'a about above after again all also am an and any are as at be because been before being below',
    'between both but by can could did do does doing down during each few for from further had has',
    'have having he her here hers him his how i if in into is it its just me more most my no nor not',
    'now of off on once only or other our out over own please same she should so some such than that',
    'the their them then there these they this those through to too under until up very was we were',
    'what when where which while who whom why will with would you your',
    'aber als am auch auf aus bei bin bis da das dass dein dem den der des die dies diese dieser du ein',
    'eine einem einen einer er es für hat ich ihr im in ist ja kann mein meine mich mir mit nach nicht',
    'noch nur oder sich sie sind so über um und uns von vor war was wenn wer wie wir wird zu zum zur',
  ]
    .join(' ')
    .split(' '),
);

/** The words of a text in lower case, in one pass. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words that carry the meaning, folded so that their common forms are equal. */
export function keywordsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(fold);
}

/** Cats and cat, parties and party, colour and color are the same word. */
export function fold(word: string): string {
  return singular(word.replace('our', 'or'));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Parts of a list as people write one: lines, commas, semicolons, and a last "and" or "or". */
export function listItems(text: string): string[] {
  return text
    .split(/[\n,;]|\s(?:and then|and|or|then|und dann|und|oder)\s/i)
    .map((item) =>
      withoutEndMarks(
        item
          .trim()
          .replace(/^(?:[-*•]|\d{1,3}[.)])\s/, '')
          .replace(/^\s?\[[ x]?\]\s/i, '')
          .replace(/^(?:and|or|then|und|oder)\s/i, ''),
      ),
    )
    .filter((item) => item !== '');
}

/** A loop, because `/[.?!]+$/` takes quadratic time on a hostile text. */
export function withoutEndMarks(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.,;:?!]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trimStart();
}

export function quote(text: string): string {
  return `“${text}”`;
}
