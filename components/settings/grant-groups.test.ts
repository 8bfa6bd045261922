import { describe, expect, it } from 'vitest';
import { findGrants, grantKey, groupGrants, rowTitle } from './grant-groups';
import { grantView } from './testing/grants';

const shop = 'https://shop.example';
const told = (groups: ReturnType<typeof groupGrants>) =>
  groups.map(({ name, note, revokeAll, grants }) => [name, note, revokeAll, grants.length]);

describe('permissions by site', () => {
  it('stand under their host, by name, and those without a site last', () => {
    const groups = groupGrants(
      [
        grantView({ id: 'a' }),
        grantView({ id: 'b', site: shop }),
        grantView({ id: 'c', site: 'https://bank.example:8443' }),
        grantView({ id: 'd', site: shop }),
        grantView({ id: 'e', site: 'mailto:zoe@shop.example' }),
      ],
      'site',
    );
    expect(told(groups)).toEqual([
      ['bank.example:8443', undefined, 'Revoke all for bank.example:8443', 1],
      ['shop.example', undefined, 'Revoke all for shop.example', 2],
      ['zoe@shop.example', undefined, 'Revoke all for zoe@shop.example', 1],
      ['Not tied to a site', undefined, 'Revoke all without a site', 1],
    ]);
    expect(groups[1]?.grants.map(({ id }) => id)).toEqual(['b', 'd']);
  });

  it('of a site without encryption are not those of the one with it', () => {
    const groups = groupGrants(
      [grantView({ site: 'http://shop.example' }), grantView({ site: shop })],
      'site',
    );
    expect(told(groups).map(([name, note]) => [name, note])).toEqual([
      ['shop.example', 'http, not encrypted'],
      ['shop.example', undefined],
    ]);
  });
});

describe('permissions by tool', () => {
  it('stand under the tool, or under everything of its kind, each with its site', () => {
    const grants = [
      grantView({ id: 'a', site: shop }),
      grantView({ id: 'b' }),
      grantView({ id: 'c', site: 'http://shop.example', capability: 'read-page' }),
      grantView({ id: 'd', toolName: 'read_page', capability: 'read-page' }),
    ];
    const groups = groupGrants(grants, 'tool');
    expect(told(groups)).toEqual([
      ['Everything that reads pages', undefined, 'Revoke all for Everything that reads pages', 2],
      ['Open a page', undefined, 'Revoke all for Open a page', 2],
    ]);
    expect(grants.map((grant) => rowTitle(grant, 'tool'))).toEqual([
      'shop.example',
      'Not tied to a site',
      'shop.example (http)',
      'Not tied to a site',
    ]);
  });

  it('are told apart by the name of the tool when the titles are the same', () => {
    const groups = groupGrants(
      [
        grantView({ toolName: 'add' }),
        grantView({ toolName: 'add_2' }),
        grantView({ toolTitle: 'Look' }),
      ],
      'tool',
    );
    expect(told(groups).map(([name, note]) => [name, note])).toEqual([
      ['Look', undefined],
      ['Open a page', 'add'],
      ['Open a page', 'add_2'],
    ]);
  });
});

describe('a permission', () => {
  it('has a key of its own in every chat', () => {
    const keys = [grantView(), grantView({ conversationId: 'c1' }), grantView({ id: 'g2' })].map(
      grantKey,
    );
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    ['open SHOP', ['a']],
    ['resume', ['b']],
    ['acts on', ['c']],
    ['news.example', ['c']],
    ['open_page', ['a', 'b', 'c']],
    ['  ', ['a', 'b', 'c']],
    ['nowhere', []],
  ])('is found by what is shown of it: “%s”', (query, ids) => {
    const grants = [
      grantView({ id: 'a', site: shop }),
      grantView({ id: 'b', scope: 'chat', chatTitle: 'Résumé' }),
      grantView({
        id: 'c',
        capability: 'act-on-page',
        site: 'https://x.example',
        frameOf: 'https://news.example',
      }),
    ];
    expect(findGrants(grants, query).map(({ id }) => id)).toEqual(ids);
  });
});
