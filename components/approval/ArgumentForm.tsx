import { useId, useState } from 'react';
import { Button } from '../ui/Button';
import type { ArgumentEdit } from './answer-options';
import { draftProblem, editOf, fieldsOf, type ArgumentDrafts } from './argument-drafts';
import { FormField } from './FormField';

interface ArgumentFormProps {
  argumentsJson: string;
  disabled: boolean;
  onEdit: (edit: ArgumentEdit) => void;
}

const fieldTypes = {
  text: 'text',
  longtext: 'longtext',
  number: 'number',
  boolean: 'boolean',
  json: 'longtext',
  everything: 'longtext',
} as const;

/** The arguments as fields, to be changed before the tool gets them. */
export function ArgumentForm({ argumentsJson, disabled, onEdit }: ArgumentFormProps) {
  const id = useId();
  const [fields] = useState(() => fieldsOf(argumentsJson));
  const initial = fields.map(({ draft }) => draft);
  const [drafts, setDrafts] = useState<ArgumentDrafts>(initial);

  function change(next: ArgumentDrafts): void {
    setDrafts(next);
    onEdit(editOf(fields, next));
  }

  return (
    <fieldset className="argument-form" disabled={disabled}>
      <legend className="visually-hidden">Arguments</legend>
      {fields.map((field, index) => (
        <FormField
          key={field.name}
          id={`${id}-${index}`}
          field={{ name: field.name, label: field.label, type: fieldTypes[field.kind] }}
          value={drafts[index] ?? ''}
          error={draftProblem(field, drafts[index] ?? '')}
          onChange={(value) => change(drafts.with(index, value))}
        />
      ))}
      <div>
        <Button look="quiet" onClick={() => change(initial)}>
          Reset
        </Button>
      </div>
    </fieldset>
  );
}
