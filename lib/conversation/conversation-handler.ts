import { textBlock, type ContentBlock } from '../messaging/content';
import {
  answerTurns,
  newestLeafBelow,
  versionsOf,
  type ConversationState,
} from '../messaging/conversation-state';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { ConversationMode } from '../messaging/permission';
import type { RunRecordDraft } from '../messaging/run-record';
import { AppError } from '../shared/app-error';
import { createRandomId, type CreateId } from '../shared/ids';
import type { Tool } from '../tools/tool';
import { Approvals, endOfPlan, isEmpty, type GrantTerms, type PermissionAnswer } from './approvals';
import { ConversationLog } from './conversation-log';
import type { ConversationOptions } from './conversation-options';
import { Gate } from './gate';
import { Offers } from './offers';
import { promptFields, type Prompt } from './prompt';
import { recoveryRecords } from './recovery';
import { ToolRunner } from './tool-runner';
import { TurnLoop } from './turn-loop';

/**
 * One conversation: what a person can do to it. Each method checks, writes records, and lets the
 * turn loop go on from what the records say.
 */
export class ConversationHandler {
  readonly id: string;
  readonly #log: ConversationLog;
  readonly #offers: Offers;
  readonly #runner: ToolRunner;
  readonly #loop: TurnLoop;
  readonly #createId: CreateId;
  readonly #approvals: Approvals;

