import type { ToolCall } from '../messaging/content';
import type { FieldChange, Target } from '../messaging/permission';
import type { PlanStep } from '../messaging/tool-cards';
import { AppError } from '../shared/app-error';
import { defined } from '../shared/defined';
import type { JsonObject } from '../shared/json';
import type { z } from '../shared/zod';
import { readDeclaration } from './declaration';
import {
  DEFAULT_TIMEOUT_MS,
  isOwnSource,
  type Capability,
  type ConversationTraits,
  type Feature,
  type HumanOnlyKind,
  type Interaction,
  type ModelTraits,
  type Tool,
  type ToolContext,
  type ToolEffect,
  type ToolResult,
  type ValidationOutcome,
} from './tool';
import { validateInput, validationError } from './validate-input';

export interface ToolSpec<Input extends z.ZodObject | JsonObject> {
  /** Without it, the `name` or `title` in the metadata of the input is used. */
  name?: string;
  title?: string;
  /** Without it, the description of the input is used. */
  description?: string;
  input: Input;
  effect: ToolEffect;
  capability: Capability;
  /** Where the tool comes from: `builtin`, `site`, `mcp`, `custom`. */
  source?: string;
  /** The site or server that supplies it; empty for our own. */
  origin?: string;
  interaction?: Interaction | ((input: InputOf<Input>) => Interaction);
  noOutput?: boolean;
  endsTurn?: boolean;
  defaultEnabled?: boolean;
  feature?: Feature;
  timeoutMs?: number | null;
  browserPermissions?: readonly string[];
  userInput?: z.ZodType;
  card?: string;
  expanded?: string;
  lane?: (input: InputOf<Input>) => string | undefined;
  target?: (input: InputOf<Input>) => Target | undefined;
  carries?: (input: InputOf<Input>) => boolean;
  reads?: (input: InputOf<Input>) => readonly string[];
  humanOnly?: (input: InputOf<Input>) => HumanOnlyKind | undefined;
  undo?: (input: InputOf<Input>) => string;
  preview?: (input: InputOf<Input>) => Promise<FieldChange[]>;
  plannedSteps?: (userInput: unknown) => readonly PlanStep[];
  run?: (input: InputOf<Input>, context: ToolContext) => unknown;
  /** Further rules; every message returned is reported. */
  validate?: (input: InputOf<Input>) => string[];
  canExecute?: (call: ToolCall) => boolean | Promise<boolean>;
  isSupportedByModel?: (model: ModelTraits) => boolean;
  supportsConversation?: (conversation: ConversationTraits) => boolean;
  toolText?: (input: InputOf<Input>) => string;
  progressIcon?: string;
  statusIcon?: string;
  tooltip?: (input: InputOf<Input>, result: ToolResult) => string;
}

type InputOf<Input> = Input extends z.ZodObject ? z.output<Input> : JsonObject;

/**
 * Makes a tool from a literal. Everything a tool may leave out gets its default here, and what would
 * fail later is refused now.
 */
