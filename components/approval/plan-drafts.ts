import type { Plan, PlanStep } from '../../lib/messaging/tool-cards';

const MOST_TIMES = 20;

/** A step as it stands in the form. */
export interface StepDraft {
  readonly included: boolean;
  readonly site: string;
  readonly times: string;
}

export function draftsOf({ steps }: Plan): StepDraft[] {
  return steps.map(({ site = '', times = 1 }) => ({ included: true, site, times: String(times) }));
}

export function planProblem(drafts: readonly StepDraft[]): string | undefined {
  const included = drafts.filter((draft) => draft.included);
  if (included.length === 0) return 'Leave at least one step, or deny the plan.';
  return included.every(({ times }) => isTimes(Number(times)))
    ? undefined
    : `A step can be done 1 to ${MOST_TIMES} times.`;
}

function isTimes(times: number): boolean {
  return Number.isInteger(times) && times >= 1 && times <= MOST_TIMES;
}

/** What of the plan is agreed to, as it was changed. */
export function approvedSteps({ steps }: Plan, drafts: readonly StepDraft[]): PlanStep[] {
  return steps.flatMap(({ tool, what }, index) => {
    const { included = false, site = '', times = '' } = drafts[index] ?? {};
    if (!included) return [];
    return [
      {
        tool,
        what,
        ...(site.trim() === '' ? {} : { site: site.trim() }),
        times: Number(times),
      },
    ];
  });
}
