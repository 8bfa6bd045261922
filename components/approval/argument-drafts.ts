import type { ArgumentEdit } from './answer-options';
import { humanName } from './argument-shape';
import { parseArguments, parseJson } from './parse-arguments';

export interface ArgumentField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'longtext' | 'number' | 'boolean' | 'json' | 'everything';
  /** What stands in the form before anybody changes it. */
  readonly draft: string | boolean;
}

/** What stands in the form, field by field. */
export type ArgumentDrafts = readonly (string | boolean)[];

const LINE_LENGTH = 60;

/** A form for arguments; what is no object can only be changed as a whole. */
export function fieldsOf(argumentsJson: string): ArgumentField[] {
  const entries = parseArguments(argumentsJson);
  if (!entries) return [{ name: '', label: 'Arguments', kind: 'everything', draft: argumentsJson }];
  return entries.map(([name, value]) => ({ name, label: humanName(name), ...draftOf(value) }));
}

function draftOf(value: unknown): Pick<ArgumentField, 'kind' | 'draft'> {
  switch (typeof value) {
    case 'string':
      return { kind: isLine(value) ? 'text' : 'longtext', draft: value };
    case 'number':
      return { kind: 'number', draft: String(value) };
    case 'boolean':
      return { kind: 'boolean', draft: value };
    default:
      return { kind: 'json', draft: JSON.stringify(value, null, 2) };
  }
}

/** A field of one line drops line breaks, and shows little. */
function isLine(text: string): boolean {
  return text.length <= LINE_LENGTH && !/[\r\n]/.test(text);
}

export function draftProblem({ kind }: ArgumentField, draft: string | boolean): string | undefined {
  if (typeof draft === 'boolean') return undefined;
  if (kind === 'number') {
    const isNumber = draft.trim() !== '' && Number.isFinite(Number(draft));
    return isNumber ? undefined : 'Enter a number.';
  }
  const isJson = kind === 'json' || kind === 'everything';
  return isJson && parseJson(draft) === undefined ? 'This is not valid JSON.' : undefined;
}

export function editOf(fields: readonly ArgumentField[], drafts: ArgumentDrafts): ArgumentEdit {
  const isChanged = (field: ArgumentField, index: number) => drafts[index] !== field.draft;
  if (!fields.some(isChanged)) return {};
  const wrong = fields.find(
    (field, index) => draftProblem(field, drafts[index] ?? '') !== undefined,
  );
  if (wrong) return { problem: `“${wrong.label}” cannot be sent as it is.` };
  if (fields[0]?.kind === 'everything') return { argumentsJson: String(drafts[0]) };
  return {
    argumentsJson: JSON.stringify(
      Object.fromEntries(
        fields.map((field, index) => [field.name, valueOf(field, drafts[index] ?? '')]),
      ),
    ),
  };
}

function valueOf({ kind }: ArgumentField, draft: string | boolean): unknown {
  if (typeof draft === 'boolean') return draft;
  if (kind === 'number') return Number(draft);
  return kind === 'json' ? parseJson(draft) : draft;
}
