/**
 * What is longer is a text, not a request. Nothing longer is ever matched against a pattern, so that
 * no pattern can take long, whatever the prompt is.
 */
export const MAX_REQUEST = 4_000;
const MOST_CLAUSES = 24;

const joint = /\s(?:and then|and also|and|then|und dann|und)\s|[;\n]+|[.?!]+(?=\s|$)/giu;
const politeness =
  /^(?:please|bitte|can you|could you|would you|will you|i want you to|i would like you to|i'd like you to|kannst du|könntest du|hey|hi|hello|hallo|ok|okay|tandem|assistant|also|then|now)(?:[ ,:!]+)(?=\S)/i;
const afterthought = /[ ,]+(?:please|bitte|for me|für mich|now|jetzt|thanks|thank you|danke)$/i;

export interface Clause {
  readonly start: number;
  readonly end: number;
}

/** Where the parts of a request begin and end; what stands in quotation marks stays together. */
export function clausesOf(request: string): Clause[] {
  const quoted = quotedRanges(request);
  const clauses: Clause[] = [];
  let start = 0;
  for (const { 0: mark, index } of request.matchAll(joint)) {
    if (clauses.length >= MOST_CLAUSES - 1) break;
    if (quoted.some((range) => index > range.start && index < range.end)) continue;
    clauses.push({ start, end: index });
    start = index + mark.length;
  }
  clauses.push({ start, end: request.length });
  return clauses.filter((clause) => request.slice(clause.start, clause.end).trim() !== '');
}

/** A prompt with one kind of blank and one kind of quotation mark and apostrophe. */
export function tidy(prompt: string): string {
  return prompt
    .slice(0, MAX_REQUEST)
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
}

/** A clause without the words that only make it kind. */
export function essenceOf(clause: string): string {
  let text = clause.trim();
  for (let round = 0; round < 4; round += 1) {
    const shorter = withoutMarks(text).replace(politeness, '').replace(afterthought, '').trim();
    if (shorter === text) break;
    text = shorter;
  }
  return text;
}

function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && ' ,.;?!'.includes(text.charAt(end - 1))) end -= 1;
  // "5!" is a number, and its mark belongs to it.
  const isFactorial = text.charAt(end) === '!' && /[\d)]/.test(text.charAt(end - 1));
  return text.slice(0, isFactorial ? end + 1 : end);
}

function quotedRanges(text: string): Clause[] {
  return Array.from(text.matchAll(/"[^"]*"/g), ({ 0: quote, index }) => ({
    start: index,
    end: index + quote.length,
  }));
}
