import { attributeOf } from '../unclobbered';

const LONGEST_ADDRESS = 500;

/** Numbers addresses in order of appearance, each once. */
export class LinkNumbers {
  readonly addresses: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly home: URL | undefined;

  constructor(private readonly base: string) {
    this.home = URL.canParse(base) ? new URL(base) : undefined;
  }

  /** Undefined for what leads nowhere else: places on this page, scripts, inline data. */
  numberOf(link: Element): number | undefined {
    const href = attributeOf(link, 'href').trim();
    if (href === '' || href.startsWith('#') || href.length > LONGEST_ADDRESS) return undefined;
    const known = this.numbers.get(href);
    if (known !== undefined) return known;
    const address = this.shortened(href);
    if (address === undefined) return undefined;
    const number = this.numbers.get(address) ?? this.addresses.push(address);
    this.numbers.set(address, number);
    this.numbers.set(href, number);
    return number;
  }

  private shortened(href: string): string | undefined {
    if (!URL.canParse(href, this.base)) return undefined;
    const url = new URL(href, this.base);
    if (!/^(?:https?|mailto|tel|ftp|file):$/.test(url.protocol)) return undefined;
    if (this.home === undefined || url.origin === 'null' || url.origin !== this.home.origin) {
      return url.href.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1');
    }
    const path = url.href.slice(url.origin.length);
    const samePage = path.split('#')[0] === this.home.href.slice(url.origin.length).split('#')[0];
    return samePage && url.hash !== '' ? undefined : path;
  }
}
