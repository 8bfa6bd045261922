import { textBlock, type ToolCall } from '../../messaging/content';
import type { InteractionRequest } from '../../messaging/permission';
import type { Presentation, RunRecord, RunRecordDraft } from '../../messaging/run-record';

/** Gives drafts their places in the log, as the worker does. */
export function numbered(drafts: readonly RunRecordDraft[], firstSeq = 1): RunRecord[] {
  return drafts.map((draft, index) => ({ ...draft, seq: firstSeq + index, at: 1_000 + index }));
}

export function userTurn(turnId: string, text: string, parentId: string | null = null) {
  return {
    type: 'user-turn-added',
    turnId,
    parentId,
    blocks: [textBlock(text)],
  } as const satisfies RunRecordDraft;
}

export function runStarted(runId = 'run-1') {
  return { type: 'run-started', runId } as const satisfies RunRecordDraft;
}

export function runEnded(reason: Extract<RunRecordDraft, { type: 'run-ended' }>['reason']) {
  return { type: 'run-ended', reason } as const satisfies RunRecordDraft;
}

export function turnStarted(turnId: string, parentId: string, runId = 'run-1') {
  return {
    type: 'assistant-turn-started',
    turnId,
    parentId,
    runId,
    modelId: 'model',
  } as const satisfies RunRecordDraft;
}

export function turnCompleted(turnId: string, text: string, toolCalls: ToolCall[] = []) {
  return {
    type: 'assistant-turn-completed',
    turnId,
    text,
    reasoning: '',
    toolCalls,
  } as const satisfies RunRecordDraft;
}

export function turnFailed(turnId: string, message: string, advice?: string) {
  return {
    type: 'assistant-turn-failed',
    turnId,
    text: '',
    reasoning: '',
    error: {
      code: 'model-unreachable',
      message,
      retryable: true,
      ...(advice === undefined ? {} : { advice }),
    },
  } as const satisfies RunRecordDraft;
}

export function call(id: string, name: string, input: unknown = {}): ToolCall {
  return { id, name, argumentsJson: JSON.stringify(input) };
}

export function toolProposed(
  toolUseId: string,
  turnId: string,
  presentation: Partial<Presentation> = {},
) {
  return {
    type: 'tool-use-proposed',
    toolUseId,
    turnId,
    effect: 'read',
    signature: toolUseId,
    presentation: {
      title: 'List tabs',
      toolText: 'Look at your tabs',
      progressIcon: 'tabs',
      statusIcon: 'check',
      ...presentation,
    },
  } as const satisfies RunRecordDraft;
}

export function toolParked(toolUseId: string, request: Partial<InteractionRequest> = {}) {
  return {
    type: 'tool-use-parked',
    toolUseId,
    request: {
      kind: 'permission',
      card: 'permission',
      reason: 'Asked because it changes something outside this chat.',
      browserPermissions: [],
      ...request,
    },
  } as const satisfies RunRecordDraft;
}

export function toolStarted(toolUseId: string) {
  return { type: 'tool-use-started', toolUseId } as const satisfies RunRecordDraft;
}

export function toolSettled(
  toolUseId: string,
  settled: Partial<Extract<RunRecordDraft, { type: 'tool-use-settled' }>> = {},
): RunRecordDraft {
  return {
    outcome: 'ok',
    blocks: [textBlock('done')],
    ...settled,
    type: 'tool-use-settled',
    toolUseId,
  };
}
