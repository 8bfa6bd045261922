import type { ServerError } from './server-error';

/** A refusal by the server, with what came along with it. */
export interface Failure extends ServerError {
  status: number | undefined;
  headers?: Headers | undefined;
}

export function isAboutContext({ status, code, type, message }: Failure): boolean {
  // A limit of tokens a minute passes by itself.
  if (status === 429) return false;
  return (
    /context_length|context_size|context_window/i.test(`${code} ${type}`) ||
    /(maximum|available|model'?s?) context (length|size|window)|context (length|window|size) (of|is|exceeded)|(exceeds?|longer than|too long for) the[^.]{0,30} context|prompt is too long|too many (input )?tokens|exceeds the maximum number of tokens|reduce the length/i.test(
      message,
    )
  );
}

export function isAboutModel({ status, code, message }: Failure): boolean {
  if (/model_not_found|unknown_model|invalid_model/i.test(code)) return true;
  if (status !== 404 && status !== 400) return false;
  return /\bmodel\b.{0,120}(not found|does not exist|not exist|not a valid|is unknown)|(no such|unknown|invalid) model|not a valid model/i.test(
    message,
  );
}

export function isAboutQuota({ status, code, type }: Failure): boolean {
  return status === 402 || /insufficient_(quota|balance|credits?)|billing/i.test(`${code} ${type}`);
}

/** In a stream the status is long gone; the code or the type of the error stands for it. */
export function statusIn({ code, type }: ServerError): number | undefined {
  const number = Number(code);
  if (Number.isInteger(number) && number >= 400 && number < 600) return number;
  const name = `${code} ${type}`.toLowerCase();
  if (/rate.?limit|too_many|quota/.test(name)) return 429;
  if (/overload|unavailable|capacity/.test(name)) return 503;
  if (/server_error|internal|timeout|api_error/.test(name)) return 500;
  if (/api_key|authentication|unauthorized/.test(name)) return 401;
  if (/permission|forbidden/.test(name)) return 403;
  if (name.includes('not_found')) return 404;
  return undefined;
}
