import { z } from './zod';

/** What of an error may be stored or shown: never the cause, which can hold a key or a page's text. */
export const errorReportSchema = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  advice: z.string().optional(),
});
export type ErrorReport = z.infer<typeof errorReportSchema>;
