import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damaged, judgeFairly } from '../../tests/support/damaged-json';
import { AppError } from '../shared/app-error';
import { parseSettingsFile, settingsFileSchema } from './settings-file';

const connection = {
  baseUrl: 'https://models.example/v1',
  model: 'm',
  contextTokens: 8_000,
  supportsTools: true,
  supportsImages: false,
};
const file = {
  format: 'tandem-settings',
  version: 1,
  connection,
  features: { memory: false, scheduling: true },
  switches: { tool_enabled_calculate: false, 'tool_enabled_site:https://a.example:find': true },
};

function refusal(json: string): AppError {
  try {
    parseSettingsFile(json);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a settings file', () => {
  it('is read as it was written', () => {
    expect(parseSettingsFile(JSON.stringify(file))).toEqual(file);
  });

  it('can say as little as that it is one', () => {
    expect(parseSettingsFile('{"format":"tandem-settings","version":1}')).toEqual({
      format: 'tandem-settings',
      version: 1,
      features: {},
      switches: {},
    });
  });

  it.each(['', '{', 'undefined', '<html>', '{"format":"tandem-settings",}'])(
    'that is not JSON is refused with a sentence: %s',
    (json) => {
      const error = refusal(json);
      expect(error).toMatchObject({
        code: 'settings-file-invalid',
        message: 'This file is not JSON. Nothing was changed.',
      });
      expect(error.cause).toBeInstanceOf(SyntaxError);
    },
  );

  it.each([
    ['null', null, ''],
    ['a list', [], ''],
    ['another format', { ...file, format: 'other-settings' }, 'format'],
    ['a later version', { ...file, version: 2 }, 'version'],
    ['an address of another kind', withConnection({ baseUrl: 'ftp://a' }), 'connection.baseUrl'],
    ['a window of no size', withConnection({ contextTokens: 0 }), 'connection.contextTokens'],
    [
      'a switch that is no switch',
      { ...file, switches: { connection: true } },
      'switches.connection',
    ],
    [
      'a switch without a name',
      { ...file, switches: { tool_enabled_: true } },
      'switches.tool_enabled_',
    ],
    [
      'a switch that is half on',
      { ...file, switches: { tool_enabled_a: 'on' } },
      'switches.tool_enabled_a',
    ],
    ['a feature that is half on', { ...file, features: { memory: 1 } }, 'features.memory'],
  ])('with %s is refused, and says where', (_title, value, where) => {
    const hint = where === '' ? '' : ` (look at "${where}")`;
    expect(refusal(JSON.stringify(value))).toMatchObject({
      code: 'settings-file-invalid',
      message: `This is not a Tandem settings file${hint}. Nothing was changed.`,
    });
  });

  it('with a feature that there is not is refused', () => {
    expect(refusal(JSON.stringify({ ...file, features: { shell: true } })).code).toBe(
      'settings-file-invalid',
    );
  });

  it('is refused with a short sentence, however long its words are', () => {
    const switches = { [`${'x'.repeat(500_000)}\n\u202eevil`]: true };
    const { message } = refusal(JSON.stringify({ ...file, switches }));
    expect(message.length).toBeLessThan(200);
    const hidden = { ...file, switches: { 'a\n\u202eb': true } };
    expect(refusal(JSON.stringify(hidden)).message).toContain('(look at "switches.a b")');
  });

  it('brings no secret in', () => {
    const json = JSON.stringify(withConnection({ apiKey: 'planted' }));
    expect(JSON.stringify(parseSettingsFile(json))).not.toContain('planted');
  });

  it('cannot reach behind the settings with hostile keys', () => {
    const hostile = `{
      "format": "tandem-settings", "version": 1,
      "__proto__": { "polluted": true },
      "constructor": { "prototype": { "polluted": true } },
      "connection": { "baseUrl": "https://a.example", "model": "m", "__proto__": { "apiKey": "x" } }
    }`;
    const parsed = parseSettingsFile(hostile);
    expect(Object.keys(parsed).toSorted()).toEqual([
      'connection',
      'features',
      'format',
      'switches',
      'version',
    ]);
    expect(parsed.connection).not.toHaveProperty('apiKey');
    expect({}).not.toHaveProperty('polluted');
    for (const field of ['features', 'switches']) {
      const json = `{"format":"tandem-settings","version":1,"${field}":{"__proto__":true}}`;
      const accepted = settingsFileSchema.safeParse(JSON.parse(json)).data;
      expect(accepted === undefined || JSON.stringify(accepted) === JSON.stringify(empty)).toBe(
        true,
      );
    }
  });

  it('is judged without another exception, whatever it is', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      damaged([file]).map((value) => JSON.stringify(value) ?? ''),
    );
    fc.assert(
      fc.property(anything, (json) => {
        try {
          judgeFairly(settingsFileSchema, parseSettingsFile(json));
        } catch (error) {
          expect(error).toMatchObject({ code: 'settings-file-invalid' });
        }
      }),
      { numRuns: 300 },
    );
  });
});

const empty = { format: 'tandem-settings', version: 1, features: {}, switches: {} };

function withConnection(change: object) {
  return { ...file, connection: { ...connection, ...change } };
}
