import type { TaskSummary, TodoList } from '../../messaging/tool-cards';
import type { JsonObject } from '../../shared/json';
import type { Memory } from './memories';
import type { ToolBox, ToolName } from './tool-box';

/** One thing the user asked for. It keeps no state: what it does next follows from what was done. */
export interface Task {
  next(scene: Scene): Step;
}

export type Step = { kind: 'call'; calls: PlannedCall[] } | Saying;

export interface Saying {
  kind: 'say';
  text: string;
  /** What this came to, when it was to change something. */
  action?: TaskSummary['actions'][number];
}

export interface PlannedCall {
  tool: ToolName;
  input: JsonObject;
}

/** A call of this task that has its result. */
export interface DoneCall {
  tool: ToolName;
  argumentsJson: string;
  text: string;
  isError: boolean;
}

/** All a task may look at. */
export interface Scene {
  readonly tools: ToolBox;
  readonly memories: readonly Memory[];
  /** Longer texts the user gave: those of this prompt first, then the earlier ones, newest first. */
  readonly texts: readonly string[];
  readonly todo: TodoList | undefined;
  readonly done: readonly DoneCall[];
}

/** Undefined: this is for somebody else to understand. */
export type Skill = (request: string) => Task | undefined;

export function say(text: string): Saying {
  return { kind: 'say', text };
}

export function call(tool: ToolName, input: JsonObject = {}): Step {
  return { kind: 'call', calls: [{ tool, input }] };
}

/** A task that has its answer already. */
export function answering(text: string | ((scene: Scene) => string)): Task {
  return { next: (scene) => say(typeof text === 'string' ? text : text(scene)) };
}
