import { OpenAI } from 'openai';
import { AppError } from '../shared/app-error';
import { wrongKey } from './advice';
import { withReadableErrors, type Fetch } from './readable-errors';
import type { ServerAddress } from './server-address';

/** Headers beyond the plain ones make a preflight that many local servers turn down. */
const UNWANTED_HEADERS = [
  'User-Agent',
  'X-Stainless-Lang',
  'X-Stainless-Package-Version',
  'X-Stainless-OS',
  'X-Stainless-Arch',
  'X-Stainless-Runtime',
  'X-Stainless-Runtime-Version',
  'X-Stainless-Retry-Count',
  'X-Stainless-Timeout',
];

/** A local model may have to be loaded from disk before it says its first word. */
const FIRST_BYTE_TIMEOUT_MS = 600_000;

export function createClient(address: ServerAddress, apiKey: string, fetch: Fetch): OpenAI {
  // A header cannot carry it, and the error that says so would quote the key.
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    throw new AppError('model-auth', 'The API key holds characters that no API key has.', {
      advice: wrongKey,
    });
  }
  return new OpenAI({
    baseURL: address.baseUrl,
    defaultQuery: address.query,
    // The client insists on a key; without one the header is taken out again below.
    apiKey: apiKey === '' ? 'none' : apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: FIRST_BYTE_TIMEOUT_MS,
    dangerouslyAllowBrowser: true,
    // Its log repeats what servers send.
    logLevel: 'off',
    fetch: withReadableErrors(fetch),
    fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    defaultHeaders: {
      ...Object.fromEntries(UNWANTED_HEADERS.map((name) => [name, null])),
      ...(apiKey === '' ? { Authorization: null } : {}),
    },
  });
}
