import type { ToolInfo } from '../../lib/messaging/settings';
import type { Feature } from '../../lib/panel/panel-actions';
import { Switch } from './Switch';

const features: readonly { feature: Feature; name: string; description: string }[] = [
  {
    feature: 'memory',
    name: 'Memory',
    description: 'Remembers what you ask it to, across chats. Switching it off deletes nothing.',
  },
  {
    feature: 'scheduling',
    name: 'Scheduled tasks',
    description: 'Does tasks at a later time or again and again.',
  },
  {
    feature: 'email',
    name: 'E-mail',
    description: 'Prepares e-mails for you. You send them yourself.',
  },
];

interface FeatureSwitchesProps {
  enabled: Readonly<Record<string, boolean>>;
  tools: readonly ToolInfo[];
  onSwitch: (feature: Feature, enabled: boolean) => unknown;
}

export function FeatureSwitches({ enabled, tools, onSwitch }: FeatureSwitchesProps) {
  return (
    <div className="switch-grid-frame">
      <ul className="switch-grid">
        {features
          .filter(({ feature }) => enabled[feature] !== undefined)
          .map(({ feature, name, description }) => (
            <li key={feature}>
              <Switch
                name={name}
                description={
                  tools.some((tool) => tool.feature === feature)
                    ? description
                    : `${description} No tool uses this yet.`
                }
                checked={enabled[feature] === true}
                onChange={(next) => onSwitch(feature, next)}
              />
            </li>
          ))}
      </ul>
    </div>
  );
}
