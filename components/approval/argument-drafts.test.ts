import { describe, expect, it } from 'vitest';
import { draftProblem, editOf, fieldsOf } from './argument-drafts';

const edited = (argumentsJson: string, change: (drafts: (string | boolean)[]) => void) => {
  const fields = fieldsOf(argumentsJson);
  const drafts = fields.map(({ draft }) => draft);
  change(drafts);
  return editOf(fields, drafts);
};
const whole = {
  to_whom: 'ada@mail.example',
  body: 'Dear Ada,\nyes.',
  copies: 2,
  urgent: false,
  labels: ['a'],
  nothing: null,
};
const json = JSON.stringify(whole);

describe('the form for arguments', () => {
  it('has a field for each, by what it is', () => {
    expect(fieldsOf(json).map(({ label, kind }) => [label, kind])).toEqual([
      ['To whom', 'text'],
      ['Body', 'longtext'],
      ['Copies', 'number'],
      ['Urgent', 'boolean'],
      ['Labels', 'json'],
      ['Nothing', 'json'],
    ]);
  });

  it('sends nothing while nothing differs', () => {
    expect(edited(json, () => undefined)).toEqual({});
    expect(edited(json, (drafts) => drafts.splice(0, 1, 'ada@mail.example'))).toEqual({});
  });

  it('sends all of them when one differs, each with its type', () => {
    const { argumentsJson = '' } = edited(json, (drafts) =>
      drafts.splice(0, 5, 'bob@mail.example', 'No.', ' 3.5 ', true, '["b", {"c": 1}]'),
    );
    expect(JSON.parse(argumentsJson)).toEqual({
      to_whom: 'bob@mail.example',
      body: 'No.',
      copies: 3.5,
      urgent: true,
      labels: ['b', { c: 1 }],
      nothing: null,
    });
  });

  it('keeps names as they are, whatever they are', () => {
    const odd = '{"":"a","__proto__":"b"}';
    expect(edited(odd, (drafts) => drafts.splice(0, 1, 'c'))).toEqual({
      argumentsJson: '{"":"c","__proto__":"b"}',
    });
  });

  it.each([
    [2, '', 'Enter a number.', '“Copies” cannot be sent as it is.'],
    [2, 'many', 'Enter a number.', '“Copies” cannot be sent as it is.'],
    [4, '["a"', 'This is not valid JSON.', '“Labels” cannot be sent as it is.'],
  ])('says what is wrong with field %i when it holds %j', (index, draft, beside, problem) => {
    const field = fieldsOf(json)[index];
    expect(field && draftProblem(field, draft)).toBe(beside);
    expect(edited(json, (drafts) => drafts.splice(index, 1, draft))).toEqual({ problem });
  });

  it('is one field for what is no object', () => {
    expect(fieldsOf('[1]')).toMatchObject([{ label: 'Arguments', draft: '[1]' }]);
    expect(edited('[1', (drafts) => drafts.splice(0, 1, '{"a":1}'))).toEqual({
      argumentsJson: '{"a":1}',
    });
    expect(edited('[1', (drafts) => drafts.splice(0, 1, '[2'))).toMatchObject({
      problem: expect.stringContaining('Arguments'),
    });
  });

  it('has no field for a call without arguments', () => {
    expect(fieldsOf('')).toEqual([]);
    expect(fieldsOf('{}')).toEqual([]);
  });
});
