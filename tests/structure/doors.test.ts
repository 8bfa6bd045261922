import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = ['entrypoints', 'components', 'lib']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

/** However it is spelled: after a dot, in brackets, or taken out of `runtime` by its name. */
const ofRuntime = (event: string) =>
  new RegExp(
    String.raw`\bruntime\s*(?:\??\.\s*|(?:\?\.)?\[\s*['"\x60])${event}\b` +
      String.raw`|\{[^{}]*\b${event}\b[^{}]*\}\s*=\s*[^;{}]*\bruntime\b`,
  );

/** These events belong to `runtime` alone, so that their mere name gives them away. */
const foreign =
  /\bon(?:Message|Connect)External\b|\bonUserScript(?:Message|Connect)\b|\bonConnectNative\b/;

const listensTo = (pattern: RegExp) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

describe('a door of the worker', () => {
  it('is one alone: the port that judges who connects', () => {
    expect(listensTo(ofRuntime('onConnect'))).toEqual(['lib/browser/connections.ts']);
  });

  it('is not a message without a port, which any content script could send', () => {
    expect(listensTo(ofRuntime('onMessage'))).toEqual([]);
  });

  it('is not there for web pages, other extensions, user scripts or programs', () => {
    expect(listensTo(foreign)).toEqual([]);
  });

  it.each([
    'browser.runtime.onMessage.addListener(hear);',
    'chrome.runtime?.onMessage.addListener(hear);',
    "chrome.runtime['onMessage'].addListener(hear);",
    "chrome.runtime?.['onMessage'].addListener(hear);",
    'browser.runtime\n  .onMessage.addListener(hear);',
    'const { onMessage } = browser.runtime;',
    'const { id, onMessage: said } = chrome.runtime;',
  ])('is found: %s', (code) => {
    expect(ofRuntime('onMessage').test(code)).toBe(true);
  });

  it.each([
    'port.onMessage.addListener(hear);',
    'runtime.onMessageExternal',
    'onMessage: (x) => x',
  ])('is told from others: %s', (code) => {
    expect(ofRuntime('onMessage').test(code)).toBe(false);
  });
});
