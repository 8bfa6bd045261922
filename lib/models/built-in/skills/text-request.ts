import { essenceOf, tidy } from '../clauses';

export type TextRequest = { body?: string; isAboutPage: boolean } & (
  { kind: 'summarise'; count?: number } | { kind: 'search'; query: string }
);

/** How much of a prompt's beginning or end may be the request. */
const MAX_HEAD = 300;
/** What follows "summarise" and is shorter names a text rather than being one. */
const FEWEST_CHARACTERS = 30;

const summaryVerb =
  /^(?:summari[sz]e|sum up|tl;? ?dr|give me (?:a|the) (?:short |brief )?summary(?: of)?|(?:a |short )?summary of|make a summary(?: of)?|fasse?(?= .{0,80}zusammen)|zusammenfassung(?: von)?)(?![\p{L}\d])/iu;
const fillers = new Set(
  (
    'this that the it following above text page article tab website site document my our selection ' +
    'for me in to short brief briefly sentence sentences points bullets lines den die das diesen ' +
    'diese dieser dieses seite artikel zusammen folgenden folgendes bitte please sätzen'
  ).split(' '),
);
const pageWords = /\b(?:page|tab|website|site|article|seite|webseite|artikel)\b/i;

const text = String.raw`(?:(?:this|the|my|that|above|following|open|current|attached|diesem|dem|der|dieser) ){0,3}(?:text|page|article|document|tab|website|site|this|that|it|seite|webseite|artikel)`;
const searches: readonly RegExp[] = [
  String.raw`^(?:find|search(?: for)?|look for|suche?(?: nach)?|finde) (\S.{0,160}?) (?:in|on|within|auf)(?: ${text})?$`,
  String.raw`^(?:search|look through|scan|durchsuche) ${text} (?:for|nach) (\S.{0,160})$`,
  String.raw`^(?:what does|where does|what do|does) ${text} (?:say about|mention|talk about|speak of|say on) (\S.{0,160})$`,
  String.raw`^(?:was steht|steht) (?:in|auf) ${text} (?:über|zu) (\S.{0,160})$`,
].map((pattern) => new RegExp(pattern, 'i'));

/** The request at the beginning of a prompt, or on its last line; the rest is the text. */
export function readTextRequest(prompt: string): TextRequest | undefined {
  const whole = prompt.trim();
  return atBeginning(whole) ?? atEnd(whole);
}

function atBeginning(prompt: string): TextRequest | undefined {
  const start = prompt.slice(0, MAX_HEAD);
  const line = start.indexOf('\n');
  const colon = start.indexOf(':');
  const ends = [colon, line].filter((at) => at > 0).sort((left, right) => left - right);
  for (const end of ends) {
    const found = readHead(prompt.slice(0, end), prompt.slice(end + 1).trim());
    if (found) return found;
  }
  if (prompt.length <= MAX_HEAD) {
    const found = readHead(prompt, '');
    if (found) return found;
  }
  return inOneBreath(prompt);
}

/** "Summarise The quick brown fox …" without a colon. */
function inOneBreath(prompt: string): TextRequest | undefined {
  const start = tidy(prompt.slice(0, MAX_HEAD));
  const verb = summaryVerb.exec(start)?.[0];
  if (verb === undefined) return undefined;
  const { rest, head } = skipFillers(prompt.slice(verb.length));
  if (rest.length < FEWEST_CHARACTERS) return undefined;
  return { kind: 'summarise', body: rest, isAboutPage: false, ...countIn(head) };
}

function atEnd(prompt: string): TextRequest | undefined {
  const at = prompt.lastIndexOf('\n');
  const last = prompt.slice(at + 1);
  if (at < 0 || last.length > MAX_HEAD) return undefined;
  return readHead(last, prompt.slice(0, at).trim());
}

function readHead(words: string, body: string): TextRequest | undefined {
  const head = essenceOf(tidy(words));
  const about = {
    ...(body === '' ? {} : { body }),
    isAboutPage: body === '' && pageWords.test(head),
  };
  for (const pattern of searches) {
    const query = pattern.exec(head)?.[1];
    if (query !== undefined) return { kind: 'search', query: query.replaceAll('"', ''), ...about };
  }
  const verb = summaryVerb.exec(head)?.[0];
  if (verb === undefined) return undefined;
  const { rest } = skipFillers(head.slice(verb.length));
  return rest === '' ? { kind: 'summarise', ...about, ...countIn(head) } : undefined;
}

function skipFillers(words: string): { head: string; rest: string } {
  let at = 0;
  for (const { 0: word, index } of words.slice(0, MAX_HEAD).matchAll(/[^\s:,.]+/gu)) {
    if (!fillers.has(word.toLowerCase()) && !/^\d{1,2}$/.test(word)) break;
    at = index + word.length;
  }
  return { head: words.slice(0, at), rest: words.slice(at).replace(/^[\s:,.]{1,10}/u, '') };
}

function countIn(head: string): { count?: number } {
  const count = Number(
    /\b(\d{1,2}) (?:sentences?|points|bullets|lines|sätzen)/i.exec(head)?.[1] ?? 0,
  );
  return count > 0 ? { count: Math.min(count, 10) } : {};
}
