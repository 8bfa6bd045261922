import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamAccumulator, type ToolCallDelta } from './stream-accumulator';

function accumulate(deltas: readonly ToolCallDelta[]) {
  let count = 0;
  const accumulator = new StreamAccumulator({ createId: () => String(++count) });
  for (const delta of deltas) accumulator.push(delta);
  return accumulator;
}

const callsOf = (deltas: readonly ToolCallDelta[]) => accumulate(deltas).calls();

const read = { id: 'a', name: 'read', argumentsJson: '{"text":"hi"}' };
const find = { id: 'b', name: 'find', argumentsJson: '{"query":"x"}' };

describe('the pieces of one call', () => {
  it('AGUI-39 are joined by their index', () => {
    expect(
      callsOf([
        { index: 0, id: 'a', name: 'read', argumentsDelta: '{"te' },
        { index: 0, argumentsDelta: 'xt":"hi"}' },
      ]),
    ).toEqual([read]);
  });

  it('AGUI-39 are joined by their id when there is no index', () => {
    expect(
      callsOf([
        { id: 'a', name: 'read', argumentsDelta: '{"te' },
        { id: 'b', name: 'find', argumentsDelta: '{"query"' },
        { id: 'a', argumentsDelta: 'xt":"hi"}' },
        { id: 'b', argumentsDelta: ':"x"}' },
      ]),
    ).toEqual([read, find]);
  });

  it('BRV-31 go to the previous call when they carry no name', () => {
    expect(
      callsOf([
        { id: 'b', name: 'find', argumentsDelta: find.argumentsJson },
        { id: 'a', name: 'read', argumentsDelta: '' },
        { argumentsDelta: '{"te' },
        { name: '', id: '', argumentsDelta: 'xt":"hi"}' },
      ]),
    ).toEqual([find, read]);
  });

  it('may each repeat the id and the name', () => {
    const pieces = ['', '{"te', 'xt":', '"hi"', '}', ''];
    expect(
      callsOf(pieces.map((piece) => ({ index: 0, id: 'a', name: 'read', argumentsDelta: piece }))),
    ).toEqual([read]);
    expect(callsOf(pieces.map((piece) => ({ name: 'read', argumentsDelta: piece })))).toEqual([
      { ...read, id: 'call_1' },
    ]);
  });

  it('may each come under an id of their own, as long as they share an index', () => {
    expect(
      callsOf([
        { index: 0, id: 'a', name: 'read', argumentsDelta: '' },
        { index: 0, id: 'random-1', argumentsDelta: '{"te' },
        { index: 0, id: 'random-2', argumentsDelta: 'xt":"hi"}' },
      ]),
    ).toEqual([read]);
  });

  it('may bring the name in pieces, the id late, or first only the id', () => {
    expect(
      callsOf([
        { index: 0, name: 're' },
        { index: 0, name: 'ad' },
        { index: 0, id: 'a', argumentsDelta: read.argumentsJson },
        { index: 1, id: 'b' },
        { index: 1, name: 'find', argumentsDelta: find.argumentsJson },
      ]),
    ).toEqual([read, find]);
  });

  it('may bring the name in pieces under an id', () => {
    expect(
      callsOf([
        { id: 'a', name: 're' },
        { id: 'a', name: 'ad' },
        { id: 'a', argumentsDelta: read.argumentsJson },
      ]),
    ).toEqual([read]);
  });

  it('may repeat the name when the id comes late', () => {
    expect(
      callsOf([
        { index: 0, name: 'read', argumentsDelta: '{"text":' },
        { index: 0, id: 'a', name: 'read', argumentsDelta: '"h' },
        { id: 'a', argumentsDelta: 'i"}' },
      ]),
    ).toEqual([read]);
  });

  it('may have an index from the second on', () => {
    expect(
      callsOf([
        { id: 'a', name: 'read' },
        { index: 0, argumentsDelta: '{"text":' },
        { index: 1, id: 'b', name: 'find' },
        { index: 0, argumentsDelta: '"hi"}' },
        { index: 1, argumentsDelta: find.argumentsJson },
      ]),
    ).toEqual([read, find]);
  });

  it('may carry the index or leave it out, with the id and the name on all of them', () => {
    const again = { id: 'a', name: 'read' };
    expect(
      callsOf([
        { ...again, argumentsDelta: '{"te' },
        { ...again, index: 0, argumentsDelta: 'xt":' },
        { ...again, argumentsDelta: '"hi"}' },
      ]),
    ).toEqual([read]);
  });

  it('go by their index, and by their id where nothing has that index', () => {
    expect(
      callsOf([
        { index: 0, id: 'a', name: 'read', argumentsDelta: '{"text"' },
        { index: 1, id: 'b', name: 'find', argumentsDelta: '{"query"' },
        { index: 2, id: 'a', argumentsDelta: ':"hi"}' },
        { index: 1, id: 'a', argumentsDelta: ':"x"}' },
      ]),
    ).toEqual([read, find]);
  });

  it('are told to a listener once they are kept, and nothing else is', () => {
    const told: string[] = [];
    const accumulator = new StreamAccumulator({
      onArguments: ({ order, name }, piece) => told.push(`${order} ${name} ${piece}`),
    });
    accumulator.push({ index: 0, id: 'a', name: 'read', argumentsDelta: '{' });
    accumulator.push({ index: 1, id: 'b', name: 'find' });
    accumulator.push({ index: 0, argumentsDelta: '}' });
    accumulator.push({ index: 0, id: 'a', name: 'read', argumentsDelta: '{"again":1}' });
    accumulator.push({ index: 1, argumentsDelta: '[]' });
    accumulator.push({ id: 'ghost', argumentsDelta: '{}' });
    expect(told).toEqual(['0 read {', '0 read }', '1 find []']);
  });

  it('leave the state of the provider with their call', () => {
    const state = { signature: 's' };
    expect(
      callsOf([
        { index: 0, id: 'a', name: 'read', argumentsDelta: '{"text":' },
        { index: 1, id: 'b', name: 'find', argumentsDelta: find.argumentsJson },
        { index: 0, argumentsDelta: '"hi"', providerState: state },
        { index: 0, argumentsDelta: '}' },
      ]),
    ).toStrictEqual([{ ...read, providerState: state }, find]);
  });
});

