import { asJsonObject, type JsonObject } from '../shared/json';

export interface InlineCall {
  name: string;
  arguments: JsonObject;
}

/** Reads what a model wrote between `<tool_call>` and `</tool_call>`; undefined when it is neither form. */
export function parseInlineCall(block: string): InlineCall | undefined {
  const text = block.trim();
  return text.startsWith('<function=') ? parseFunctionForm(text) : parseJsonForm(text);
}

function parseJsonForm(text: string): InlineCall | undefined {
  const call = asJsonObject(parseJson(text));
  const name = call?.['name'];
  if (call === undefined || typeof name !== 'string') return undefined;
  const given = call['arguments'] ?? call['parameters'] ?? {};
  const read = asJsonObject(typeof given === 'string' ? parseJson(given) : given);
  return read && { name, arguments: read };
}

/** `<function=NAME><parameter=KEY>VALUE</parameter>…</function>` */
function parseFunctionForm(text: string): InlineCall | undefined {
  const opening = /^<function=([^<>\s]+)\s*>\s*/.exec(text);
  const [head = '', name = ''] = opening ?? [];
  if (opening === null) return undefined;
  const parameters: [string, string][] = [];
  let at = head.length;
  const parameter = /<parameter=([^<>\s]+)\s*>/y;
  const space = /\s*/y;
  while (!text.startsWith('</function>', at)) {
    parameter.lastIndex = at;
    const key = parameter.exec(text)?.[1];
    const end = key === undefined ? -1 : text.indexOf('</parameter>', parameter.lastIndex);
    if (key === undefined || end < 0) return undefined;
    // The line breaks around a value belong to the form, not to the value.
    const value = text
      .slice(parameter.lastIndex, end)
      .replace(/^\r?\n/, '')
      .replace(/\r?\n$/, '');
    parameters.push([key, value]);
    space.lastIndex = end + '</parameter>'.length;
    space.exec(text);
    at = space.lastIndex;
  }
  if (at + '</function>'.length < text.length) return undefined;
  return { name, arguments: Object.fromEntries(parameters) };
}

/** Turns strings into what the schema asks for; what does not fit stays for validation to refuse. */
export function coerceArguments(given: JsonObject, schema: JsonObject): JsonObject {
  const properties = asJsonObject(schema['properties']) ?? {};
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === 'string' && Object.hasOwn(properties, key)
        ? coerceText(value, typesOf(properties[key]))
        : value,
    ]),
  );
}

function typesOf(schema: unknown): ReadonlySet<unknown> {
  const { type, anyOf, oneOf } = asJsonObject(schema) ?? {};
  const branches = [anyOf, oneOf].flatMap((branch): unknown[] =>
    Array.isArray(branch) ? branch : [],
  );
  const own: unknown[] = Array.isArray(type) ? type : [type];
  return new Set([...own, ...branches.map((branch) => asJsonObject(branch)?.['type'])]);
}

function coerceText(text: string, types: ReadonlySet<unknown>): unknown {
  if (types.has('string')) return text;
  const value = parseJson(text.trim());
  switch (typeof value) {
    case 'number':
      return types.has('number') || (types.has('integer') && Number.isInteger(value))
        ? value
        : text;
    case 'object': {
      const type = value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
      return types.has(type) ? value : text;
    }
    default: {
      const word = text.trim().toLowerCase();
      return types.has('boolean') && (word === 'true' || word === 'false') ? word === 'true' : text;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
