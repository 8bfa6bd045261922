import { mkdir, writeFile } from 'node:fs/promises';
import type { RunRecord } from '../../../lib/messaging/run-record';
import type { Verdict } from './judge';
import { describePlace, type KillPoint } from './kill-point';
import type { Death, Played } from './play';
import type { Scenario } from './scenario';

/** One line of the table: where the worker died, and what came of it. */
export interface Outcome extends Verdict {
  scenario: string;
  death: Death;
  point: string;
  outcome: string;
}

/** `scripts/chaos-report.mjs` makes the table of these files. */
const FOLDER = 'reports/chaos';

export async function keepOutcomes(outcomes: readonly Outcome[]): Promise<void> {
  const [first] = outcomes;
  if (!first) return;
  await mkdir(FOLDER, { recursive: true });
  const name = `${first.scenario} ${first.death}`.replaceAll(' ', '-');
  await writeFile(`${FOLDER}/${name}.json`, JSON.stringify(outcomes, null, 2));
}

export function outcomeOf(
  scenario: Scenario,
  death: Death,
  point: KillPoint,
  verdict: Verdict,
  what: string,
): Outcome {
  const at = `${point.phase} ${describePlace(point)}`;
  return { scenario: scenario.name, death, point: at, outcome: what, ...verdict };
}

/** In words, what the next worker made of it. */
export function describeRecovery(played: Played, records: readonly RunRecord[]): string {
  const { state, action } = played.deaths.at(-1) ?? {};
  if (!state) return 'not reached';
  const later = records.filter(({ seq }) => seq > state.seq);
  const first = later[0];
  if (state.run === null) return 'prompt not taken yet: sent again';
  if (state.run.status === 'ended' && later.length === 0) return 'was over';
  if (first?.type === 'leaf-moved' && state.run.status !== 'ended') return 'answer asked for again';
  const settled = later.find((record) => record.type === 'tool-use-settled');
  const words = [
    later.some(({ type }) => type === 'tool-use-requeued') ? 'read done again' : '',
    settled?.inDoubt === true ? 'write in doubt, not repeated' : '',
    action && !action.done(state) ? 'still waits for the person' : '',
  ].filter(Boolean);
  return words.length > 0 ? words.join(', ') : 'went on';
}
