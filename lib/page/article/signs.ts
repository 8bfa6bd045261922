import { attributeOf } from '../unclobbered';

/**
 * What a block says about itself. `frame`: the page's own furniture. `extra`: a remark beside the
 * text, or around it. `noise`: named like an advertisement, a banner and the like. `comments`: what
 * readers wrote. `main`: the main part.
 */
export type Sign = 'main' | 'frame' | 'extra' | 'noise' | 'comments';

const byRole = new Map<string, Sign>([
  ...(['navigation', 'menu', 'menubar', 'banner', 'contentinfo', 'search', 'toolbar'] as const).map(
    (role): [string, Sign] => [role, 'frame'],
  ),
  ['complementary', 'extra'],
  ['main', 'main'],
]);

const byTag = new Map<string, Sign>([
  ['nav', 'frame'],
  ['search', 'frame'],
  ['main', 'main'],
  ['aside', 'extra'],
  ['footer', 'extra'],
  ['header', 'extra'],
]);

const noiseWords = new Set([
  ...['ad', 'ads', 'advert', 'adverts', 'advertisement', 'advertising', 'adslot', 'sponsor'],
  ...['sponsored', 'promo', 'promotion', 'cookie', 'cookies', 'consent', 'gdpr', 'newsletter'],
  ...['subscribe', 'share', 'sharing', 'social', 'breadcrumb', 'breadcrumbs', 'related'],
  ...['recommended', 'recommendations', 'sidebar', 'popup', 'paywall', 'pagination', 'pager'],
  ...['navbar', 'nav', 'navigation', 'menu', 'masthead', 'toc', 'skip', 'outbrain', 'taboola'],
]);
const commentWords = new Set(['comment', 'comments', 'replies', 'discussion', 'answers', 'thread']);

/** `siteFooter_ad-slot` has the words site, footer, ad and slot. */
const wordBorder = /[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/;
const LONGEST_NAME = 200;

export function signOf(element: Element, tag: string): Sign | undefined {
  const role = attributeOf(element, 'role');
  const told = (role === '' ? undefined : byRole.get(role)) ?? byTag.get(tag);
  if (told === 'main' || told === 'frame') return told;
  const name = `${attributeOf(element, 'id')} ${attributeOf(element, 'class')}`;
  if (name === ' ') return told;
  return signOfName(name.slice(0, LONGEST_NAME)) ?? told;
}

const known = new Map<string, Sign | undefined>();
const MOST_KNOWN = 2_000;

function signOfName(name: string): Sign | undefined {
  if (known.has(name)) return known.get(name);
  const words = name.split(wordBorder).map((word) => word.toLowerCase());
  const sign = words.some((word) => commentWords.has(word))
    ? 'comments'
    : words.some((word) => noiseWords.has(word))
      ? 'noise'
      : undefined;
  if (known.size < MOST_KNOWN) known.set(name, sign);
  return sign;
}
