import { useId, useState, type SyntheticEvent } from 'react';
import { textBlock, type ContentBlock } from '../../lib/messaging/content';
import type { AskUser } from '../../lib/messaging/tool-cards';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { CardProblem } from './CardProblem';
import { FormField } from './FormField';
import { emptyDrafts, fieldErrors, fieldValues, type FieldErrors } from './field-values';
import { useCardAnswer } from './use-card-answer';
import './card.css';
import './question-card.css';

interface QuestionCardProps {
  form: AskUser;
  disabled: boolean;
  onAnswer: (blocks: ContentBlock[]) => Promise<Outcome>;
  onSkip: () => Promise<Outcome>;
}

export function QuestionCard({ form, disabled, onAnswer, onSkip }: QuestionCardProps) {
  const formId = useId();
  const [drafts, setDrafts] = useState(() => emptyDrafts(form.fields));
  const [errors, setErrors] = useState<FieldErrors>({});
  const { pending, problem, answer } = useCardAnswer();
  const fieldId = (name: string) => `${formId}-${name}`;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const found = fieldErrors(form.fields, drafts);
    setErrors(found);
    const firstWrong = form.fields.find(({ name }) => found[name] !== undefined);
    if (firstWrong) {
      document.getElementById(fieldId(firstWrong.name))?.focus();
      return;
    }
    const values = JSON.stringify(fieldValues(form.fields, drafts));
    void answer(() => onAnswer([textBlock(values)]));
  }

  return (
    <form className="card question-card" noValidate aria-busy={pending} onSubmit={submit}>
      <p className="plain-text">{form.question}</p>
      <fieldset className="question-fields" disabled={disabled}>
        {form.fields.map((field) => (
          <FormField
            key={field.name}
            id={fieldId(field.name)}
            field={field}
            value={drafts[field.name] ?? ''}
            error={errors[field.name]}
            onChange={(value) => setDrafts({ ...drafts, [field.name]: value })}
          />
        ))}
        <CardProblem text={problem} />
        <div className="card-buttons">
          <Button look="primary" type="submit" disabled={disabled} aria-disabled={pending}>
            Answer
          </Button>
          <Button
            look="quiet"
            disabled={disabled}
            aria-disabled={pending}
            onClick={() => answer(onSkip)}
          >
            Skip
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