describe('a new call', () => {
  it('AGUI-55 starts with a new id, even when every call has index 0', () => {
    expect(
      callsOf([
        { index: 0, id: 'a', name: 'read', argumentsDelta: '{"text":' },
        { index: 0, argumentsDelta: '"hi"}' },
        { index: 0, id: 'b', name: 'find', argumentsDelta: '{"query":' },
        { index: 0, argumentsDelta: '"x"}' },
      ]),
    ).toEqual([read, find]);
  });

  it('of the same tool starts without any id once the arguments before are complete', () => {
    expect(
      callsOf([
        { index: 0, name: 'read', argumentsDelta: '{"a":1}' },
        { index: 0, name: 'read', argumentsDelta: '{"a":2}' },
        { index: 0, name: 'read', argumentsDelta: '' },
        { name: 'find', argumentsDelta: '{}' },
        { name: 'read' },
        { argumentsDelta: '{"a":3}' },
      ]).map((call) => [call.id, call.name, call.argumentsJson]),
    ).toEqual([
      ['call_1', 'read', '{"a":1}'],
      ['call_2', 'read', '{"a":2}'],
      ['call_3', 'find', '{}'],
      ['call_4', 'read', '{"a":3}'],
    ]);
  });

  it('starts with another name where nothing else tells the calls apart', () => {
    expect(
      callsOf([
        { name: 'read' },
        { name: 'find' },
        { index: 0, name: 'look' },
        { index: 0, id: 'x', name: 'stop' },
      ]).map((call) => call.name),
    ).toEqual(['read', 'find', 'look', 'stop']);
  });

  it('keeps its place as it started when not all calls have an index', () => {
    expect(
      callsOf([
        { index: 5, id: 'a', name: 'read', argumentsDelta: read.argumentsJson },
        { id: 'b', name: 'find', argumentsDelta: find.argumentsJson },
        { index: 0, id: 'c', name: 'look' },
      ]).map((call) => call.id),
    ).toEqual(['a', 'b', 'c']);
  });

  it('keeps its generated id however often it is asked for', () => {
    const accumulator = accumulate([{ name: 'read' }]);
    expect(accumulator.calls()).toEqual([{ id: 'call_1', name: 'read', argumentsJson: '' }]);
    expect(accumulator.calls()).toEqual([{ id: 'call_1', name: 'read', argumentsJson: '' }]);
  });
});

