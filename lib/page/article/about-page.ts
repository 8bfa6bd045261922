import { attributeOf, findInDocument, titleOf } from '../unclobbered';

const LONGEST = 200;

export interface AboutPage {
  readonly title: string;
  readonly author: string;
  readonly date: string;
}

/** What a page says about itself outside of its text. */
export function aboutPage(page: Document): AboutPage {
  return {
    title: meta(page, 'meta[property="og:title"]') || clean(titleOf(page)),
    author: meta(page, 'meta[name="author"]'),
    date: meta(
      page,
      'meta[property="article:published_time"],meta[itemprop="datePublished"],meta[name="date"]',
    ).replace(/T.*$/, ''),
  };
}

function meta(page: Document, selector: string): string {
  const found = findInDocument(page, selector);
  return found === null ? '' : clean(attributeOf(found, 'content'));
}

function clean(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[\s\uE000-\uE001]+/g, ' ')
    .trim();
}
