import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import { findToolUse, type ToolUse } from '../messaging/conversation-state';
import { AppError } from '../shared/app-error';
import { normalOrigin } from '../shared/origin';
import { createNonce, neutralise } from '../shared/untrusted-text';
import { errorToResult } from '../tools/convert-result';
import { executeTool, prepareCall, unknownToolResult } from '../tools/executor';
import type { JsonObject } from '../shared/json';
import type { Tool, ToolResult } from '../tools/tool';
import { MAX_RESULT_LENGTH, truncateBlocks } from '../tools/truncate-result';
import type { AdmittedUse } from './admissions';
import type { ConversationLog } from './conversation-log';
import type { ConversationOptions } from './conversation-options';
import type { Offers } from './offers';

const TOOLTIP_LIMIT = 4_000;
/** Foreign text travels between marks, and nothing is longer than a result may be. */
const ROOM_FOR_MARKS = 300;

interface Report {
  result: ToolResult;
  tooltip: string;
  /** Where the data in the result came from. */
  origins: string[];
}

/** Runs tools that may run. Each has its record before it starts and one when it is settled. */
export class ToolRunner {
  readonly #log: ConversationLog;
  readonly #options: ConversationOptions;
  readonly #offers: Offers;
  readonly #conversationId: string;
  readonly #executions = new Map<string, AbortController>();

  constructor(
    log: ConversationLog,
    options: ConversationOptions,
    offers: Offers,
    conversationId: string,
  ) {
    this.#log = log;
    this.#options = options;
    this.#offers = offers;
    this.#conversationId = conversationId;
  }

  get count(): number {
    return this.#executions.size;
  }

  isExecuting(toolUseId: string): boolean {
    return this.#executions.has(toolUseId);
  }

  /** The caller has written, or writes, what became of the use; a late result changes nothing. */
  abort(toolUseId: string): void {
    this.#executions.get(toolUseId)?.abort(new AppError('stopped', 'Stopped.'));
    this.#executions.delete(toolUseId);
  }

  /** One promise a use; `onSettled` is called as soon as the state knows, before it is durable. */
  start(admitted: readonly AdmittedUse[], onSettled: () => void): Promise<void>[] {
    for (const { use } of admitted) this.#executions.set(use.id, new AbortController());
    const durable = this.#log.commit(
      admitted.map(({ use, grantId }) => ({
        type: 'tool-use-started',
        toolUseId: use.id,
        // Judged again, it may stand on another grant than when it was proposed.
        ...(grantId === undefined || grantId === use.grantId ? {} : { grantId }),
      })),
    );
    return admitted.map(({ use }) => this.#execute(use, durable, onSettled));
  }

  async #execute(use: ToolUse, durable: Promise<void>, onSettled: () => void): Promise<void> {
    const controller = this.#executions.get(use.id);
    if (!controller) return;
    const { signal } = controller;
    try {
      await durable;
      if (signal.aborted) return;
      const startedAt = this.#options.clock.now();
      const { result, tooltip, origins } = await this.#run(use, signal);
      if (signal.aborted || findToolUse(this.#log.state, use.id)?.state !== 'running') return;
      const failed = result.isError === true;
      const tookMs = this.#options.clock.now() - startedAt;
      this.#options.statistics?.record(use.call.name, !failed, tookMs);
      this.#executions.delete(use.id);
      // The next request follows at once as a rule, and waits for its own record anyway.
      const stored = this.#log.commit(
        [
          {
            type: 'tool-use-settled',
            toolUseId: use.id,
            outcome: failed ? 'error' : 'ok',
            blocks: result.blocks,
            ...(result.artifacts === undefined ? {} : { artifacts: result.artifacts }),
            ...(origins.length === 0 ? {} : { origins, nonce: createNonce() }),
            tooltip: tooltip.slice(0, TOOLTIP_LIMIT),
          },
        ],
        { lazily: true },
      );
      onSettled();
      await stored;
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.#executions.get(use.id) === controller) this.#executions.delete(use.id);
    }
  }

  async #run(use: ToolUse, signal: AbortSignal): Promise<Report> {
    const offered = (await this.#offers.current()).byId.get(use.toolId ?? '');
    // A tool that went away or changed since it was approved is not the one that was approved.
    if (offered?.hash !== use.toolHash || !offered) {
      return { result: unknownToolResult(use.call.name), tooltip: '', origins: [] };
    }
    const { tool } = offered;
    const { editedJson } = use;
    const call = editedJson === undefined ? use.call : { ...use.call, argumentsJson: editedJson };
    const prepared = prepareCall(tool, call);
    if (!prepared.ok) {
      return { result: prepared.result, tooltip: textOf(prepared.result.blocks), origins: [] };
    }
    const executed = await executeTool({
      tool,
      input: prepared.input,
      context: {
        toolCall: { ...call, name: tool.name },
        conversationId: this.#conversationId,
        runId: this.#log.state.run?.id ?? '',
        metadata: {},
        signal,
        clock: this.#options.clock,
        dataOrigins: [...this.#log.state.dataOrigins],
        ...(use.userInput === undefined ? {} : { userInput: use.userInput }),
      },
      onToolError: (error) => this.#options.onToolError?.(error, tool.name),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return errorToResult(error);
    });
    const origins = [...new Set(tool.reads(prepared.input).map(normalOrigin))];
    const result =
      origins.length === 0 ? executed : { ...executed, blocks: harmless(executed.blocks) };
    return {
      result: editedJson === undefined ? result : withNote(result, editedJson),
      tooltip: tooltipOf(tool, prepared.input, result),
      origins,
    };
  }
}

/** As foreign text may enter the conversation: nothing hidden in it, nothing that poses as ours. */
function harmless(blocks: readonly ContentBlock[]): ContentBlock[] {
  const cleaned = blocks.map((block) =>
    block.type === 'text' ? textBlock(neutralise(block.text)) : block,
  );
  return truncateBlocks(cleaned, MAX_RESULT_LENGTH - ROOM_FOR_MARKS);
}

/** The model must know that it was not its own words that were carried out. */
function withNote(result: ToolResult, argumentsJson: string): ToolResult {
  const note = `[The user changed the arguments before they allowed this. It ran with ${argumentsJson}]`;
  return { ...result, blocks: truncateBlocks([textBlock(note), ...result.blocks]) };
}

/** The tool has run: a tooltip that fails must not cost its result. */
function tooltipOf(tool: Tool, input: JsonObject, result: ToolResult): string {
  const raw = textOf(result.blocks);
  try {
    return tool.tooltip(input, result) || raw;
  } catch {
    return raw;
  }
}
