import { useEffect, useState } from 'react';
import type { Versions } from '../../lib/panel/view';
import { IconButton } from '../ui/Button';
import { BranchSwitcher } from './BranchSwitcher';

const COPIED_SHOWN_MS = 2_000;

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
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <div className="entry-actions">
      {text !== '' && (
        <IconButton
          icon={copied ? 'check' : 'copy'}
          label={copied ? 'Copied' : 'Copy'}
          size={14}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        />
      )}
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
