import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { AppError, messageOf } from '../shared/app-error';
import { isAboutContext, isAboutModel, isAboutQuota, statusIn, type Failure } from './failure';
import { quoteServer } from './quote-server';
import { readRetryAfter } from './retry-after';
import type { ServerAddress } from './server-address';
import { readErrorValue } from './server-error';
import * as advice from './advice';

/** What has to be known of a connection to say something useful about its failure. */
export interface ErrorContext {
  readonly address: ServerAddress;
  readonly model: string;
  readonly apiKey: string;
  readonly now: () => number;
}

/** Says what went wrong before an answer began. The cause is left out: it can hold the key. */
export function classifyError(error: unknown, context: ErrorContext): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof APIConnectionTimeoutError) return timedOut(context);
  if (error instanceof APIConnectionError) {
    return failed(
      context,
      'model-connection',
      `The server at ${context.address.shown} could not be reached`,
      {
        advice: advice.unreachable(context.address),
        retryable: true,
      },
    );
  }
  if (error instanceof APIError) {
    const status: unknown = error.status;
    const headers: unknown = error.headers;
    return classifyFailure(
      {
        ...readErrorValue(error.error),
        status: typeof status === 'number' ? status : undefined,
        headers: headers instanceof Headers ? headers : undefined,
      },
      context,
    );
  }
  return failed(context, 'model-request', 'The request could not be sent', {
    words: messageOf(error),
    advice: advice.checkConnection,
  });
}

/** Says what an error object inside a stream means; some servers only notice after they began. */
export function classifyStreamedError(
  value: unknown,
  context: ErrorContext,
  answerBegan: boolean,
): AppError {
  const serverError = readErrorValue(value);
  const error = classifyFailure({ ...serverError, status: statusIn(serverError) }, context);
  if (!answerBegan || !error.retryable) return error;
  return new AppError(error.code, error.message, {
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  });
}

/** The stream ended before the answer did. What arrived stays with whoever read it. */
export function cutStream(): AppError {
  return new AppError('model-connection', 'The connection broke off in the middle of the answer.', {
    advice: advice.cut,
  });
}

export function protocolError(what: string, words: string, context: ErrorContext): AppError {
  return failed(context, 'model-protocol', what, { words, advice: advice.notAnApi });
}

/** What a key in a header or in the address could be repeated as. */
function secretsOf({ apiKey, address }: ErrorContext): string[] {
  return [apiKey, ...Object.values(address.query)];
}

function classifyFailure(failure: Failure, context: ErrorContext): AppError {
  const { status = 0, message: words } = failure;
  const retryAfterMs = readRetryAfter(failure.headers, context.now());
  const patience = { retryable: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const because = (code: string, what: string, options: Omit<FailedOptions, 'words'>) =>
    failed(context, code, what, { words, ...options });

  if (status === 408) return timedOut(context);
  if (status === 413 || isAboutContext(failure)) {
    return because('model-context', 'The conversation is too long for the model', {
      advice: advice.tooLong,
    });
  }
  if (isAboutModel(failure)) {
    return because('model-not-found', `The server does not know the model '${context.model}'`, {
      advice: advice.unknownModel,
    });
  }
  if (isAboutQuota(failure)) {
    return because(
      status === 402 ? 'model-auth' : 'model-rate-limit',
      'The account with this provider has no credit left',
      { advice: advice.noCredit },
    );
  }
  if (status === 401) {
    return because(
      'model-auth',
      context.apiKey === '' ? 'The server wants an API key' : 'The server refused the API key',
      { advice: context.apiKey === '' ? advice.missingKey : advice.wrongKey },
    );
  }
  if (status === 403) {
    return because('model-auth', 'The server refused access', {
      advice: advice.forbidden(context.address),
    });
  }
  if (status === 429) {
    return because('model-rate-limit', 'The server wants fewer requests', {
      advice: advice.slowDown(retryAfterMs),
      ...patience,
    });
  }
  if (status >= 500) {
    return because(
      'model-overload',
      status === 503 || status === 529 ? 'The server is overloaded' : 'The server has a problem',
      { advice: advice.tryLater, ...patience },
    );
  }
  if (status === 404 || status === 405 || failure.isPage) {
    return because('model-not-found', `There is no chat service at ${context.address.shown}`, {
      advice: advice.wrongAddress,
    });
  }
  return because(
    'model-request',
    status === 0 ? 'The server reported an error' : 'The server did not accept the request',
    { advice: advice.refused(words) },
  );
}

/** Not tried again unasked: the next wait would be just as long. */
function timedOut(context: ErrorContext): AppError {
  const what = `The server at ${context.address.shown} did not answer in time`;
  return failed(context, 'model-connection', what, { advice: advice.slowServer });
}

interface FailedOptions {
  words?: string;
  advice: string;
  retryable?: boolean;
  retryAfterMs?: number;
}

function failed(
  context: ErrorContext,
  code: string,
  what: string,
  options: FailedOptions,
): AppError {
  const { words = '', ...rest } = options;
  const quote = quoteServer(words, secretsOf(context));
  return new AppError(code, quote === '' ? `${what}.` : `${what}: “${quote}”`, rest);
}
