import { Icon } from '../ui/Icon';
import { useCopy } from '../ui/use-copy';

const said = {
  copied: 'Code copied.',
  failed: 'The code could not be copied.',
};

export function CopyCode({ pieces }: { pieces: readonly string[] }) {
  const { outcome, copy } = useCopy();
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
        onClick={() => copy(pieces.join('').replace(/\n$/, ''))}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={13} />
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </>
  );
}
