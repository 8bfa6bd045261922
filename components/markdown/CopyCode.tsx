import { useEffect, useState } from 'react';
import { Icon } from '../ui/Icon';

const SHOWN_MS = 2_000;

type Outcome = 'copied' | 'failed';
const said: Record<Outcome, string> = {
  copied: 'Code copied.',
  failed: 'The code could not be copied.',
};

export function CopyCode({ pieces }: { pieces: readonly string[] }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => {
    const code = pieces.join('').replace(/\n$/, '');
    void navigator.clipboard.writeText(code).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  const isCopied = outcome === 'copied';
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {outcome && said[outcome]}
      </span>
      <button
        type="button"
        className="md-copy"
        aria-label={isCopied ? 'Copied code' : 'Copy code'}
        onClick={copy}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={13} />
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </>
  );
}
