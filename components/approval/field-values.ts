import type { Field } from '../../lib/messaging/tool-cards';

/** What stands in the form, by field name. */
export type FieldDrafts = Readonly<Record<string, string | boolean>>;
export type FieldErrors = Readonly<Record<string, string>>;

export function emptyDrafts(fields: readonly Field[]): FieldDrafts {
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, type === 'boolean' ? false : '']),
  );
}

export function fieldErrors(fields: readonly Field[], drafts: FieldDrafts): FieldErrors {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const error = fieldError(field, drafts[field.name]);
      return error === undefined ? [] : [[field.name, error]];
    }),
  );
}

/** The answers as the model gets them; fields left empty are left out. */
export function fieldValues(
  fields: readonly Field[],
  drafts: FieldDrafts,
): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  for (const { name, type } of fields) {
    const draft = drafts[name] ?? '';
    if (typeof draft === 'boolean') values[name] = draft;
    else if (draft.trim() !== '') values[name] = type === 'number' ? Number(draft) : draft.trim();
  }
  return values;
}

function fieldError({ type, required }: Field, draft: string | boolean = ''): string | undefined {
  if (typeof draft === 'boolean') {
    return required === true && !draft ? 'Tick this to go on.' : undefined;
  }
  const text = draft.trim();
  if (text === '') return required === true ? 'Fill this in.' : undefined;
  if (type === 'number' && !Number.isFinite(Number(text))) return 'Enter a number.';
  if (type === 'email' && !/^\S+@\S+\.\S+$/.test(text)) return 'Enter an e-mail address.';
  if (type === 'url' && !URL.canParse(text)) return 'Enter a whole address, with https://.';
  return undefined;
}
