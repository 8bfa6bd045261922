import type { Field } from '../../lib/messaging/tool-cards';
import '../ui/field.css';

interface FormFieldProps {
  id: string;
  field: Field;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

const inputTypes = {
  text: 'text',
  number: 'text',
  date: 'date',
  email: 'email',
  url: 'url',
} as const;

export function FormField({ id, field, value, error, onChange }: FormFieldProps) {
  const { label, type, required = false, options = [], placeholder, description } = field;
  const hints = [
    ...(description === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  const shared = {
    id,
    required,
    'aria-invalid': error !== undefined,
    ...(hints === '' ? {} : { 'aria-describedby': hints }),
  };
  const text = typeof value === 'string' ? value : '';

  function control() {
    switch (type) {
      case 'boolean':
        return (
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        );
      case 'longtext':
        return (
          <textarea
            {...shared}
            className="input"
            rows={3}
            placeholder={placeholder}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      case 'select':
        return (
          <select
            {...shared}
            className="input"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="">Choose…</option>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        );
      default:
        return (
          <input
            {...shared}
            className="input"
            type={inputTypes[type]}
            {...(type === 'number' ? { inputMode: 'decimal' } : {})}
            placeholder={placeholder}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        );
    }
  }

  return (
    <div className={type === 'boolean' ? 'field field-tick' : 'field'}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {control()}
      {description !== undefined && (
        <p id={`${id}-hint`} className="field-hint plain-text">
          {description}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
