import { textBlock } from '../../lib/messaging/content';
import type { PanelCommandInput, PanelEvent } from '../../lib/messaging/panel-protocol';
import { sampleRecords } from './sample-records';

const conversationId = 'c1';
const blocks = [textBlock('Hello')];
const connection = {
  baseUrl: 'https://models.example/v1',
  model: 'model',
  apiKey: 'secret',
  contextTokens: 8_000,
  supportsTools: true,
  supportsImages: false,
};

/** One valid command of every type, with every field filled in. */
export const sampleCommands: {
  [Type in PanelCommandInput['type']]: Extract<PanelCommandInput, { type: Type }>;
} = {
  'conversation-open': { type: 'conversation-open', conversationId, afterSeq: 3 },
  'conversation-create': { type: 'conversation-create', temporary: true },
  'conversations-list': { type: 'conversations-list' },
  'conversation-rename': { type: 'conversation-rename', conversationId, title: 'Holidays' },
  'conversation-delete': { type: 'conversation-delete', conversationId },
  'conversation-restore': { type: 'conversation-restore', conversationId },
  'prompt-send': {
    type: 'prompt-send',
    conversationId,
    blocks,
    toolChoice: { kind: 'any', disableParallel: true },
    onlyTools: ['look'],
    mode: 'plan',
  },
  'mode-set': { type: 'mode-set', conversationId, mode: 'plan' },
  'queued-prompt-discard': { type: 'queued-prompt-discard', conversationId },
  'run-stop': { type: 'run-stop', conversationId },
  'run-pause': { type: 'run-pause', conversationId },
  'run-resume': { type: 'run-resume', conversationId },
  'run-continue': { type: 'run-continue', conversationId },
  'turn-retry': { type: 'turn-retry', conversationId },
  'turn-regenerate': { type: 'turn-regenerate', conversationId, turnId: 'a1' },
  'turn-edit': { type: 'turn-edit', conversationId, turnId: 'u1', blocks },
  'branch-select': { type: 'branch-select', conversationId, turnId: 'u1' },
  'tool-use': { type: 'tool-use', conversationId, toolUseId: 't1', userInput: { tabIds: [1] } },
  'tool-answer': { type: 'tool-answer', conversationId, toolUseId: 't1', blocks },
  'permission-answer': {
    type: 'permission-answer',
    conversationId,
    toolUseId: 't1',
    decision: 'deny',
    word: 'Not now.',
    argumentsJson: '{}',
    breadth: 'tool',
    expiresInMs: 1_000,
  },
  'settings-read': { type: 'settings-read' },
  'connection-save': { type: 'connection-save', connection },
  'connection-test': { type: 'connection-test', connection },
  'connection-remove': { type: 'connection-remove' },
  'tool-switch': { type: 'tool-switch', toolId: 'builtin::look', enabled: false },
  'feature-switch': { type: 'feature-switch', feature: 'memory', enabled: false },
  'settings-export': { type: 'settings-export' },
  'settings-import': { type: 'settings-import', json: '{}' },
  'tabs-list': { type: 'tabs-list' },
  'tab-attach': { type: 'tab-attach', conversationId, tabId: 7 },
  'tab-detach': { type: 'tab-detach', conversationId, tabId: 7 },
  'attachments-list': { type: 'attachments-list', conversationId },
  'grants-list': { type: 'grants-list' },
  'grant-revoke': { type: 'grant-revoke', grantId: 'g1', conversationId },
  'grants-revoke': { type: 'grants-revoke', grants: [{ grantId: 'g1', conversationId }] },
  'site-block': { type: 'site-block', site: 'shop.example' },
  'site-unblock': { type: 'site-unblock', site: 'shop.example' },
  'activity-list': {
    type: 'activity-list',
    query: 'shop',
    after: { at: 1, conversationId, toolUseId: 't1' },
    limit: 10,
  },
  'activity-clear': { type: 'activity-clear' },
  'data-summary': { type: 'data-summary' },
  'memory-delete': { type: 'memory-delete', key: 'name' },
  'data-export': { type: 'data-export', cursor: { conversationId, afterSeq: 3 } },
  'data-delete': { type: 'data-delete' },
};

const error = { code: 'stopped', message: 'Stopped.', retryable: false, advice: 'Go on.' };

export const sampleEvents: PanelEvent[] = [
  { type: 'command-answered', requestId: 'r1', value: { json: '{}' } },
  { type: 'command-refused', requestId: '', error },
  { type: 'records-appended', conversationId, records: sampleRecords },
  {
    type: 'live-event',
    conversationId,
    event: { type: 'text-streamed', turnId: 'a1', text: 'Hel', reasoning: '' },
  },
  {
    type: 'live-event',
    conversationId,
    event: { type: 'text-replaced', turnId: 'a1', text: 'Hello', reasoning: 'Hm.' },
  },
  {
    type: 'live-event',
    conversationId,
    event: { type: 'request-retried', turnId: 'a1', attempt: 1, delayMs: 1_000, error },
  },
  {
    type: 'conversations-changed',
    changed: [{ id: 'c1', title: 'Holidays', updatedAt: 1, state: 'waiting', temporary: false }],
    removed: ['c2'],
  },
  {
    type: 'settings-changed',
    settings: {
      connection: {
        baseUrl: 'https://models.example/v1',
        model: 'model',
        contextTokens: 8_000,
        supportsTools: true,
        supportsImages: false,
        hasKey: true,
      },
      tools: [
        {
          id: 'builtin::look',
          name: 'look',
          title: 'Look',
          description: 'Looks.',
          enabled: true,
          feature: 'memory',
        },
      ],
      features: { memory: true },
      blockedSites: ['shop.example'],
    },
  },
  {
    type: 'settings-changed',
    settings: { connection: null, tools: [], features: {}, blockedSites: [] },
  },
  { type: 'trouble-reported', error },
  { type: 'grants-changed' },
];
