import { textOf } from '../../../lib/messaging/content';
import { isSettled, type ToolUse, type Turn } from '../../../lib/messaging/conversation-state';
import { asJsonObject } from '../../../lib/shared/json';
import { expect } from '../fixture';
import type { Arena } from './arena';
import type { Played } from './play';
import type { Scenario } from './scenario';

export interface Verdict {
  messagesLost: number;
  writesTwice: number;
  approvalsLost: number;
  stuckRuns: number;
  problems: string[];
}

/** What became of a conversation, told from the disk, the server and the panel. */
export async function judge(arena: Arena, scenario: Scenario, played: Played): Promise<Verdict> {
  const { ledger } = arena;
  const turns = [...ledger.state.turns.values()];
  const uses = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.toolUses : []));
  const verdict: Verdict = {
    messagesLost: played.problems.filter((problem) => problem === 'the message is lost').length,
    writesTwice: 0,
    approvalsLost: 0,
    stuckRuns: uses.filter((use) => !isSettled(use)).length,
    problems: [...played.problems],
  };
  const messages = [played.prompt, ...(scenario.further ?? [])];
  for (const message of messages) judgeMessage(message, turns, verdict);
  for (const use of uses) judgeUse(use, arena, scenario, played, verdict);
  if (scenario.asksOnce) judgeQuestions(arena, uses, verdict);
  judgeEnd(arena, scenario, verdict);
  judgeRequests(arena, played, verdict);
  if (JSON.stringify(await arena.storedRecords()) !== JSON.stringify(ledger.records)) {
    verdict.problems.push('the disk holds something else than was reported');
  }
  await judgeSight(arena, scenario, played, verdict);
  return verdict;
}

function judgeMessage(message: string, turns: readonly Turn[], verdict: Verdict): void {
  const times = turns.filter(
    (turn) => turn.role === 'user' && !turn.retracted && textOf(turn.blocks) === message,
  ).length;
  if (times === 0) verdict.messagesLost += 1;
  if (times !== 1) verdict.problems.push(`"${message}" is there ${times} times`);
}

function judgeUse(
  use: ToolUse,
  { ledger }: Arena,
  scenario: Scenario,
  played: Played,
  verdict: Verdict,
): void {
  const { name, argumentsJson } = use.call;
  const before = played.deaths.flatMap(({ state }) => {
    const turn = state.turns.get(use.turnId);
    return turn?.role === 'assistant' ? turn.toolUses.filter(({ id }) => id === use.id) : [];
  });
  const inDoubt = before.some(({ state, effect }) => state === 'running' && effect === 'write');
  const asExpected = scenario.outcomes[name]?.includes(use.state) === true;
  if (!asExpected && !(inDoubt && use.state === 'interrupted' && use.inDoubt === true)) {
    verdict.problems.push(`${name} is ${use.state}`);
    if (before.some(({ state }) => state === 'awaiting-user' || state === 'approved')) {
      verdict.approvalsLost += 1;
    }
  }
  const questions = ledger.records.filter(
    (record) => record.type === 'tool-use-parked' && record.toolUseId === use.id,
  );
  if (questions.length > 1) verdict.approvalsLost += 1;
  if (use.effect !== 'write' || !name.startsWith('chaos')) return;
  const key = asJsonObject(JSON.parse(argumentsJson))?.['key'];
  const times = ledger.effectsOf(name, String(key));
  if (times > 1) {
    verdict.writesTwice += 1;
    verdict.problems.push(`${name} took effect ${times} times`);
  }
  if (use.state === 'ok' && times !== 1) verdict.problems.push(`${name} took no effect`);
  if (use.state === 'denied' && times !== 0) verdict.problems.push(`${name} took effect unasked`);
}

function judgeQuestions({ ledger }: Arena, uses: readonly ToolUse[], verdict: Verdict): void {
  const asked = ledger.records.flatMap((record) =>
    record.type === 'tool-use-parked'
      ? uses.filter(({ id }) => id === record.toolUseId).map(({ call }) => call.name)
      : [],
  );
  if (new Set(asked).size === asked.length) return;
  verdict.approvalsLost += 1;
  verdict.problems.push('what was allowed is asked again');
}

function judgeEnd({ ledger }: Arena, scenario: Scenario, verdict: Verdict): void {
  const { state } = ledger;
  const leaf = state.turns.get(state.leafId ?? '');
  if (state.run?.status !== 'ended' || state.queued) verdict.stuckRuns += 1;
  if (scenario.ending === undefined) return;
  if (
    leaf?.role !== 'assistant' ||
    leaf.status !== 'complete' ||
    !leaf.text.endsWith(scenario.ending)
  ) {
    verdict.problems.push('the last answer is not the expected one');
  }
}

function judgeRequests({ provider }: Arena, played: Played, verdict: Verdict): void {
  for (const request of provider.requests.slice(played.earlierRequests)) {
    if (request.violation !== undefined) verdict.problems.push(request.violation);
    const said = JSON.stringify(request.body.messages).split(
      JSON.stringify(played.prompt).slice(1, -1),
    );
    if (said.length !== 2)
      verdict.problems.push(`a request has the prompt ${said.length - 1} times`);
  }
}

/** The panel shows what the records say, and the browser is left as it was. */
async function judgeSight(
  arena: Arena,
  scenario: Scenario,
  { prompt }: Played,
  verdict: Verdict,
): Promise<void> {
  try {
    const panel = await arena.panel();
    await expect(panel.log.getByText(prompt, { exact: true })).toHaveCount(1);
    if (scenario.ending !== undefined) await expect(panel.log).toContainText(scenario.ending);
    await expect(panel.button('Stop')).toBeHidden();
    await expect(panel.button('Allow once')).toBeHidden();
  } catch (error) {
    verdict.problems.push(`the panel shows something else: ${String(error).split('\n')[0] ?? ''}`);
  }
  try {
    await expect.poll(() => arena.hasWatchdog(), { timeout: 3_000 }).toBe(false);
  } catch {
    verdict.problems.push('the watchdog is left behind');
  }
}