describe('a second call with the same id', () => {
  it.each<[string, ToolCallDelta[]]>([
    ['whole', [{ id: 'a', name: 'read', argumentsDelta: read.argumentsJson }]],
    [
      'in pieces',
      [{ id: 'a', name: 'read' }, { argumentsDelta: '{"text":' }, { argumentsDelta: '"hi"}' }],
    ],
    ['under another name', [{ id: 'a', name: 'find', argumentsDelta: '{}' }]],
    [
      'at the same index',
      [
        { index: 0, id: 'a', name: 'read', argumentsDelta: '' },
        { index: 0, id: 'a', argumentsDelta: '{"text":' },
        { index: 0, argumentsDelta: '"hi"}' },
      ],
    ],
    [
      'at another index',
      [
        { index: 1, id: 'a', name: 'read', argumentsDelta: '' },
        { index: 1, argumentsDelta: '{"text":' },
        { index: 1, id: 'a', argumentsDelta: '"hi"}' },
      ],
    ],
  ])('BRV-36 AGUI-56 is dropped with its arguments: %s', (_case, duplicate) => {
    const accumulator = accumulate([
      { index: 0, id: 'a', name: 'read', argumentsDelta: read.argumentsJson },
      ...duplicate,
      { index: 2, id: 'b', name: 'find', argumentsDelta: find.argumentsJson },
    ]);
    expect(accumulator.calls()).toEqual([read, find]);
    expect(accumulator.warnings).toHaveLength(1);
  });

  it('BRV-36 does not keep the first from going on at its own index', () => {
    expect(
      callsOf([
        { index: 0, id: 'a', name: 'read', argumentsDelta: '{"text"' },
        { index: 1, id: 'a', name: 'read', argumentsDelta: '{"other"' },
        { index: 0, argumentsDelta: ':"h' },
        { index: 1, argumentsDelta: ':1}' },
        { index: 0, id: 'a', argumentsDelta: 'i"}' },
      ]),
    ).toEqual([read]);
  });
});

describe('what cannot become a call', () => {
  it('AGUI-56 arguments of an id that never started are ignored and noted', () => {
    const accumulator = accumulate([
      { argumentsDelta: 'nobody' },
      { id: 'a', name: 'read', argumentsDelta: read.argumentsJson },
      { id: 'ghost', argumentsDelta: '{"x":' },
      { argumentsDelta: '1}' },
      { index: 7, id: 'ghost', argumentsDelta: '{}' },
      { index: 8, argumentsDelta: '{}' },
      {},
    ]);
    expect(accumulator.calls()).toEqual([read]);
    expect(accumulator.warnings).toHaveLength(5);
    expect(accumulator.warnings[1]).toContain('ghost');
  });

  it('AGUI-56 so are the arguments of an index that never started', () => {
    const accumulator = accumulate([
      { index: 0, id: 'a', name: 'read', argumentsDelta: read.argumentsJson },
      { index: 3, argumentsDelta: '{}' },
    ]);
    expect(accumulator.calls()).toEqual([read]);
    expect(accumulator.warnings).toHaveLength(1);
  });

  it('a call that never got a name is dropped and noted', () => {
    const accumulator = accumulate([
      { index: 0, id: 'x' },
      { index: 0, argumentsDelta: '{}' },
      { index: 1, id: 'a', name: 'read', argumentsDelta: read.argumentsJson },
    ]);
    expect(accumulator.calls()).toEqual([read]);
    expect(accumulator.warnings).toEqual(['Call x was dropped: it has no name.']);
  });
});

