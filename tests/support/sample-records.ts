import { textBlock } from '../../lib/messaging/content';
import type { RunRecord, RunRecordDraft } from '../../lib/messaging/run-record';

/** Gives drafts their places in a log, one a second. */
export function numbered(drafts: readonly RunRecordDraft[], firstSeq = 1): RunRecord[] {
  return drafts.map((draft, index) => ({
    ...draft,
    seq: firstSeq + index,
    at: (firstSeq + index) * 1_000,
  }));
}

const sampleGrant = {
  id: 'grant-1',
  scope: 'chat',
  conversationId: 'c1',
  toolId: 'builtin::write',
  toolHash: 'hash',
  givenAt: 1,
} as const;

/** One valid record of every type, with every field filled in, in an order that makes sense. */
export const sampleDrafts: {
  [Type in RunRecordDraft['type']]: Extract<RunRecordDraft, { type: Type }>;
} = {
  'user-turn-added': {
    type: 'user-turn-added',
    turnId: 'u1',
    parentId: null,
    blocks: [
      textBlock('Look at this'),
      { type: 'image', mediaType: 'image/png', data: 'AAAA' },
      { type: 'document', mediaType: 'application/pdf', data: 'BBBB', name: 'a.pdf' },
    ],
    toolChoice: { kind: 'tool', name: 'write', disableParallel: true },
    onlyTools: ['write'],
  },
  'run-started': { type: 'run-started', runId: 'run-1' },
  'assistant-turn-started': {
    type: 'assistant-turn-started',
    turnId: 'a1',
    parentId: 'u1',
    runId: 'run-1',
    modelId: 'model',
    guard: 'limit',
  },
  'assistant-turn-checkpointed': {
    type: 'assistant-turn-checkpointed',
    turnId: 'a1',
    text: 'One ',
    reasoning: 'H',
  },
  'assistant-turn-completed': {
    type: 'assistant-turn-completed',
    turnId: 'a1',
    text: 'One moment.',
    reasoning: 'Hm.',
    toolCalls: [{ id: 't1', name: 'write', argumentsJson: '{"value":1}', providerState: { a: 1 } }],
    cut: 'length',
    usage: { inputTokens: 7, outputTokens: 2 },
    providerState: { model: 'model', blocks: [{ signature: 's' }] },
  },
  'tool-use-proposed': {
    type: 'tool-use-proposed',
    toolUseId: 't1',
    turnId: 'a1',
    toolId: 'builtin::write',
    toolHash: 'hash',
    effect: 'write',
    presentation: {
      title: 'Write',
      toolText: 'Write it',
      progressIcon: 'pen',
      statusIcon: 'check',
      expanded: 'json',
    },
    signature: 'write 1',
    lane: 'tab:1',
    endsTurn: true,
    grantId: 'grant-1',
  },
  'tool-use-parked': {
    type: 'tool-use-parked',
    toolUseId: 't1',
    request: {
      kind: 'permission',
      card: 'permission',
      reason: 'It changes something.',
      browserPermissions: ['tabs'],
      alwaysLabel: 'Write',
    },
  },
  'grant-given': { type: 'grant-given', grant: sampleGrant },
  'grant-revoked': { type: 'grant-revoked', grantId: 'grant-1' },
  'mode-set': { type: 'mode-set', mode: 'plan' },
  'tool-use-approved': { type: 'tool-use-approved', toolUseId: 't1', userInput: { tabIds: [4] } },
  'tool-use-started': { type: 'tool-use-started', toolUseId: 't1' },
  'run-paused': { type: 'run-paused' },
  'run-resumed': { type: 'run-resumed' },
  'tool-use-requeued': { type: 'tool-use-requeued', toolUseId: 't1' },
  'tool-use-settled': {
    type: 'tool-use-settled',
    toolUseId: 't1',
    outcome: 'ok',
    blocks: [textBlock('written')],
    artifacts: [{ kind: 'chart', title: 'Chart', mediaType: 'image/svg+xml', data: '<svg/>' }],
    tooltip: 'saw it',
    statusIcon: 'done',
    inDoubt: false,
  },
  'prompt-queued': {
    type: 'prompt-queued',
    blocks: [textBlock('Then this')],
    toolChoice: { kind: 'none' },
    onlyTools: [],
  },
  'prompt-dequeued': { type: 'prompt-dequeued', returned: true },
  'assistant-turn-failed': {
    type: 'assistant-turn-failed',
    turnId: 'a1',
    text: 'Half',
    reasoning: 'Hm',
    error: { code: 'model-overload', message: 'Busy.', retryable: true, advice: 'Wait.' },
  },
  'leaf-moved': { type: 'leaf-moved', turnId: 'u1' },
  'user-turn-retracted': { type: 'user-turn-retracted', turnId: 'u1' },
  'run-ended': { type: 'run-ended', reason: 'stopped' },
};

export const sampleRecords: RunRecord[] = numbered(Object.values(sampleDrafts));
