import { z } from '../shared/zod';

/**
 * The arguments that both sides read: the worker validates a call with them, the panel draws its
 * card from them. What a description says is read by the model.
 */

export const userChoiceSchema = z.object({
  question: z
    .string()
    .trim()
    .min(1, 'A question cannot be empty.')
    .max(500)
    .describe('The one question to ask, in the language of the conversation.'),
  choices: z
    .array(z.string().trim().min(1, 'A choice cannot be empty.').max(200))
    .min(2)
    .max(10)
    .refine(isUnique, 'Every choice must be different.')
    .describe(
      'Two to ten answers to pick from, short, different from each other and complete on their own.',
    ),
});
export type UserChoice = z.infer<typeof userChoiceSchema>;

const fieldTypes = [
  'text',
  'longtext',
  'number',
  'boolean',
  'date',
  'select',
  'email',
  'url',
] as const;

export const fieldSchema = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Use letters, digits and _, and begin with a letter.')
    .describe('Key of the answer, for example "arrival_date".'),
  label: z
    .string()
    .trim()
    .min(1, 'A label cannot be empty.')
    .max(120)
    .describe('What the user reads beside the field.'),
  type: z
    .enum(fieldTypes)
    .describe('Kind of field. Use "select" with options when the answers are known.'),
  required: z.boolean().optional().describe('Whether it must be filled in. Default: false.'),
  options: z
    .array(z.string().trim().min(1, 'An option cannot be empty.').max(120))
    .min(1)
    .max(30)
    .refine(isUnique, 'Every option must be different.')
    .optional()
    .describe('The answers to pick from; only for the type "select", which needs them.'),
  placeholder: z
    .string()
    .max(120)
    .optional()
    .describe('An example shown while the field is empty.'),
  description: z.string().max(300).optional().describe('A short hint shown under the field.'),
});
export type Field = z.infer<typeof fieldSchema>;

const fieldsSchema = z
  .array(fieldSchema)
  .min(1)
  .max(12)
  .refine((fields) => isUnique(fields.map(({ name }) => name)), 'Every field needs its own name.')
  .refine(
    (fields) => fields.every(({ type, options }) => type !== 'select' || options !== undefined),
    'A field of the type "select" needs options.',
  );

export const askUserSchema = z.object({
  question: z
    .string()
    .trim()
    .min(1, 'A question cannot be empty.')
    .max(500)
    .describe('What you need and what for, in one or two sentences.'),
  fields: fieldsSchema.describe('One to twelve fields, in the order in which they are asked.'),
});
export type AskUser = z.infer<typeof askUserSchema>;

const todoStatuses = ['pending', 'in-progress', 'done'] as const;

export const todoListSchema = z.object({
  items: z
    .array(
      z.object({
        text: z
          .string()
          .trim()
          .min(1, 'An item cannot be empty.')
          .max(200)
          .describe('One step, as a short phrase that begins with a verb.'),
        status: z.enum(todoStatuses).describe('How far this step is.'),
      }),
    )
    .max(50)
    .describe('The whole list in order, finished steps included. It replaces the former list.'),
});
export type TodoList = z.infer<typeof todoListSchema>;

const actionOutcomes = ['done', 'skipped', 'failed'] as const;

export const taskSummarySchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'A title cannot be empty.')
    .max(120)
    .describe('The task and how it ended, in one line.'),
  actions: z
    .array(
      z.object({
        text: z
          .string()
          .trim()
          .min(1, 'An action cannot be empty.')
          .max(300)
          .describe('What was done, or what was to be done, in one sentence.'),
        outcome: z.enum(actionOutcomes).describe('How it ended. Be honest about failures.'),
      }),
    )
    .min(1)
    .max(30)
    .describe('The actions that mattered to the user, in the order they happened.'),
  note: z
    .string()
    .trim()
    .max(1_000)
    .optional()
    .describe('What the user should know or do next, if there is anything.'),
});
export type TaskSummary = z.infer<typeof taskSummarySchema>;

export const tabGroupColors = [
  'grey',
  'blue',
  'red',
  'yellow',
  'green',
  'pink',
  'purple',
  'cyan',
  'orange',
] as const;

export const groupTabsSchema = z.object({
  title: z.string().trim().max(60).optional().describe('A short name for the group.'),
  color: z.enum(tabGroupColors).optional().describe('The colour of the group.'),
  suggestedTabIds: z
    .array(z.number().int())
    .max(200)
    .optional()
    .describe('Ids from list_tabs that are ticked beforehand. The user can change the selection.'),
});
export type GroupTabs = z.infer<typeof groupTabsSchema>;

/** What the user chose on the card of `group_tabs`. */
export const tabSelectionSchema = z.object({
  tabIds: z.array(z.number().int()).min(1, 'Choose at least one tab.').max(200),
  title: z.string().trim().max(60).optional(),
});
export type TabSelection = z.infer<typeof tabSelectionSchema>;

function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

const planStepSchema = z.object({
  tool: z
    .string()
    .min(1)
    .max(64)
    .describe('Name of the tool that does it, exactly as you know it.'),
  what: z
    .string()
    .trim()
    .min(1, 'Say what the step does.')
    .max(200)
    .describe('What the step does, in the words of the user.'),
  site: z
    .string()
    .trim()
    .max(300)
    .optional()
    .describe('Where it happens: the address of the website, for example "https://shop.example".'),
  times: z
    .number()
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe('How many calls of the tool it takes. Default: 1.'),
});
export type PlanStep = z.infer<typeof planStepSchema>;

export const planSchema = z.object({
  goal: z
    .string()
    .trim()
    .min(1, 'Say what the plan is for.')
    .max(300)
    .describe('What is to be achieved, in one sentence.'),
  steps: z
    .array(planStepSchema)
    .min(1, 'A plan needs at least one step.')
    .max(20)
    .describe('Every step that changes something, in order. Leave out steps that only read.'),
});
export type Plan = z.infer<typeof planSchema>;

/** What of a plan the user agreed to, as they changed it. */
export const planApprovalSchema = z.object({
  steps: z.array(planStepSchema).min(1, 'Leave at least one step, or deny the plan.').max(20),
});
export type PlanApproval = z.infer<typeof planApprovalSchema>;

export const handOverSchema = z.object({
  kind: z
    .enum(['sign-in', 'one-time-code', 'payment', 'captcha', 'confirmation', 'other'])
    .describe('What the user has to do.'),
  what: z
    .string()
    .trim()
    .min(1, 'Say what the user has to do.')
    .max(300)
    .describe('One sentence on what to do and where, in the language of the conversation.'),
});
