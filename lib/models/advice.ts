import type { ServerAddress } from './server-address';

/** What a person can do about each failure of a model connection. */
export const checkConnection = 'Check the address and the API key in the model settings.';
export const slowServer =
  'The model may still be loading. Wait a little and try again, or choose a smaller model.';
export const cut = 'Check your connection, then try again. What had arrived is kept.';
export const notAnApi =
  'Check the address in the model settings: it must be that of an OpenAI-compatible API, which usually ends in /v1.';
export const tooLong =
  'Start a new chat or attach less. If the model can take more, raise its context size in the model settings.';
export const unknownModel =
  'Check the name of the model in the model settings, and that your account or server has it.';
export const noCredit = 'Check the plan and the balance of your account with the provider.';
export const missingKey = 'Enter an API key for this server in the model settings.';
export const wrongKey = 'Check the API key in the model settings: copy it again, whole.';
export const wrongAddress =
  'Check the address in the model settings: it usually ends in /v1, without /chat/completions.';
export const tryLater = 'Wait a little and try again.';

export function unreachable({ reach, encrypted }: ServerAddress): string {
  if (reach === 'this-computer') {
    return 'Start the model server on this computer and check the port in the address. If it is running, it has to allow requests from browser extensions (CORS); for Ollama, set OLLAMA_ORIGINS to allow them.';
  }
  if (reach === 'local-network') {
    return `Check that the other computer is on, that the server listens on the network and not only on localhost, and that it allows requests from browser extensions (CORS).${encrypted ? '' : ' Some browsers block http on the local network: try https.'}`;
  }
  return encrypted
    ? 'Check your internet connection and the address in the model settings. The server may also not allow requests from browser extensions (CORS).'
    : 'Check the address in the model settings: a server on the internet usually needs https://.';
}

export function forbidden({ reach }: ServerAddress): string {
  return reach === 'internet'
    ? 'Check that the API key is allowed to use this model, and that the provider serves your region.'
    : 'The server may not allow requests from browser extensions: for Ollama, set OLLAMA_ORIGINS to allow them. Otherwise check the API key.';
}

export function slowDown(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return 'Wait a minute and try again.';
  const seconds = Math.ceil(retryAfterMs / 1000);
  return seconds < 120
    ? `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

export function refused(words: string): string {
  if (/\btools?\b|function.?call/i.test(words)) {
    return 'This model may not be able to use tools: choose another, or switch tools off for it in the model settings.';
  }
  if (/\bimages?\b|vision|multimodal/i.test(words)) {
    return 'This model may not be able to see images: choose another, or switch images off for it in the model settings.';
  }
  return 'Check the model settings; if they are right, start a new chat.';
}
