import type { Versions } from '../../lib/panel/view';
import { IconButton } from '../ui/Button';
import './branch-switcher.css';

interface BranchSwitcherProps {
  versions: Versions;
  disabled: boolean;
  onSelect: (turnId: string) => unknown;
}

export function BranchSwitcher({ versions, disabled, onSelect }: BranchSwitcherProps) {
  const { index, count, previous, next } = versions;
  if (count < 2) return null;
  return (
    <span className="branch-switcher">
      <IconButton
        icon="chevron-left"
        label="Previous version"
        size={14}
        disabled={disabled || previous === undefined}
        onClick={() => previous !== undefined && onSelect(previous)}
      />
      <span>{`${index + 1} / ${count}`}</span>
      <IconButton
        icon="chevron-right"
        label="Next version"
        size={14}
        disabled={disabled || next === undefined}
        onClick={() => next !== undefined && onSelect(next)}
      />
    </span>
  );
}
