import { runnerImport } from 'vite';

/**
 * Loads the catalogue as the worker does, with dependencies that nobody may touch: what a tool says
 * about itself must not depend on a browser.
 */
export async function loadTools() {
  const { createCatalogue } = await load('./lib/tools/catalogue.ts');
  const { decide } = await load('./lib/permissions/policy.ts');
  return createCatalogue(untouchable('dependencies')).map((tool) => ({
    ...tool,
    kind: kindOf(tool, decide),
  }));
}

async function load(path) {
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module;
}

function untouchable(path) {
  return new Proxy(() => undefined, {
    get: (_target, key) => untouchable(`${path}.${String(key)}`),
    apply: () => {
      throw new Error(`The catalogue called ${path} while it was described.`);
    },
  });
}

/** What happens to a call when nothing was granted yet: the policy's word, not the tool's. */
function kindOf(tool, decide) {
  const interaction = tool.interaction({});
  if (interaction === 'external') return tool.noOutput ? 'self-executing' : 'answered by you';
  const request = {
    toolId: tool.id,
    toolHash: '',
    effect: tool.effect,
    capability: tool.capability,
    interaction,
  };
  const { verdict } = decide(request, [], { conversationId: '' });
  return verdict === 'allow' ? 'self-executing' : 'asks first';
}

/** @param {readonly any[]} tools */
export function renderToolDocs(tools) {
  return [
    '# Tools',
    '',
    'The tools that Tandem brings along. Made by `npm run gen` from `lib/tools/catalogue.ts`; `npm test` fails when this page is out of date.',
    '',
    '- **self-executing**: it runs as soon as the model calls it.',
    '- **asks first**: the call waits for you, and runs after you allowed it or filled in its card.',
    '- **answered by you**: nothing runs; the model gets what you choose or write.',
    '',
    'A `write` changes something outside the conversation. The capability says what the tool touches. The last column is the first sentence of what the model reads.',
    '',
    '| Name | Title | Kind | Effect | Capability | What it does |',
    '| --- | --- | --- | --- | --- | --- |',
    ...tools.toSorted((left, right) => (left.name < right.name ? -1 : 1)).map(toolLine),
    '',
  ].join('\n');
}

function toolLine({ name, title, kind, effect, capability, description }) {
  const cells = [`\`${name}\``, title, kind, effect, capability, firstSentence(description)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function firstSentence(text) {
  const flat = text.replace(/\s+/g, ' ').trim();
  return /^.*?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat;
}
