import type { PermissionDecision, PermissionDetails } from '../../lib/panel/panel-actions';

const HOUR_MS = 3_600_000;

export const durations = [
  { label: 'No end', milliseconds: undefined },
  { label: '1 hour', milliseconds: HOUR_MS },
  { label: '1 day', milliseconds: 24 * HOUR_MS },
  { label: '30 days', milliseconds: 30 * 24 * HOUR_MS },
] as const;

/** What a person can say besides yes and no. */
export interface AnswerOptions {
  /** Which of the durations. */
  readonly duration: number;
  readonly breadth: 'tool' | 'capability';
  readonly word: string;
}

export const plainAnswer: AnswerOptions = { duration: 0, breadth: 'tool', word: '' };

/** The arguments as a person has changed them. */
export interface ArgumentEdit {
  /** Absent while nothing differs. */
  readonly argumentsJson?: string;
  /** Why they cannot be sent as they stand. */
  readonly problem?: string;
}

/** What goes along with a decision: only what has a meaning for it. */
export function detailsOf(
  decision: PermissionDecision,
  { duration, breadth, word }: AnswerOptions,
  { argumentsJson }: ArgumentEdit,
): PermissionDetails {
  if (decision === 'deny') return word.trim() === '' ? {} : { word: word.trim() };
  const expiresInMs = durations[duration]?.milliseconds;
  const lasts = decision !== 'once';
  return {
    ...(argumentsJson === undefined ? {} : { argumentsJson }),
    ...(lasts && expiresInMs !== undefined ? { expiresInMs } : {}),
    ...(lasts && breadth === 'capability' ? { breadth } : {}),
  };
}