  constructor(options: ConversationOptions) {
    this.#createId = options.createId ?? createRandomId;
    this.id = options.conversationId ?? this.#createId();
    this.#log = new ConversationLog({
      log: options.log,
      conversationId: this.id,
      clock: options.clock,
      onRecords: (records) => options.onRecords?.(records),
    });
    const { id: conversationId } = this;
    this.#offers = new Offers(this.#log, options, conversationId);
    this.#runner = new ToolRunner(this.#log, options, this.#offers, conversationId);
    const gate = new Gate({
      conversationId,
      temporary: options.temporary,
      policy: options.policy,
      clock: options.clock,
      state: () => this.#log.state,
      lastingGrants: options.grants && (() => options.grants?.list() ?? Promise.resolve([])),
      blockedSites: options.blockedSites,
    });
    this.#approvals = new Approvals({
      conversationId,
      state: () => this.#log.state,
      offers: this.#offers,
      gate,
      grants: options.grants,
      clock: options.clock,
      createId: this.#createId,
      proceed: (records) => this.#proceed(records),
    });
    this.#loop = new TurnLoop(
      {
        log: this.#log,
        offers: this.#offers,
        runner: this.#runner,
        gate,
        conversationId,
        createId: this.#createId,
      },
      options,
    );
  }

  get state(): ConversationState {
    return this.#log.state;
  }

  /** True while a model is asked or a tool runs, from the first request to the last answer. */
  get busy(): boolean {
    return this.state.run?.status === 'running' && !this.#loop.parked;
  }

  get activeExecutionCount(): number {
    return this.#runner.count;
  }

  isExecuting(toolUseId: string): boolean {
    return this.#runner.isExecuting(toolUseId);
  }

  /** Reads what was stored, so that a new worker knows what the last one knew. */
  async load(): Promise<void> {
    await this.#log.load();
  }

  /** Goes on with what was under way when the last worker died. */
  async recover(): Promise<void> {
    if (this.state.run?.status !== 'running') {
      await this.#log.commit(recoveryRecords(this.state));
      return;
    }
    this.#loop.runStarted();
    await this.#proceed(recoveryRecords(this.state));
  }

  /**
   * Lets go of everything and writes nothing more: the conversation is deleted. What was under way
   * stays in the log as if the worker had died there, and goes on so if the deletion is undone.
   */
  async abandon(): Promise<void> {
    const { run } = this.state;
    const closed = this.#log.close();
    this.#loop.interrupt('cancelled');
    if (run && run.status !== 'ended') this.#loop.runEnded();
    await closed;
  }

  /** Nothing happens in it, and all of it is in the log: it can be woken again from there. */
  get idle(): boolean {
    const { run } = this.state;
    return (!run || run.status === 'ended') && this.#loop.quiet && this.#log.settled;
  }

  /** Everything that can be called now, from all sources. */
  async getTools(): Promise<Tool[]> {
    const offer = await this.#offers.refresh(await this.#offers.model());
    return [...offer.byId.values()].map(({ tool }) => tool);
  }

  /** Resolves when nothing more happens by itself: answered, parked, paused, failed or stopped. */
  whenQuiet(): Promise<void> {
    return this.#loop.whenQuiet();
  }

  /** What was streamed of the turn under way, for a panel that opens in the middle. */
  get streamed(): LiveEvent | undefined {
    return this.#loop.streamed;
  }

  async submit(prompt: Prompt): Promise<void> {
    if (isEmpty(prompt.blocks)) throw new AppError('prompt-empty', 'Write a message first.');
    const { turnId } = prompt;
    // Sent again by a panel that saw the worker die before it could confirm.
    if (turnId !== undefined && this.#knowsPrompt(turnId)) return;
    if (this.#loop.asking) {
      if (this.state.queued) {
        throw new AppError(
          'prompt-already-queued',
          'One message is already waiting. It is sent when the current answer is complete.',
        );
      }
      const id = turnId === undefined ? {} : { turnId };
      await this.#log.commit([{ type: 'prompt-queued', ...id, ...promptFields(prompt) }]);
      return;
    }
    await this.#begin(prompt, this.state.leafId);
  }

  async discardQueued(): Promise<void> {
    if (this.state.queued) await this.#log.commit([{ type: 'prompt-dequeued', returned: true }]);
  }

  /** Runs a tool that waited for the user; `userInput` is what they chose on its card. */
  async useTool(toolUseId: string, userInput?: unknown): Promise<void> {
    await this.#approvals.use(toolUseId, userInput);
  }

  /** Answers a tool that nobody here executes. */
  async respondToToolUse(toolUseId: string, blocks: readonly ContentBlock[]): Promise<void> {
    await this.#approvals.respond(toolUseId, blocks);
  }

  async respondToPermission(
    toolUseId: string,
    answer: PermissionAnswer,
    word?: string,
    terms: GrantTerms = {},
  ): Promise<void> {
    await this.#approvals.answer(toolUseId, answer, word, terms);
  }

  /** How much may be done from now on; what waits for its turn is judged anew. */
  async setMode(mode: ConversationMode): Promise<void> {
    if (mode === this.state.mode) return;
    const ended = this.state.mode === 'plan' ? endOfPlan(this.state) : [];
    await this.#proceed([{ type: 'mode-set', mode }, ...ended]);
  }

  /** A call that has not started no longer counts on this grant; in a chat at rest there is none. */
  async revokeGrant(grantId: string): Promise<void> {
    const { grants, revokedGrants, run } = this.state;
    const isOwn = grants.some(({ id }) => id === grantId);
    const isActive = run !== null && run.status !== 'ended';
    if (revokedGrants.has(grantId) || !(isOwn || isActive)) return;
    await this.#proceed([{ type: 'grant-revoked', grantId }]);
  }

  /** Ends the run now: the stream is cut, running tools are aborted, nothing more is sent. */
  async stop(): Promise<void> {
    const { run, queued } = this.state;
    if (!run || run.status === 'ended') return;
    const retraction = this.#retraction();
    const records = [
      ...this.#loop.interrupt('cancelled'),
      ...retraction,
      ...(queued ? [{ type: 'prompt-dequeued' as const, returned: true }] : []),
      { type: 'run-ended' as const, reason: 'stopped' as const },
    ];
    this.#loop.runEnded();
    await this.#log.commit(records);
  }

  async pause(): Promise<void> {
    if (this.state.run?.status === 'running') await this.#log.commit([{ type: 'run-paused' }]);
  }

  async resume(): Promise<void> {
    if (this.state.run?.status === 'paused') await this.#proceed([{ type: 'run-resumed' }]);
  }

  /** Asks once more after a failure. */
  async retry(): Promise<void> {
    const leaf = this.state.turns.get(this.state.leafId ?? '');
    if (leaf?.role !== 'assistant' || leaf.status !== 'failed') {
      throw new AppError('nothing-to-retry', 'There is nothing to try again.');
    }
    await this.#proceed([{ type: 'leaf-moved', turnId: leaf.parentId }, { type: 'run-resumed' }]);
    this.#loop.runStarted();
  }

  /** Answers the same prompt anew; the earlier answer stays as another version. */
  async regenerate(turnId: string): Promise<void> {
    let turn = this.state.turns.get(turnId);
    if (!turn) throw unknownTurn();
    while (turn.role === 'assistant') {
      const parent = this.state.turns.get(turn.parentId);
      if (!parent) throw unknownTurn();
      turn = parent;
    }
    await this.#loop.restart([{ type: 'leaf-moved', turnId: turn.id }]);
  }

  /** Asks something else instead; the earlier prompt stays as another version. */
  async edit(turnId: string, blocks: readonly ContentBlock[]): Promise<void> {
    const turn = this.state.turns.get(turnId);
    if (turn?.role !== 'user') throw unknownTurn();
    if (isEmpty(blocks)) throw new AppError('prompt-empty', 'Write a message first.');
    const { toolChoice, onlyTools, parentId } = turn;
    await this.#begin({ blocks, toolChoice, onlyTools }, parentId);
  }

  async selectBranch(turnId: string): Promise<void> {
    if (!this.state.turns.has(turnId)) throw unknownTurn();
    const { run } = this.state;
    if (run && run.status !== 'ended') {
      throw new AppError('run-active', 'Stop the current run before you switch versions.');
    }
    await this.#log.commit([{ type: 'leaf-moved', turnId: newestLeafBelow(this.state, turnId) }]);
  }

  /** Goes on after a guard ended the run. */
  async continueRun(): Promise<void> {
    const { run } = this.state;
    if (run?.status !== 'ended' || (run.reason !== 'limit' && run.reason !== 'repeat')) {
      throw new AppError('nothing-to-continue', 'There is nothing to continue.');
    }
    await this.submit({ blocks: [textBlock('Continue.')] });
  }

  async #begin(prompt: Prompt, parentId: string | null): Promise<void> {
    const turnId = prompt.turnId ?? this.#createId();
    const { mode = this.state.mode } = prompt;
    await this.#loop.restart([
      ...(mode === this.state.mode ? [] : [{ type: 'mode-set' as const, mode }]),
      { type: 'user-turn-added', turnId, parentId, ...promptFields(prompt) },
    ]);
  }

  #knowsPrompt(turnId: string): boolean {
    return this.state.turns.has(turnId) || this.state.queued?.turnId === turnId;
  }

  async #proceed(records: readonly RunRecordDraft[]): Promise<void> {
    const durable = this.#log.commit(records);
    this.#loop.drive();
    await durable;
    this.#loop.drive();
  }

  /**
   * Nothing was answered yet: the prompt is taken back, as if it had not been sent. One that was
   * answered before keeps its place, and what was shown before it was asked anew is shown again.
   */
  #retraction(): RunRecordDraft[] {
    const answers = answerTurns(this.state);
    const answered = answers.some((turn) => turn.text !== '' || turn.toolUses.length > 0);
    if (answered || this.#loop.streamed !== undefined || this.#loop.abandoned) return [];
    const leaf = this.state.turns.get(answers[0]?.parentId ?? this.state.leafId ?? '');
    if (leaf?.role !== 'user') return [];
    const before = (this.state.children.get(leaf.id) ?? []).findLast((id) => this.#isAnswer(id));
    if (before !== undefined) return [this.#shownAgain(before)];
    const edited = versionsOf(this.state, leaf).findLast((id) => id !== leaf.id);
    return [
      { type: 'user-turn-retracted', turnId: leaf.id },
      ...(edited === undefined ? [] : [this.#shownAgain(edited)]),
    ];
  }

  #isAnswer(turnId: string): boolean {
    const turn = this.state.turns.get(turnId);
    return turn?.role === 'assistant' && (turn.text !== '' || turn.toolUses.length > 0);
  }

  #shownAgain(turnId: string): RunRecordDraft {
    return { type: 'leaf-moved', turnId: newestLeafBelow(this.state, turnId) };
  }
}

function unknownTurn(): AppError {
  return new AppError('turn-unknown', 'That message is not part of this chat any more.');
}
