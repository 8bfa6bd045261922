import { useRef, useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { hostFromText, isOnHost } from '../../lib/shared/origin';
import { Button } from '../ui/Button';
import { TextField } from './fields';
import { RemovableList } from './RemovableList';
import { Results } from './Results';
import './blocked-sites.css';

interface BlockedSitesProps {
  /** Host names. */
  sites: readonly string[];
  onBlock: (site: string) => Promise<Outcome>;
  onUnblock: (site: string) => Promise<Outcome>;
}

export function BlockedSites({ sites, onBlock, onUnblock }: BlockedSitesProps) {
  return (
    <>
      <p className="settings-hint">
        Tandem neither reads these sites nor acts on them, subdomains included. A block wins over
        everything you allowed.
      </p>
      <BlockForm sites={sites} onBlock={onBlock} />
      <RemovableList
        label="Blocked sites"
        items={sites.map((site) => ({ key: site, title: site, details: 'With its subdomains' }))}
        action="Unblock"
        onRemove={onUnblock}
        removedText={(site) => `Unblocked: ${site}.`}
        emptyText="No site is blocked."
      />
    </>
  );
}

function BlockForm({ sites, onBlock }: Pick<BlockedSitesProps, 'sites' | 'onBlock'>) {
  const field = useRef<HTMLInputElement>(null);
  const [site, setSite] = useState('');
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [said, setSaid] = useState('');

  async function block(): Promise<void> {
    if (working) return;
    setSaid('');
    const wanted = site.trim();
    const known = problemWith(wanted, sites);
    setProblem(known);
    field.current?.focus();
    if (known !== undefined) return;
    setWorking(true);
    const outcome = await onBlock(wanted);
    setWorking(false);
    if (outcome.ok) {
      // Not what somebody has typed meanwhile.
      setSite((now) => (now.trim() === wanted ? '' : now));
      setSaid(`Blocked: ${hostFromText(wanted) ?? wanted}.`);
    } else {
      setProblem(outcome.error.message);
    }
  }

  return (
    <form
      className="block-form"
      aria-label="Block a site"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void block();
      }}
    >
      <TextField
        ref={field}
        id="blocked-site"
        label="Site"
        placeholder="example.com"
        inputMode="url"
        maxLength={4_000}
        dir="auto"
        error={problem}
        announced
        value={site}
        onChange={(value) => {
          setSite(value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" aria-disabled={working}>
        Block
      </Button>
      <Results>{said !== '' && <p className="visually-hidden">{said}</p>} </Results>
    </form>
  );
}

/** What can be said without the worker, which has the last word. */
function problemWith(text: string, sites: readonly string[]): string | undefined {
  if (text === '') return 'Write a site first, such as example.com.';
  const host = hostFromText(text);
  const by = sites.find((site) => host !== undefined && isOnHost(`https://${host}`, [site]));
  if (by === undefined) return undefined;
  return by === host ? `${by} is blocked already.` : `${host} is blocked already, with ${by}.`;
}
