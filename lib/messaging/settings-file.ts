import { AppError } from '../shared/app-error';
import { hostFromText } from '../shared/origin';
import { visibleLine } from '../shared/visible-text';
import { z } from '../shared/zod';
import { connectionDraftSchema } from './settings';

/** Settings as one JSON file, to carry to another profile. It never holds a secret. */
export const settingsFileSchema = z.object({
  format: z.literal('tandem-settings'),
  version: z.literal(1),
  connection: connectionDraftSchema.omit({ apiKey: true }).optional(),
  features: z.partialRecord(z.enum(['memory', 'scheduling', 'email']), z.boolean()).default({}),
  switches: z.record(z.string().regex(/^tool_enabled_.+/), z.boolean()).default({}),
  /** Host names; they are added to those that are blocked already. */
  blockedSites: z
    .array(
      z
        .string()
        .max(300)
        .refine((host) => hostFromText(host) === host),
    )
    .max(10_000)
    .optional(),
});
export type SettingsFile = z.infer<typeof settingsFileSchema>;

export function parseSettingsFile(json: string): SettingsFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new AppError('settings-file-invalid', 'This file is not JSON. Nothing was changed.', {
      cause,
    });
  }
  const parsed = settingsFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  // The keys are somebody else's words, as long and as strange as they like.
  const where = visibleLine(issue?.path.map(String).join('.') ?? '', 80);
  throw new AppError(
    'settings-file-invalid',
    `This is not a Tandem settings file${where === '' ? '' : ` (look at "${where}")`}. Nothing was changed.`,
  );
}