describe('any way of splitting', () => {
  const calls = fc
    .array(
      fc.record({
        name: fc.constantFrom('read', 'find', 'click'),
        argumentsJson: fc
          .dictionary(fc.string(), fc.jsonValue())
          .map((input) => JSON.stringify(input)),
        cuts: fc.array(fc.nat(60), { maxLength: 6 }),
      }),
      { maxLength: 5 },
    )
    .map((drafts) => drafts.map((draft, order) => ({ ...draft, id: `id-${order}`, order })));
  type Draft = (typeof calls extends fc.Arbitrary<infer Value> ? Value : never)[number];

  const piecesOf = ({ argumentsJson, cuts }: Draft) => {
    const stops = [
      0,
      ...cuts.filter((cut) => cut < argumentsJson.length).toSorted((a, b) => a - b),
    ];
    return stops.map((start, at) => argumentsJson.slice(start, stops[at + 1]));
  };

  /** Takes one delta after another from the queue that `picks` points at. */
  const interleave = (queues: ToolCallDelta[][], picks: readonly number[]) => {
    const open = queues.map((queue) => [...queue]).filter((queue) => queue.length > 0);
    const merged: ToolCallDelta[] = [];
    for (let turn = 0; open.length > 0; turn += 1) {
      const at = (picks[turn % picks.length] ?? 0) % open.length;
      const delta = open[at]?.shift();
      if (delta) merged.push(delta);
      if (open[at]?.length === 0) open.splice(at, 1);
    }
    return merged;
  };

  const styles: Record<string, (draft: Draft) => ToolCallDelta[]> = {
    'by index': (draft) =>
      piecesOf(draft).map((piece, at) => ({
        index: draft.order,
        ...(at === 0 ? { id: draft.id, name: draft.name } : {}),
        argumentsDelta: piece,
      })),
    'by id': (draft) =>
      piecesOf(draft).map((piece, at) => ({
        id: draft.id,
        ...(at === 0 ? { name: draft.name } : {}),
        argumentsDelta: piece,
      })),
    'by id with index 0': (draft) =>
      piecesOf(draft).map((piece, at) => ({
        index: 0,
        id: draft.id,
        ...(at === 0 ? { name: draft.name } : {}),
        argumentsDelta: piece,
      })),
    'everything repeated': (draft) =>
      piecesOf(draft).map((piece) => ({
        index: draft.order,
        id: draft.id,
        name: draft.name,
        argumentsDelta: piece,
      })),
    'an id for every piece': (draft) =>
      piecesOf(draft).map((piece, at) => ({
        index: draft.order,
        id: at === 0 ? draft.id : `${draft.id}-${at}`,
        ...(at === 0 ? { name: draft.name } : {}),
        argumentsDelta: piece,
      })),
  };
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);

  it.each(Object.entries(styles))(
    'AGUI-39 AGUI-55 gives the same calls: %s',
    (_style, deltasOf) => {
      fc.assert(
        fc.property(calls, fc.array(fc.nat(4), { minLength: 1 }), (drafts, picks) => {
          const deltas = interleave(drafts.map(deltasOf), picks);
          const accumulator = accumulate(deltas);
          expect(accumulator.calls().toSorted(byId)).toEqual(
            drafts.map(({ id, name, argumentsJson }) => ({ id, name, argumentsJson })),
          );
          expect(accumulator.warnings).toEqual([]);
        }),
      );
    },
  );

  it('AGUI-39 one after another, the rest of each call with neither index nor id', () => {
    fc.assert(
      fc.property(calls, (drafts) => {
        const deltas = drafts.flatMap((draft) =>
          piecesOf(draft).map((piece, at) => ({
            ...(at === 0 ? { id: draft.id, name: draft.name } : {}),
            argumentsDelta: piece,
          })),
        );
        expect(callsOf(deltas)).toEqual(
          drafts.map(({ id, name, argumentsJson }) => ({ id, name, argumentsJson })),
        );
      }),
    );
  });

  it('keeps the order of the indices, whichever starts first', () => {
    expect(
      callsOf([
        { index: 1, id: 'b', name: 'find', argumentsDelta: find.argumentsJson },
        { index: 0, id: 'a', name: 'read', argumentsDelta: read.argumentsJson },
      ]),
    ).toEqual([read, find]);
  });

  it('AGUI-56 never throws and never gives an id twice, whatever comes', () => {
    const delta: fc.Arbitrary<ToolCallDelta> = fc.record(
      {
        index: fc.oneof(fc.nat(2), fc.double()),
        id: fc.constantFrom('', 'a', 'b', 'c'),
        name: fc.constantFrom('', 'read', 'find', '__proto__'),
        argumentsDelta: fc.constantFrom('', '{', '}', '{}', ' ', '"', '\\', 'x'),
        providerState: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(delta, { maxLength: 30 }), (deltas) => {
        const found = callsOf(deltas);
        expect(new Set(found.map((call) => call.id)).size).toBe(found.length);
        expect(found.every((call) => call.name !== '')).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a million tiny pieces that all repeat the name without slowing down', () => {
    const accumulator = new StreamAccumulator();
    accumulator.push({ index: 0, id: 'a', name: 'read', argumentsDelta: '{"text":"' });
    for (let piece = 0; piece < 1_000_000; piece += 1) {
      accumulator.push({ index: 0, id: 'a', name: 'read', argumentsDelta: 'x' });
    }
    accumulator.push({ index: 0, id: 'a', name: 'read', argumentsDelta: '"}' });
    expect(accumulator.calls()[0]?.argumentsJson).toHaveLength(1_000_011);
  });
});
