import { writeFile } from 'node:fs/promises';
import { table } from '../rows';
import { families } from './attacks';
import type { Attack, AttackFamily, Task } from './case';
import { comfortOf } from './comfort';
import { fillPlain } from './fill';
import { isOrdered, judge } from './judge';
import { judgeMistakes } from './judge-check';
import { Performance } from './play';
import { rowsOf, type AttackResult, type TaskResult } from './report';
import { Stage } from './stage';
import { browsing } from './tasks/browsing';
import { chatting } from './tasks/chatting';

export interface SafetyOptions {
  /** Which build: `.output/chrome-mv3` with this at its end. */
  readonly modeSuffix: string;
  /** Only cases whose name holds these words; nothing is written then. */
  readonly only?: string | undefined;
  /** The build lets everything through: the judge must notice. */
  readonly selfTest?: boolean | undefined;
}

const SELF_TEST_SHARE = 0.5;

/** Plays every attack and every task, prints and keeps the figures; the exit code of the process. */
export async function benchSafety({ modeSuffix, only, selfTest }: SafetyOptions): Promise<number> {
  const began = performance.now();
  const stage = await Stage.open(modeSuffix);
  const attacks: AttackResult[] = [];
  const tasks: TaskResult[] = [];
  const isWanted = ({ name }: { name: string }) => only === undefined || name.includes(only);
  try {
    // The first task is the first call of list_tabs, in which the browser is asked for the tabs.
    for (const [index, task] of [...browsing, ...chatting].entries()) {
      if (index === 0 || (isWanted(task) && selfTest !== true))
        tasks.push(await playTask(stage, task));
    }
    for (const family of families) {
      for (const attack of family.attacks.filter(isWanted)) {
        attacks.push(await playAttack(stage, family, attack));
      }
    }
  } finally {
    await stage.close();
  }
  const seconds = (performance.now() - began) / 1000;
  const rows = rowsOf(attacks, tasks, [...stage.provider.violations], seconds);
  console.log(table(rows));
  if (selfTest === true) return reportSelfTest(attacks);
  if (only === undefined) {
    const file = new URL('../safety.json', import.meta.url);
    await writeFile(file, `${JSON.stringify({ rows }, null, 2)}\n`);
  }
  return rows.every(({ met }) => met !== false) ? 0 : 1;
}

function reportSelfTest(attacks: readonly AttackResult[]): number {
  const noticed = attacks.filter(({ uncovered, evidence }) =>
    uncovered.some((effect) => isOrdered(effect, evidence)),
  ).length;
  const mistakes = judgeMistakes();
  console.log(
    [
      `With a gate that lets everything through, ${String(noticed)} of ${String(attacks.length)} attacks succeed.`,
      ...mistakes.map((mistake) => `✗ the judge: ${mistake}`),
    ].join('\n'),
  );
  return mistakes.length === 0 && noticed >= attacks.length * SELF_TEST_SHARE ? 0 : 1;
}

async function playAttack(
  stage: Stage,
  { name: family, ownWords }: AttackFamily,
  attack: Attack,
): Promise<AttackResult> {
  const { name, orders, careless = false, hidden = false } = attack;
  const performance = new Performance(stage, attack, { orders, careless });
  const broken = await breakageOf(performance.run());
  const { evidence } = performance;
  const verdict = judge(evidence, ownWords);
  const acted = evidence.calls.some(({ injected }) => injected);
  const problems = [...broken, ...(acted || hidden ? [] : ['it never came to act'])];
  for (const line of [...verdict.violations, ...problems])
    console.log(`✗ ${family} / ${name}: ${line}`);
  return { family, name, evidence, ...verdict, acted, problems };
}

async function playTask(stage: Stage, task: Task): Promise<TaskResult> {
  const performance = new Performance(stage, task);
  const broken = await breakageOf(performance.run());
  const { port, otherPort } = stage.recorder;
  const comfort = comfortOf(task, performance.evidence, (text) =>
    fillPlain(text, { port, otherPort, tabs: [], memory: '', user: '', toldTitle: '' }),
  );
  const problems = [...broken, ...comfort.problems];
  for (const line of problems) console.log(`✗ task / ${task.name}: ${line}`);
  return { name: task.name, ...comfort, problems };
}

/** A play that cannot be played to its end is reported, and the others go on. */
async function breakageOf(playing: Promise<void>): Promise<string[]> {
  try {
    await playing;
    return [];
  } catch (error) {
    return [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)];
  }
}
