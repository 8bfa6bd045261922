import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeFairly } from '../../tests/support/damaged-json';
import { connectionDraftSchema, connectionViewSchema, toolInfoSchema } from './settings';

const least = { baseUrl: 'http://localhost:1234/v1', model: 'm' };

describe('a model connection', () => {
  it('needs an address and a model; the rest has sensible defaults', () => {
    expect(connectionDraftSchema.parse(least)).toEqual({
      ...least,
      contextTokens: 100_000,
      supportsTools: true,
      supportsImages: false,
    });
  });

  it('is read without the blanks that come with copying', () => {
    const draft = { baseUrl: ' https://a.example/v1\n', model: ' m ', apiKey: '\tkey ' };
    expect(connectionDraftSchema.parse(draft)).toMatchObject({
      baseUrl: 'https://a.example/v1',
      model: 'm',
      apiKey: 'key',
    });
  });

  it('tells an absent key from an empty one', () => {
    expect(connectionDraftSchema.parse(least)).not.toHaveProperty('apiKey');
    expect(connectionDraftSchema.parse({ ...least, apiKey: ' ' }).apiKey).toBe('');
  });

  it.each([
    [{ baseUrl: 'models.example' }, 'Enter an address that begins with http:// or https://.'],
    [{ baseUrl: 'javascript:alert(1)' }, 'Enter an address that begins with http:// or https://.'],
    [{ model: '  ' }, 'Enter the name of a model.'],
  ])('%j is refused with a sentence', (change, message) => {
    const parsed = connectionDraftSchema.safeParse({ ...least, ...change });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    [999, false],
    [1_000, true],
    [10_000_000, true],
    [10_000_001, false],
    [1_000.5, false],
    ['8000', false],
  ])('can have a window of %s tokens: %s', (contextTokens, expected) => {
    expect(connectionDraftSchema.safeParse({ ...least, contextTokens }).success).toBe(expected);
  });

  it('shows whether it has a key, and never the key', () => {
    const view = connectionViewSchema.parse({ ...least, apiKey: 'secret', hasKey: true });
    expect(view).toMatchObject({ hasKey: true });
    expect(view).not.toHaveProperty('apiKey');
    expect(connectionViewSchema.safeParse(least).success).toBe(false);
  });

  it('is judged without an exception, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, baseUrl) => {
        judgeFairly(connectionDraftSchema, value);
        judgeFairly(connectionDraftSchema, { ...least, baseUrl, model: value });
        judgeFairly(toolInfoSchema, value);
      }),
    );
  });
});

describe('a web address', () => {
  it.each([
    ['http://localhost:1234', true],
    ['https://a.example/v1?x=1', true],
    ['HTTPS://A.EXAMPLE', true],
    ['ftp://a.example', false],
    ['file:///etc/passwd', false],
    ['chrome://settings', false],
    ['httpx://a.example', false],
    ['a.example', false],
    ['http://', false],
    ['', false],
  ])('%s is one: %s', (text, expected) => {
    expect(connectionDraftSchema.safeParse({ ...least, baseUrl: text }).success).toBe(expected);
  });
});
