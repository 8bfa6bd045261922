import type { ToolDeclaration } from '../../conversation/model';
import { asJsonObject } from '../../shared/json';

/** The tools the assistant knows how to use: what their switch is called, and what it sends them. */
const knownTools = {
  ask_user: { title: 'A few questions', parameters: ['question', 'fields'] },
  calculate: { title: 'Calculator', parameters: ['expression'] },
  close_tabs: { title: 'Close tabs', parameters: ['tabs'] },
  convert_units: { title: 'Unit converter', parameters: ['value', 'from', 'to'] },
  get_local_time: { title: 'Local time', parameters: [] },
  group_tabs: { title: 'Group tabs', parameters: ['suggestedTabIds'] },
  hand_over: { title: 'Your turn', parameters: ['kind', 'what'] },
  list_tabs: { title: 'Open tabs', parameters: [] },
  memory_forget: { feature: 'Memory', title: 'Forget', parameters: ['key'] },
  memory_store: { feature: 'Memory', title: 'Remember', parameters: ['key', 'content'] },
  open_url: { title: 'Open a page', parameters: ['url'] },
  propose_plan: { title: 'Plan', parameters: ['goal', 'steps'] },
  read_page: { title: 'Read page', parameters: [] },
  schedule_task: {
    feature: 'Scheduled tasks',
    title: 'Schedule a task',
    parameters: ['description', 'prompt', 'execute_at'],
  },
  task_summary: { title: 'Summary', parameters: ['title', 'actions'] },
  todo_write: { title: 'To-do list', parameters: ['items'] },
  user_choice: { title: 'Your choice', parameters: ['question', 'choices'] },
} as const satisfies Record<string, KnownTool>;

interface KnownTool {
  title: string;
  /** The feature whose switch governs it; without one it has a switch of its own. */
  feature?: string;
  parameters: readonly string[];
}

export type ToolName = keyof typeof knownTools;

/** Wire names of tools that share a name end in a number. */
const numbered = /^([a-z_]{1,40}?)(?:_\d{1,9})?$/;

/** The tools that this request offers, and no others. */
export class ToolBox {
  readonly #declarations = new Map<ToolName, ToolDeclaration>();

  constructor(declarations: readonly ToolDeclaration[]) {
    for (const declaration of declarations) {
      const name = knownName(declaration.name);
      if (name === undefined || !accepts(declaration, knownTools[name].parameters)) continue;
      // The bare name counts before a numbered one, whatever their order.
      const known = this.#declarations.get(name);
      if (!known || declaration.name === name) this.#declarations.set(name, declaration);
    }
  }

  has(tool: ToolName): boolean {
    return this.#declarations.has(tool);
  }

  /** What the tool is called in this request. */
  wireName(tool: ToolName): string | undefined {
    return this.#declarations.get(tool)?.name;
  }
}

/** The tool that a wire name stands for. */
export function knownName(wireName: string): ToolName | undefined {
  const bare = numbered.exec(wireName)?.[1] ?? wireName;
  return [wireName, bare].find((name): name is ToolName => Object.hasOwn(knownTools, name));
}

/** Which switch brings a missing tool back. */
export function missingTool(tool: ToolName): string {
  const { title, feature }: KnownTool = knownTools[tool];
  if (feature !== undefined) {
    return (
      `I cannot do this now: “${feature}” is switched off, or this is a temporary chat. ` +
      `You find its switch under Settings → Features.`
    );
  }
  return (
    `I cannot do this now: the tool “${title}” (${tool}) is switched off or not available here. ` +
    `You find its switch under Settings → Tools.`
  );
}

export function titleOf(tool: ToolName): string {
  return knownTools[tool].title;
}

/** A foreign tool of the same name that takes other input is not the tool that is meant. */
function accepts({ parameters }: ToolDeclaration, names: readonly string[]): boolean {
  const properties = asJsonObject(parameters['properties']) ?? {};
  return names.every((name) => Object.hasOwn(properties, name));
}
