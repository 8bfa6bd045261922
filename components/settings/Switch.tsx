import { useId } from 'react';
import './switch.css';

interface SwitchProps {
  name: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => unknown;
}

/** A card that is a switch as a whole: one click anywhere on it is one turn. */
export function Switch({ name, description, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      className="switch-card"
      aria-checked={checked}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-description`}
      onClick={() => onChange(!checked)}
    >
      <span className="switch-text">
        <span id={`${id}-name`} className="switch-name">
          {name}
        </span>
        <span id={`${id}-description`} className="switch-description">
          {description}
        </span>
      </span>
      <span className="switch-track" aria-hidden="true" />
    </button>
  );
}
