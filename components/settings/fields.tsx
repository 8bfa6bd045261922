import { useId, type ComponentProps } from 'react';
import '../ui/field.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'id'> {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The error is read out when it appears: the focus stays where it is. */
  announced?: boolean;
  onChange: (value: string) => void;
}

export function TextField({
  id,
  label,
  hint,
  error,
  announced = false,
  onChange,
  ...rest
}: TextFieldProps) {
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        {...(described === '' ? {} : { 'aria-describedby': described })}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" {...(announced ? { role: 'alert' } : {})}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface TickFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function TickField({ label, checked, onChange }: TickFieldProps) {
  const id = useId();
  return (
    <div className="field field-tick">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
