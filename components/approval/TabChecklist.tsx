import type { TabSummary } from '../../lib/messaging/panel-protocol';
import { visibleLine } from '../../lib/shared/visible-text';
import './tab-checklist.css';

interface TabChecklistProps {
  tabs: readonly TabSummary[];
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onToggle: (tabId: number) => void;
}

export function TabChecklist({ tabs, chosen, disabled, onToggle }: TabChecklistProps) {
  return (
    <ul className="tab-checklist">
      {tabs.map((tab, index) => (
        <li key={tab.id}>
          <label className="tab-choice">
            <input
              type="checkbox"
              checked={chosen.has(tab.id)}
              disabled={disabled}
              onChange={() => onToggle(tab.id)}
            />
            <span className="tab-title">
              {visibleLine(tab.title, 200) || hostOf(tab.url) || `Tab ${index + 1}`}
            </span>
            <span className="tab-host">{hostOf(tab.url)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
