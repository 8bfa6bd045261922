import {
  connectionDraftSchema,
  type ConnectionDraft,
  type ConnectionView,
} from '../../lib/messaging/settings';

/** What stands in the form, as text where a person types text. */
export interface ConnectionFields {
  baseUrl: string;
  model: string;
  apiKey: string;
  removeKey: boolean;
  contextTokens: string;
  supportsTools: boolean;
  supportsImages: boolean;
}

export type ConnectionErrors = Partial<Record<keyof ConnectionFields, string>>;

export function fieldsOf(connection: ConnectionView | null): ConnectionFields {
  return {
    baseUrl: connection?.baseUrl ?? '',
    model: connection?.model ?? '',
    apiKey: '',
    removeKey: false,
    contextTokens: String(connection?.contextTokens ?? 100_000),
    supportsTools: connection?.supportsTools ?? true,
    supportsImages: connection?.supportsImages ?? false,
  };
}

export type ConnectionReading =
  { ok: true; draft: ConnectionDraft } | { ok: false; errors: ConnectionErrors };

export function readFields(fields: ConnectionFields): ConnectionReading {
  const parsed = connectionDraftSchema.safeParse({
    baseUrl: fields.baseUrl,
    model: fields.model,
    contextTokens: Number(fields.contextTokens.replaceAll(/[\s,._']/g, '') || Number.NaN),
    supportsTools: fields.supportsTools,
    supportsImages: fields.supportsImages,
    // An absent key keeps the stored one; an empty key removes it.
    ...(fields.apiKey.trim() !== '' || fields.removeKey ? { apiKey: fields.apiKey } : {}),
  });
  if (parsed.success) return { ok: true, draft: parsed.data };
  const errors: ConnectionErrors = {};
  for (const { path, message } of parsed.error.issues) {
    if (path[0] === 'baseUrl') errors.baseUrl ??= message;
    if (path[0] === 'model') errors.model ??= message;
    if (path[0] === 'contextTokens') {
      errors.contextTokens = 'Enter a whole number from 1,000 to 10,000,000.';
    }
  }
  return { ok: false, errors };
}
