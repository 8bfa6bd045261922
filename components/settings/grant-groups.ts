import type { GrantView } from '../../lib/messaging/kept-data';
import { placeName } from '../../lib/shared/origin';
import { allowedText } from './grant-words';

export type Arrangement = 'site' | 'tool';

export interface GrantGroup {
  key: string;
  name: string;
  /** What makes the name another one than it seems. */
  note?: string;
  /** The name of the button that takes back all of them. */
  revokeAll: string;
  grants: readonly GrantView[];
}

const noSite = 'Not tied to a site';

/** One and the same wherever it is listed; also where links to it lead. */
export function grantKey({
  id,
  conversationId = '',
}: Pick<GrantView, 'id' | 'conversationId'>): string {
  return `grant-${conversationId}-${id}`;
}

/** What a row says that stands among others of its group. */
export function rowTitle(grant: GrantView, by: Arrangement): string {
  if (by === 'site') return allowedText(grant);
  const { site } = grant;
  if (site === undefined) return noSite;
  return site.startsWith('http:') ? `${placeName(site)} (http)` : placeName(site);
}

/** The groups by name, what is tied to no site last; the permissions in them as they came. */
export function groupGrants(grants: readonly GrantView[], by: Arrangement): GrantGroup[] {
  const found = new Map<string, GrantView[]>();
  for (const grant of grants) {
    const key = by === 'site' ? (grant.site ?? '') : toolKey(grant);
    const group = found.get(key);
    if (group) group.push(grant);
    else found.set(key, [grant]);
  }
  const groups = [...found].map(([key, members]) =>
    by === 'site' ? siteGroup(key, members) : toolGroup(key, members),
  );
  const told = by === 'site' ? groups : groups.map((group) => toldApart(group, groups));
  return told.sort(
    (left, right) =>
      Number(left.name === noSite) - Number(right.name === noSite) ||
      left.name.localeCompare(right.name),
  );
}

function siteGroup(site: string, grants: GrantView[]): GrantGroup {
  if (site === '') {
    return { key: site, name: noSite, revokeAll: 'Revoke all without a site', grants };
  }
  const name = placeName(site);
  return {
    key: site,
    name,
    ...(site.startsWith('http:') ? { note: 'http, not encrypted' } : {}),
    revokeAll: `Revoke all for ${name}`,
    grants,
  };
}

function toolKey(grant: GrantView): string {
  const { capability, toolName } = grant;
  return capability === undefined ? `tool ${toolName} ${allowedText(grant)}` : `kind ${capability}`;
}

function toolGroup(key: string, grants: GrantView[]): GrantGroup {
  const [first] = grants;
  const name = first ? allowedText(first) : '';
  return { key, name, revokeAll: `Revoke all for ${name}`, grants };
}

/** Tools that go by the same title are told apart by their names. */
function toldApart(group: GrantGroup, groups: readonly GrantGroup[]): GrantGroup {
  const note = group.grants[0]?.toolName ?? '';
  const isAlone = groups.every((other) => other === group || other.name !== group.name);
  return isAlone || note === '' ? group : { ...group, note };
}

/** Those in which every word of the query occurs, in what is shown of them. */
export function findGrants(grants: readonly GrantView[], query: string): readonly GrantView[] {
  const words = plain(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return grants;
  return grants.filter((grant) => {
    const { site, frameOf, toolTitle, toolName, chatTitle } = grant;
    const places = [site, frameOf].map((place) => (place === undefined ? '' : placeName(place)));
    const text = plain([allowedText(grant), toolTitle, toolName, chatTitle, ...places].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** Without case and accents: what a person who searches leaves out. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
