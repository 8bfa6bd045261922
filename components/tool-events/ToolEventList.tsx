import { useState } from 'react';
import { isSettled, type ToolUse } from '../../lib/messaging/conversation-state';
import type { CardActions } from '../approval/InteractionCard';
import { Icon } from '../ui/Icon';
import { ToolEvent } from './ToolEvent';
import './tool-event-list.css';

/** So many can be taken in at a glance; beyond that only the newest are shown. */
const FOLD_BEYOND = 24;
const NEWEST_SHOWN = 8;

interface ToolEventListProps {
  uses: readonly ToolUse[];
  /** Their run goes on or is paused. */
  active: boolean;
  paused?: boolean;
  actions: CardActions;
}

export function ToolEventList({ uses, active, paused = false, actions }: ToolEventListProps) {
  const [unfolded, setUnfolded] = useState(false);
  const lastDrawn = uses.findLast((use) => use.presentation.expanded !== undefined);
  const foldable = foldableOf(uses);
  const shown = unfolded ? uses : uses.filter((use) => !foldable.has(use));
  return (
    <div className="tool-events">
      {foldable.size > 0 && (
        <button
          type="button"
          className="tool-fold"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon name="chevron-right" size={14} />
          {unfolded ? 'Show fewer steps' : foldText(foldable)}
        </button>
      )}
      {shown.map((use) => (
        <ToolEvent
          key={use.id}
          use={use}
          active={active}
          paused={paused}
          startsOpen={use === lastDrawn}
          actions={actions}
        />
      ))}
    </div>
  );
}

/** What is over and done with; never what waits for somebody or may have gone half-way. */
function foldableOf(uses: readonly ToolUse[]): ReadonlySet<ToolUse> {
  if (uses.length <= FOLD_BEYOND) return new Set();
  return new Set(
    uses
      .slice(0, -NEWEST_SHOWN)
      .filter((use) => isSettled(use) && use.state !== 'interrupted' && use.inDoubt !== true),
  );
}

function foldText(folded: ReadonlySet<ToolUse>): string {
  const failed = [...folded].filter((use) => use.state === 'error').length;
  const steps = `Show ${folded.size.toLocaleString('en')} earlier steps`;
  return failed === 0 ? steps : `${steps}, ${failed.toLocaleString('en')} of them failed`;
}
