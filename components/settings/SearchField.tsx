import type { Ref } from 'react';
import { Icon } from '../ui/Icon';
import '../ui/field.css';
import './search-field.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (query: string) => void;
  /** Enter was pressed: whoever waits for more letters need not. */
  onSubmit?: () => unknown;
  ref?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onChange, onSubmit, ref }: SearchFieldProps) {
  return (
    <form
      className="search-field"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}
