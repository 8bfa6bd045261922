import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignWireNames, normalizeToolName } from './tool-name';

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;

describe('the name of a tool on the wire', () => {
  it('XEM-28 loses every trailing dollar sign', () => {
    expect(normalizeToolName('Weather$')).toBe('Weather');
    expect(normalizeToolName('Weather$$$')).toBe('Weather');
  });

  it('XEM-29 has underscores where dots and inner dollar signs were', () => {
    expect(normalizeToolName('com.example.Outer$Inner')).toBe('com_example_Outer_Inner');
  });

  it('XEM-28 XEM-29 removes trailing dollar signs before it replaces the others', () => {
    expect(normalizeToolName('a.b$$c$$')).toBe('a_b__c');
    expect(normalizeToolName('$.$')).toBe('__');
  });

  it('XEM-30 is cut to 64 characters, after the other steps', () => {
    expect(normalizeToolName('x'.repeat(65))).toBe('x'.repeat(64));
    expect(normalizeToolName('x'.repeat(64))).toBe('x'.repeat(64));
    expect(normalizeToolName('x'.repeat(64) + '$')).toBe('x'.repeat(64));
    expect(normalizeToolName('x'.repeat(63) + '.y')).toBe('x'.repeat(63) + '_');
  });

  it.each([
    ['a b', 'a_b'],
    ['naïve', 'na_ve'],
    ['files/read', 'files_read'],
    ['mcp:server', 'mcp_server'],
    ['a😀b', 'a_b'],
    ['line\nbreak', 'line_break'],
  ])('XEM-31 has no character that servers refuse: %j', (name, wireName) => {
    expect(normalizeToolName(name)).toBe(wireName);
  });

  it('XEM-31 is never empty', () => {
    expect(normalizeToolName('')).toBe('tool');
    expect(normalizeToolName('$$$')).toBe('tool');
  });

  it('is left alone when it is legal already', () => {
    expect(normalizeToolName('read_page-2')).toBe('read_page-2');
  });

  it('XEM-30 XEM-31 is legal whatever the name, and the same when made again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const wireName = normalizeToolName(name);
        expect(wireName).toMatch(LEGAL);
        expect(normalizeToolName(wireName)).toBe(wireName);
      }),
    );
  });

  it('takes no longer on a hostile name', () => {
    expect(normalizeToolName('$'.repeat(1_000_000) + 'a')).toBe('_'.repeat(64));
  });
});

describe('the wire names of a request', () => {
  const named = (...names: string[]) => names.map((name, index) => ({ id: `id-${index}`, name }));

  it('lead back to the tools that they stand for', () => {
    expect(assignWireNames([{ id: 'custom::shop.find', name: 'shop.find' }])).toEqual(
      new Map([['custom::shop.find', 'shop_find']]),
    );
  });

  it('XEM-31 stay apart when two names are equal on the wire', () => {
    const names = [...assignWireNames(named('a.b', 'a_b', 'a$b')).values()];
    expect(names).toEqual(['a_b', 'a_b_2', 'a_b_3']);
  });

  it('XEM-31 keep the suffix inside the 64 characters', () => {
    const long = 'x'.repeat(80);
    expect([...assignWireNames(named(long, long)).values()]).toEqual([
      'x'.repeat(64),
      'x'.repeat(62) + '_2',
    ]);
  });

  it('XEM-31 avoid a suffixed name that another tool has by itself', () => {
    expect([...assignWireNames(named('a', 'a_2', 'a')).values()]).toEqual(['a', 'a_2', 'a_3']);
  });

  it('stay with the tool that had them earlier in the conversation', () => {
    const reserved = new Map([['old', 'find']]);
    const tools = [
      { id: 'new', name: 'find' },
      { id: 'old', name: 'find' },
    ];
    expect(assignWireNames(tools, reserved)).toEqual(
      new Map([
        ['new', 'find_2'],
        ['old', 'find'],
      ]),
    );
  });

  it('are not handed on when the tool that had them is gone', () => {
    const reserved = new Map([['gone', 'find']]);
    expect(assignWireNames([{ id: 'new', name: 'find' }], reserved).get('new')).toBe('find_2');
  });

  it('XEM-31 are legal and unique even when what was reserved is not', () => {
    const reserved = new Map([
      ['first', 'same'],
      ['second', 'same'],
      ['third', 'not legal'],
    ]);
    const tools = ['first', 'second', 'third'].map((id) => ({ id, name: id }));
    expect([...assignWireNames(tools, reserved).values()]).toEqual(['same', 'second', 'third']);
  });

  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('a.b', 'a_b', 'a$b', 'a_b_2', 'a_b$', 'x'.repeat(70), 'x'.repeat(62) + '_2'),
  );
  const anyTools = fc
    .array(anyName, { maxLength: 30 })
    .map((names) => names.map((name, index) => ({ id: `id-${index}`, name })));

  it('XEM-31 are legal, unique, complete and always the same', () => {
    fc.assert(
      fc.property(anyTools, (tools) => {
        const wireNames = assignWireNames(tools);
        expect([...wireNames.keys()]).toEqual(tools.map(({ id }) => id));
        for (const wireName of wireNames.values()) expect(wireName).toMatch(LEGAL);
        expect(new Set(wireNames.values()).size).toBe(tools.length);
        expect(assignWireNames(tools)).toEqual(wireNames);
      }),
    );
  });

  it('never change while tools come and go', () => {
    fc.assert(
      fc.property(anyTools, anyTools, (before, others) => {
        const reserved = assignWireNames(before);
        const added = others.map(({ id, name }) => ({ id: `new-${id}`, name }));
        const after = assignWireNames([...added, ...before], reserved);
        for (const { id } of before) expect(after.get(id)).toBe(reserved.get(id));
        expect(new Set(after.values()).size).toBe(added.length + before.length);
      }),
    );
  });
});