export function defineTool<Input extends z.ZodObject | JsonObject>(spec: ToolSpec<Input>): Tool {
  const { name, description, parameters, schema, required } = readDeclaration(spec);
  checkKind(name, spec);
  const { run, lane, validate, toolText, tooltip, timeoutMs = DEFAULT_TIMEOUT_MS } = spec;
  const { target, carries, reads, humanOnly, undo, preview, plannedSteps } = spec;
  const { source = 'builtin', origin = '' } = spec;
  const interaction = spec.interaction ?? (spec.noOutput ? 'external' : 'none');
  const title = spec.title ?? name;

  // A schema may transform: what it produced once must not go through it again.
  const accepted = new WeakSet<JsonObject>();
  const validated = (input: JsonObject): ValidationOutcome => {
    if (accepted.has(input)) return { ok: true, input };
    const outcome = validateInput(schema, input, required);
    if (!outcome.ok) return outcome;
    const errors = validate?.(typed(outcome.input)) ?? [];
    if (errors.length > 0) return { ok: false, errors };
    accepted.add(outcome.input);
    return outcome;
  };
  /** What the tool's own functions make of an input; `otherwise` for one they must not see. */
  const ask = <T>(input: JsonObject, question: (input: InputOf<Input>) => T, otherwise: T): T => {
    const outcome = validated(input);
    return outcome.ok ? question(typed(outcome.input)) : otherwise;
  };

  return {
    id: toolId(source, origin, name),
    source,
    origin,
    name,
    title,
    description,
    input: spec.input,
    schema: parameters,
    effect: spec.effect,
    capability: spec.capability,
    defaultEnabled: spec.defaultEnabled ?? true,
    ...(spec.feature === undefined ? {} : { feature: spec.feature }),
    noOutput: spec.noOutput ?? false,
    endsTurn: spec.endsTurn ?? false,
    timeoutMs,
    browserPermissions: spec.browserPermissions ?? [],
    ...(spec.userInput === undefined ? {} : { userInput: spec.userInput }),
    card: spec.card ?? 'permission',
    ...(spec.expanded === undefined ? {} : { expanded: spec.expanded }),
    progressIcon: spec.progressIcon ?? 'tool',
    statusIcon: spec.statusIcon ?? 'check',
    interaction: (input) =>
      typeof interaction === 'function' ? ask(input, interaction, 'permission') : interaction,
    lane: (input) => (lane ? ask(input, lane, undefined) : undefined),
    hasTarget: target !== undefined || origin !== '',
    // Whoever supplies a tool gets what it is called with, and what it returns is theirs.
    target: (input) =>
      (target ? ask(input, target, undefined) : undefined) ??
      (origin === '' ? undefined : { origin }),
    carries: (input) => (carries ? ask(input, carries, true) : undefined),
    reads: (input) => [
      ...(reads ? ask(input, reads, []) : (readByCapability[spec.capability] ?? [])),
      ...(isOwnSource(source) ? [] : [origin === '' ? source : origin]),
    ],
    humanOnly: (input) => (humanOnly ? ask(input, humanOnly, undefined) : undefined),
    undo: (input) => (undo ? ask(input, undo, '') : ''),
    ...(preview
      ? { preview: (input: JsonObject) => ask(input, preview, Promise.resolve([])) }
      : {}),
    ...defined({ plannedSteps }),
    validate: validated,
    canExecute: spec.canExecute ?? ((call) => call.name === name),
    isSupportedByModel: spec.isSupportedByModel ?? (() => true),
    supportsConversation: spec.supportsConversation ?? (() => true),
    toolText: (input) => (toolText ? ask(input, toolText, title) : title),
    tooltip: (input, result) => (tooltip ? ask(input, (valid) => tooltip(valid, result), '') : ''),
    ...(run
      ? {
          run: async (input, context) => {
            const outcome = validated(input);
            if (!outcome.ok) throw validationError(outcome.errors);
            return await run(typed(outcome.input), context);
          },
        }
      : {}),
  };
}

const readByCapability: Partial<Record<Capability, readonly string[]>> = {
  'read-browser': ['browser'],
};

/** Input reaches a tool's functions only after its schema accepted it; the generic stops here. */
function typed<Input>(input: JsonObject): InputOf<Input> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the schema produced it
  return input as InputOf<Input>;
}

/** One of three kinds: it runs by itself, it runs once the user agrees, or the panel answers. */
function checkKind<Input extends z.ZodObject | JsonObject>(
  name: string,
  { run, interaction, noOutput, timeoutMs }: ToolSpec<Input>,
): void {
  const refuse = (why: string) => new AppError('tool-invalid', `Tool '${name}' ${why}`);
  if (!run && interaction !== 'external' && !(noOutput && interaction === undefined)) {
    throw refuse('has no run(): it must be declared as externally executing.');
  }
  if (run && interaction === 'external') {
    throw refuse('is answered from outside: it cannot have run().');
  }
  if (noOutput && run) throw refuse('needs no output: it cannot have run().');
  if (typeof timeoutMs === 'number' && !(timeoutMs > 0)) {
    throw refuse('needs a time limit above 0, or null for none.');
  }
}

/** The name comes last and has no colon: `https://a.example` and its port 8080 stay apart. */
function toolId(source: string, origin: string, name: string): string {
  return [source, origin, name.replaceAll('%', '%25').replaceAll(':', '%3A')].join(':');
}
