import { parseArgs } from 'node:util';
import { Refusal } from './refusal.mjs';

export const usage = `npm start -- [options]

Builds Tandem and opens it in a browser of its own, with the side panel ready to chat.
Without a display, or with --headless, it plays a short tour in the real side panel instead.

  --browser <path or name>  which browser: a path, or one of chromium, chrome-for-testing, brave, edge
  --profile <folder>        where the browser keeps its data; without it, a temporary folder
  --keep                    keep the temporary profile; with --headless also leave the browser open
  --headless                no window: play the tour, print it, and save pictures in .output/tour
  --pictures <folder>       copy the pictures that the README shows there, after the tour
  --no-build                use the last build
  --help                    print this`;

const declared = {
  browser: { type: 'string' },
  profile: { type: 'string' },
  pictures: { type: 'string' },
  headless: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

/**
 * @param {string[]} parameters what stands behind `npm start --`
 * @returns {{ browser?: string, profile?: string, pictures?: string, headless: boolean, keep: boolean, build: boolean, help: boolean }}
 */
export function readOptions(parameters) {
  const { tokens } = parseArgs({
    args: parameters,
    options: declared,
    strict: false,
    tokens: true,
  });
  const options = { headless: false, keep: false, build: true, help: false };
  const seen = new Set();
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') throw new Refusal(unknown(token.value));
    const { name, rawName, value, inlineValue } = token;
    const kind = Object.hasOwn(declared, name) ? declared[name].type : undefined;
    if (kind === undefined) throw new Refusal(unknown(rawName));
    if (seen.has(name)) throw new Refusal(`${rawName} is given twice. Give it once.`);
    seen.add(name);
    if (kind === 'boolean' && inlineValue) throw new Refusal(`${rawName} takes no value.`);
    // A value that begins with a dash is nearly always the next option, and the value forgotten.
    const missing = kind === 'string' && (!value || (!inlineValue && value.startsWith('-')));
    if (missing) throw new Refusal(`${rawName} needs a value, as in ${example(name)}.`);
    if (name === 'no-build') options.build = false;
    else options[name] = kind === 'string' ? value : true;
  }
  return options;
}

function unknown(parameter) {
  return `There is no option ${JSON.stringify(parameter)}. npm start -- --help lists them all.`;
}

function example(name) {
  return (
    { browser: '--browser brave', profile: '--profile ~/tandem-profile' }[name] ??
    `--${name} docs/pictures`
  );
}
