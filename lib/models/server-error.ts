import { asJsonObject, type JsonObject } from '../shared/json';

/** What a server says about a failure, whatever shape it says it in. */
export interface ServerError {
  message: string;
  code: string;
  type: string;
  /** The field of the request that the server objects to. */
  param: string;
  /** The answer is a web page: most likely the address is not that of an API. */
  isPage: boolean;
}

/** Reads an error body: OpenAI's shape, the ones its imitators use, a web page or plain text. */
export function readErrorBody(text: string): ServerError {
  try {
    const json: unknown = JSON.parse(text);
    return readErrorValue(Array.isArray(json) ? json[0] : json);
  } catch {
    if (!/^\s*</.test(text)) return plain(text);
    const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '';
    return { ...plain(title), isPage: true };
  }
}

/** Reads the value of an error, with or without an `error` around it. */
export function readErrorValue(value: unknown): ServerError {
  const object = asJsonObject(value);
  if (object === undefined) return plain(value === null ? '' : asText(value));
  const inner = object['error'];
  if (typeof inner === 'string') return { ...fieldsOf(object), message: inner };
  if (inner !== undefined && inner !== null) return readErrorValue(inner);
  return fieldsOf(object);
}

function fieldsOf(object: JsonObject): ServerError {
  const message = [object['message'], object['detail'], object['msg'], object['title']].find(
    (candidate) => candidate !== undefined && candidate !== null && candidate !== '',
  );
  return {
    message: Array.isArray(message) ? message.map(messageOfItem).join('; ') : asText(message),
    code: asText(object['code']),
    type: asText(object['type']),
    param: asText(object['param']),
    isPage: object['isPage'] === true,
  };
}

/** Validation errors often come as a list of `{loc, msg}`. */
function messageOfItem(item: unknown): string {
  const object = asJsonObject(item);
  if (object === undefined) return asText(item);
  const place = Array.isArray(object['loc']) ? `${object['loc'].join('.')}: ` : '';
  return `${place}${fieldsOf(object).message}`;
}

function plain(message: string): ServerError {
  return { message, code: '', type: '', param: '', isPage: false };
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
