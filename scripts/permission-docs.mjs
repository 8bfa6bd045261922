import { runnerImport } from 'vite';

/** The policy and the words it is told in, loaded as the worker does. */
export async function loadPolicy() {
  const load = async (path) =>
    (await runnerImport(path, { configFile: false, logLevel: 'error' })).module;
  const { decide, rules, mayBeAlways } = await load('./lib/permissions/policy.ts');
  const { capabilities } = await load('./lib/messaging/permission.ts');
  return { decide, rules, mayBeAlways, capabilities };
}

const site = 'https://shop.example';
const withSite = new Set(['read-page', 'act-on-page', 'navigate', 'send-out']);
const reading = new Set(['read-page', 'read-browser', 'none']);

const grant = { id: 'g', toolId: 'builtin::tool', toolHash: 'h', givenAt: 0 };
const here = { conversationId: 'c', mode: 'ask', now: 1, dataOrigins: [], blockedSites: [] };
const foreignData = { dataOrigins: ['https://mail.example'] };

/** What may be the case beside the call itself; `grants` are made for the request. */
const situations = [
  { title: 'nothing granted' },
  { title: 'for this chat', grants: [{ scope: 'chat', conversationId: 'c' }] },
  { title: 'always', grants: [{ scope: 'always' }] },
  { title: 'always, for another site', grants: [{ scope: 'always', site: 'https://b.example' }] },
  { title: 'always, tool changed', grants: [{ scope: 'always', toolHash: 'old' }] },
  { title: 'always, data of others held', grants: [{ scope: 'always' }], context: foreignData },
  {
    title: 'exactly this, data of others held',
    grants: [{ scope: 'chat', conversationId: 'c', exactly: '{}' }],
    context: foreignData,
  },
  { title: 'always, plan first', grants: [{ scope: 'always' }], context: { mode: 'plan' } },
  { title: 'always, read only', grants: [{ scope: 'always' }], context: { mode: 'read-only' } },
  {
    title: 'always, site blocked',
    grants: [{ scope: 'always' }],
    context: { blockedSites: ['shop.example'] },
  },
];

/** @param {Awaited<ReturnType<typeof loadPolicy>>} policy */
export function renderPermissionDocs({ decide, rules, mayBeAlways, capabilities }) {
  const calls = capabilities.map((capability) => ({
    title: `${capability} (${reading.has(capability) ? 'read' : 'write'})`,
    request: requestOf(capability, 'builtin::tool'),
  }));
  const foreign = {
    title: 'any tool of a page, a server or the user',
    request: { ...requestOf('none', `site:${site}:tool`), target: { origin: site } },
  };
  return [
    '# Permissions',
    '',
    'How Tandem decides whether a call of a tool runs, asks or is refused. Made by `npm run gen` from `lib/permissions/policy.ts`; `npm test` fails when this page is out of date.',
    '',
    'The policy is a pure function. It sees the tool (its id, the hash of what it says of itself, its capability and effect), where the call would act or send to, where the data came from that the chat has ever held, the mode of the chat, the blocked sites and the grants. It never sees what the model says.',
    '',
    '## The rules, in order',
    '',
    'The first rule that has something to say decides.',
    '',
    '| # | Rule | When |',
    '| --- | --- | --- |',
    ...rules.map(({ id, when }, index) => `| ${index + 1} | ${id} | ${when} |`),
    '',
    'In a run that nobody looks on, such as a scheduled one, `ask` and `hand over` become `deny`.',
    '',
    '## The decision table',
    '',
    'Each cell is what the policy said when this page was made. The columns name what was granted before and what else is the case; the site of the call is always the same, unless a column says otherwise. `hand over` means that the call never runs and the person is asked to do it.',
    '',
    row(['Call', ...situations.map(({ title }) => title), 'may be always?']),
    row(['---', ...situations.map(() => '---'), '---']),
    ...[...calls, foreign].map(({ title, request }) =>
      row([
        title,
        ...situations.map((situation) => verdict(decide, request, situation)),
        offersAlways(decide, mayBeAlways, request) ? 'yes' : 'no',
      ]),
    ),
    row([
      'anything that only a person may do',
      ...situations.map((situation) =>
        verdict(
          decide,
          { ...requestOf('act-on-page', 'builtin::tool'), humanOnly: 'password' },
          situation,
        ),
      ),
      'no',
    ]),
    '',
    'A grant is made for one tool as it is (or for our own tools of one capability, each as it is), for one site and frame, for one chat or for always, perhaps until a date, and, when it comes from a plan, for a number of calls. Nothing wider is ever inferred from it.',
    '',
  ].join('\n');
}

function requestOf(capability, toolId) {
  return {
    toolId,
    toolHash: 'h',
    effect: reading.has(capability) ? 'read' : 'write',
    capability,
    interaction: 'none',
    inputKey: '{}',
    ...(withSite.has(capability) ? { target: { origin: site } } : {}),
  };
}

function verdict(decide, request, { grants = [], context = {} }) {
  const given = grants.map((made) => ({
    ...grant,
    toolId: request.toolId,
    ...(request.target ? { site: request.target.origin } : {}),
    ...made,
  }));
  const decision = decide(request, given, { ...here, ...context });
  return decision.handOver === undefined ? decision.verdict : 'hand over';
}

function offersAlways(decide, mayBeAlways, request) {
  return mayBeAlways(request, decide(request, [], here));
}

function row(cells) {
  return `| ${cells.join(' | ')} |`;
}
