import type { ToolCall } from '../messaging/content';
import { AppError } from '../shared/app-error';
import type { JsonObject } from '../shared/json';
import { asJsonObject } from '../shared/json';
import { z } from '../shared/zod';
import { toParameterSchema } from './json-schema';
import {
  DEFAULT_TIMEOUT_MS,
  type Capability,
  type ConversationTraits,
  type Feature,
  type Interaction,
  type ModelTraits,
  type Tool,
  type ToolContext,
  type ToolEffect,
  type ToolResult,
} from './tool';
import { validateInput } from './validate-input';

export interface ToolSpec<Input extends z.ZodObject | JsonObject> {
  name?: string;
  title?: string;
  description: string;
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
  const name = spec.name ?? metaName(spec.input);
  if (name === undefined || name.trim() === '') {
    throw new AppError('tool-invalid', 'A tool needs a name.');
  }
  const refuse = (why: string) => new AppError('tool-invalid', `Tool '${name}' ${why}`);
  if (typeof spec.description !== 'string' || spec.description.trim() === '') {
    throw refuse('needs a description.');
  }
  const schema = inputSchema(spec.input, refuse);
  const parameters = toParameterSchema(spec.input);
  if (parameters['type'] !== 'object')
    throw refuse('is invalid: Tool input class must be an object.');

  const fixedInteraction = typeof spec.interaction === 'function' ? undefined : spec.interaction;
  if (!spec.run && fixedInteraction !== 'external') {
    throw refuse('has no run(): it must be declared as externally executing.');
  }
  if (spec.run && fixedInteraction === 'external') {
    throw refuse('is answered from outside: it cannot have run().');
  }
  if (spec.noOutput && spec.run) throw refuse('needs no output: it cannot have run().');

  // Input reaches these only after `validate` accepted it; the casts of a generic stop here.
  const typed = (input: JsonObject): InputOf<Input> =>
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- validate() produced it with this very schema
    (schema.safeParse(input).data ?? input) as InputOf<Input>;
  const { run, interaction, lane, validate, toolText, tooltip } = spec;
  const title = spec.title ?? name;

  return {
    id: [spec.source ?? 'builtin', spec.origin ?? '', name].join(':'),
    name,
    title,
    description: spec.description.trim(),
    input: spec.input,
    schema: parameters,
    effect: spec.effect,
    capability: spec.capability,
    defaultEnabled: spec.defaultEnabled ?? true,
    ...(spec.feature === undefined ? {} : { feature: spec.feature }),
    noOutput: spec.noOutput ?? false,
    endsTurn: spec.endsTurn ?? false,
    timeoutMs: spec.timeoutMs === undefined ? DEFAULT_TIMEOUT_MS : spec.timeoutMs,
    browserPermissions: spec.browserPermissions ?? [],
    ...(spec.userInput === undefined ? {} : { userInput: spec.userInput }),
    card: spec.card ?? 'permission',
    ...(spec.expanded === undefined ? {} : { expanded: spec.expanded }),
    progressIcon: spec.progressIcon ?? 'tool',
    statusIcon: spec.statusIcon ?? 'check',
    interaction: (input) =>
      typeof interaction === 'function' ? interaction(typed(input)) : (interaction ?? 'none'),
    lane: (input) => lane?.(typed(input)),
    validate: (input) => {
      const outcome = validateInput(schema, input);
      if (!outcome.ok) return outcome;
      const errors = validate?.(typed(outcome.input)) ?? [];
      return errors.length > 0 ? { ok: false, errors } : outcome;
    },
    canExecute: spec.canExecute ?? ((call) => call.name === name),
    isSupportedByModel: spec.isSupportedByModel ?? (() => true),
    supportsConversation: spec.supportsConversation ?? (() => true),
    toolText: (input) => toolText?.(typed(input)) ?? title,
    tooltip: (input, result) => tooltip?.(typed(input), result) ?? '',
    ...(run ? { run: async (input, context) => await run(typed(input), context) } : {}),
  };
}

function inputSchema(
  input: z.ZodObject | JsonObject,
  refuse: (why: string) => AppError,
): z.ZodType {
  if (input instanceof z.ZodObject) return input;
  const declared = asJsonObject(input);
  if (declared?.['type'] !== 'object')
    throw refuse('is invalid: Tool input class must be an object.');
  try {
    return z.fromJSONSchema(declared);
  } catch (cause) {
    throw new AppError('tool-invalid', refuse('has a schema that cannot be read.').message, {
      cause,
    });
  }
}

function metaName(input: z.ZodObject | JsonObject): string | undefined {
  const meta = input instanceof z.ZodObject ? input.meta() : input;
  const title = meta?.['title'];
  return typeof title === 'string' ? title : undefined;
}
