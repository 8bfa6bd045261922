import type { StoreApi } from 'zustand/vanilla';
import { textBlock, type ContentBlock } from '../messaging/content';
import type { ConversationMode } from '../messaging/permission';
import type { PanelCommandInput, SettingsView, TabSummary } from '../messaging/panel-protocol';
import type { ConnectionDraftInput } from '../messaging/settings';
import { AppError, reportOf } from '../shared/app-error';
import type { ErrorReport } from '../shared/error-report';
import { createRandomId } from '../shared/ids';
import type { DraftKeeper } from './draft-keeper';
import { isBegun, modeOf, type PanelState } from './panel-state';
import type { PanelAnswer, PortClient } from './port-client';

/** What became of an action; a failure is an answer too. */
export type Outcome<Value = null> = { ok: true; value: Value } | { ok: false; error: ErrorReport };

type PermissionAnswer = Extract<PanelCommandInput, { type: 'permission-answer' }>;
export type PermissionDecision = PermissionAnswer['decision'];
/** What may go along with a decision. */
export type PermissionDetails = Pick<
  PermissionAnswer,
  'word' | 'argumentsJson' | 'breadth' | 'expiresInMs'
>;
export type Feature = Extract<PanelCommandInput, { type: 'feature-switch' }>['feature'];
export type ConnectionTestResult = PanelAnswer<'connection-test'>;

export interface PanelActions {
  write: (draft: string) => void;
  send: (text: string) => Promise<Outcome>;
  discardQueued: () => Promise<Outcome>;
  stop: () => Promise<Outcome>;
  pause: () => Promise<Outcome>;
  resume: () => Promise<Outcome>;
  continueRun: () => Promise<Outcome>;
  retry: () => Promise<Outcome>;
  regenerate: (turnId: string) => Promise<Outcome>;
  edit: (turnId: string, text: string) => Promise<Outcome>;
  selectBranch: (turnId: string) => Promise<Outcome>;
  useTool: (toolUseId: string, userInput?: unknown) => Promise<Outcome>;
  answerTool: (toolUseId: string, blocks: ContentBlock[]) => Promise<Outcome>;
  answerPermission: (
    toolUseId: string,
    decision: PermissionDecision,
    details?: PermissionDetails,
  ) => Promise<Outcome>;
  /** How much may be done in the chat that is shown before it has to be asked for. */
  setMode: (mode: ConversationMode) => Promise<Outcome>;
  newChat: (options?: { temporary?: boolean }) => Promise<Outcome>;
  /** Chats, memories, permissions, settings and keys: everything. */
  deleteEverything: () => Promise<Outcome>;
  saveConnection: (connection: ConnectionDraftInput) => Promise<Outcome>;
  /** With its key; the built-in assistant answers from then on. */
  removeConnection: () => Promise<Outcome>;
  testConnection: (connection: ConnectionDraftInput) => Promise<Outcome<ConnectionTestResult>>;
  switchTool: (toolId: string, enabled: boolean) => Promise<Outcome>;
  switchFeature: (feature: Feature, enabled: boolean) => Promise<Outcome>;
  exportSettings: () => Promise<Outcome<string>>;
  importSettings: (json: string) => Promise<Outcome>;
  listTabs: () => Promise<Outcome<TabSummary[]>>;
  dismissTrouble: () => void;
}

