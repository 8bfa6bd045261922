import type { Outcome } from '../../lib/panel/panel-actions';
import { KeptFocus } from './KeptFocus';
import { RemovableGroups } from './RemovableGroups';
import type { RemovableItem } from './RemovableRow';

interface RemovableListProps {
  /** What is listed, for those who do not see where the list stands. */
  label: string;
  items: readonly RemovableItem[];
  /** The name of the button in every row. */
  action: string;
  onRemove: (key: string) => Promise<Outcome>;
  /** Said when one is gone. */
  removedText: (title: string) => string;
  emptyText: string;
}

/** Rows that can be taken away one by one. The focus goes on to the row that moves up. */
export function RemovableList({ label, items, emptyText, ...rest }: RemovableListProps) {
  return (
    <KeptFocus label={label}>
      {items.length === 0 && <p className="settings-hint">{emptyText}</p>}
      <RemovableGroups groups={items.length === 0 ? [] : [{ key: 'all', items }]} {...rest} />
    </KeptFocus>
  );
}
