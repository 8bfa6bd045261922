/** Which tabs a request means. */
export type TabTarget =
  { kind: 'all' } | { kind: 'active' } | { kind: 'duplicates' } | { kind: 'about'; topic: string };

const all =
  /^(?:all )?(?:of )?(?:the |my |me )?(?:currently )?(?:open )?tabs(?: (?:that are )?open)?$/i;
const active = /^(?:(?:this|the|my) )?(?:current |active |open )?tab$/i;
const among = /^(\S.{0,80}?) (?:in|among) (?:all |the |my )*(?:open )?tabs$/i;
const repeated = /^(?:all |the |my |any )*(?:duplicate|duplicated|double|repeated) tabs$/i;
const about =
  /^(?:all |the |my |any |open |of )*tabs? (?:that are |which are )?(?:about|on|from|with|for|of|at|matching|containing|called|named|related to) (\S.{0,120})$/i;
const named = /^(?:all |the |my |any |open |of )*(\S.{0,80}?) tabs?$/i;

const german: readonly [RegExp, string][] = [
  [/\b(?:meine[nrs]?|die|den|der|alle|offenen?)(?= )/gi, 'the'],
  [/(?<= )(?:über|zu|mit|von)(?= )/gi, 'about'],
];

/** Reads what comes after "close", "group" or "list". */
export function tabTarget(words: string): TabTarget | undefined {
  const text = german.reduce((read, [from, to]) => read.replace(from, to), words.trim());
  const plain = text.replace(/^(?:the )+/i, 'the ');
  if (all.test(plain)) return { kind: 'all' };
  if (active.test(plain)) return { kind: 'active' };
  if (repeated.test(plain)) return { kind: 'duplicates' };
  const topic = about.exec(plain)?.[1] ?? among.exec(plain)?.[1] ?? named.exec(plain)?.[1];
  return topic === undefined ? undefined : { kind: 'about', topic: topic.replaceAll('"', '') };
}