export interface PanelActionsOptions {
  client: PortClient;
  store: StoreApi<PanelState>;
  switchTo: (find: () => Promise<string>) => Promise<void>;
  readSettings: () => Promise<void>;
  drafts?: DraftKeeper | undefined;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** Commands that are answered with nothing but that they were carried out. */
type PlainCommand = Exclude<PanelCommandInput, { type: keyof AnsweredTypes }>;
type AnsweredTypes = {
  [Type in PanelCommandInput['type'] as PanelAnswer<Type> extends null ? never : Type]: true;
};
type ConversationCommand = DistributiveOmit<
  Extract<PlainCommand, { conversationId: string }>,
  'conversationId'
>;

/** What a person can do, as commands to the worker. */
export function createPanelActions(options: PanelActionsOptions): PanelActions {
  const { client, store, switchTo, readSettings, drafts } = options;

  const told = (work: () => Promise<unknown>) => toldIn(store, work);

  function shownConversation(): string {
    const { conversationId } = store.getState();
    if (conversationId !== null) return conversationId;
    throw new AppError('not-connected', 'Tandem is still starting. Try again in a moment.', {
      retryable: true,
    });
  }

  function inConversation(command: ConversationCommand): Promise<Outcome> {
    return told(() => client.request({ ...command, conversationId: shownConversation() }));
  }

  /** A card tells itself what became of its answer. */
  function onCard(command: ConversationCommand): Promise<Outcome> {
    return attempt(async () => {
      await client.request({ ...command, conversationId: shownConversation() });
      return null;
    });
  }

  /** Shown at once; what the worker says afterwards counts. */
  function switched(command: PanelCommandInput, change: (settings: SettingsView) => SettingsView) {
    return told(async () => {
      store.setState(({ settings }) => (settings ? { settings: change(settings) } : {}));
      try {
        await client.request(command);
      } finally {
        await readSettings();
      }
    });
  }

  return {
    write: (draft) => store.setState({ draft }),
    async send(text) {
      const { conversationId } = store.getState();
      const prompt = { conversationId: conversationId ?? '', turnId: createRandomId(), text };
      drafts?.sending(prompt);
      store.setState(({ draft }) => ({
        // A suggestion is sent past what somebody is writing.
        draft: draft.trim() === text.trim() ? '' : draft,
        trouble: null,
      }));
      drafts?.flush();
      const outcome = await inConversation({
        type: 'prompt-send',
        turnId: prompt.turnId,
        blocks: [textBlock(text.trim())],
        ...firstMode(store.getState()),
      });
      const isShown = store.getState().conversationId === conversationId;
      if (!outcome.ok && isShown) store.setState(({ draft }) => ({ draft: joined(text, draft) }));
      if (outcome.ok || isShown) drafts?.settled(prompt);
      else drafts?.returned(prompt);
      return outcome;
    },
    discardQueued: () => inConversation({ type: 'queued-prompt-discard' }),
    stop: () => inConversation({ type: 'run-stop' }),
    pause: () => inConversation({ type: 'run-pause' }),
    resume: () => inConversation({ type: 'run-resume' }),
    continueRun: () => inConversation({ type: 'run-continue' }),
    retry: () => inConversation({ type: 'turn-retry' }),
    regenerate: (turnId) => inConversation({ type: 'turn-regenerate', turnId }),
    edit: (turnId, text) =>
      inConversation({ type: 'turn-edit', turnId, blocks: [textBlock(text.trim())] }),
    selectBranch: (turnId) => inConversation({ type: 'branch-select', turnId }),
    useTool: (toolUseId, userInput) =>
      onCard({
        type: 'tool-use',
        toolUseId,
        ...(userInput === undefined ? {} : { userInput }),
      }),
    answerTool: (toolUseId, blocks) => onCard({ type: 'tool-answer', toolUseId, blocks }),
    answerPermission: (toolUseId, decision, details = {}) =>
      onCard({ type: 'permission-answer', toolUseId, decision, ...details }),
    setMode: (mode) => {
      const state = store.getState();
      if (state.conversationId === null || isBegun(state)) {
        return inConversation({ type: 'mode-set', mode });
      }
      store.setState({ firstMode: { conversationId: state.conversationId, mode } });
      return Promise.resolve({ ok: true, value: null });
    },
    newChat: ({ temporary = false } = {}) =>
      told(async () => {
        await switchTo(async () => {
          const created = await client.request({ type: 'conversation-create', temporary });
          return created.conversationId;
        });
        store.setState({ trouble: null });
      }),
    saveConnection: (connection) =>
      attempt(async () => {
        await client.request({ type: 'connection-save', connection });
        await readSettings();
        return null;
      }),
    removeConnection: () =>
      attempt(async () => {
        await client.request({ type: 'connection-remove' });
        await readSettings();
        return null;
      }),
    testConnection: (connection) =>
      attempt(() => client.request({ type: 'connection-test', connection })),
    switchTool: (toolId, enabled) =>
      switched({ type: 'tool-switch', toolId, enabled }, (settings) => ({
        ...settings,
        tools: settings.tools.map((tool) => (tool.id === toolId ? { ...tool, enabled } : tool)),
      })),
    switchFeature: (feature, enabled) =>
      switched({ type: 'feature-switch', feature, enabled }, (settings) => ({
        ...settings,
        features: { ...settings.features, [feature]: enabled },
      })),
    exportSettings: () =>
      attempt(async () => (await client.request({ type: 'settings-export' })).json),
    importSettings: (json) =>
      attempt(async () => {
        await client.request({ type: 'settings-import', json });
        await readSettings();
        return null;
      }),
    deleteEverything: () =>
      attempt(async () => {
        await client.request({ type: 'data-delete' });
        return null;
      }),
    listTabs: () => attempt(async () => (await client.request({ type: 'tabs-list' })).tabs),
    dismissTrouble: () => store.setState({ trouble: null }),
  };
}

/** A chat that was never begun is in no log; what was chosen for it goes with its first words. */
function firstMode(state: PanelState): { mode?: ConversationMode } {
  const mode = modeOf(state);
  return isBegun(state) || mode === state.conversation.mode ? {} : { mode };
}

function joined(first: string, second: string): string {
  return [first, second].filter((text) => text.trim() !== '').join('\n\n');
}

/** For what happens in the chat: a failure is told above the composer. */
export async function toldIn(
  store: StoreApi<PanelState>,
  work: () => Promise<unknown>,
): Promise<Outcome> {
  const outcome = await attempt(async () => {
    await work();
    return null;
  });
  if (!outcome.ok) store.setState({ trouble: outcome.error });
  return outcome;
}

export async function attempt<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: reportOf(error) };
  }
}
