import type { ToolInfo } from '../../lib/messaging/settings';
import { Switch } from './Switch';

interface ToolSwitchesProps {
  tools: readonly ToolInfo[];
  onSwitch: (toolId: string, enabled: boolean) => unknown;
}

/** The tools that have a switch of their own; a feature switch governs the others. */
export function ToolSwitches({ tools, onSwitch }: ToolSwitchesProps) {
  const own = tools.filter((tool) => tool.feature === undefined);
  if (own.length === 0) return <p className="settings-hint">There are no tools to switch yet.</p>;
  return (
    <div className="switch-grid-frame">
      <ul className="switch-grid">
        {own.map((tool) => (
          <li key={tool.id}>
            <Switch
              name={tool.title || tool.name}
              description={firstSentence(tool.description)}
              checked={tool.enabled}
              onChange={(enabled) => onSwitch(tool.id, enabled)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Descriptions are written for models; their first sentence says what the tool does. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
