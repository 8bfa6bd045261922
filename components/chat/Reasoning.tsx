import { Icon } from '../ui/Icon';
import './reasoning.css';

export function Reasoning({ text }: { text: string }) {
  return (
    <details className="reasoning">
      <summary>
        <Icon name="chevron-right" size={14} />
        Reasoning
      </summary>
      <div className="reasoning-text plain-text">{text.trim()}</div>
    </details>
  );
}
