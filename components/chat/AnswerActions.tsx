import type { Versions } from '../../lib/panel/view';
import { IconButton } from '../ui/Button';
import { useCopy } from '../ui/use-copy';
import { BranchSwitcher } from './BranchSwitcher';

const looks = {
  ready: { icon: 'copy', label: 'Copy', said: '' },
  copied: { icon: 'check', label: 'Copied', said: 'Answer copied.' },
  failed: { icon: 'alert', label: 'Not copied', said: 'The answer could not be copied.' },
} as const;

interface AnswerActionsProps {
  text: string;
  versions: Versions;
  disabled: boolean;
  onRegenerate: () => unknown;
  onSelectBranch: (turnId: string) => unknown;
}

export function AnswerActions({
  text,
  versions,
  disabled,
  onRegenerate,
  onSelectBranch,
}: AnswerActionsProps) {
  const { outcome, copy } = useCopy();
  const { icon, label, said } = looks[outcome ?? 'ready'];

  return (
    <div className="entry-actions">
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
      {text !== '' && <IconButton icon={icon} label={label} size={14} onClick={() => copy(text)} />}
      <IconButton
        icon="refresh"
        label="Regenerate"
        size={14}
        disabled={disabled}
        onClick={() => onRegenerate()}
      />
      <BranchSwitcher versions={versions} disabled={disabled} onSelect={onSelectBranch} />
    </div>
  );
}
