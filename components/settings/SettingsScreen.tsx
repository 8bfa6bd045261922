import type { KeyboardEvent } from 'react';
import type { SettingsView } from '../../lib/messaging/panel-protocol';
import type { PanelActions } from '../../lib/panel/panel-actions';
import type { ErrorReport } from '../../lib/shared/error-report';
import { Button, IconButton } from '../ui/Button';
import { Notice } from '../ui/Notice';
import type { RequestHostPermission } from './ConnectionForm';
import { ModelConnection } from './ModelConnection';
import { Section, Subsection } from './Section';
import '../ui/page-header.css';
import './settings-screen.css';

interface SettingsScreenProps {
  /** Null until the worker has told them. */
  settings: SettingsView | null;
  trouble: ErrorReport | null;
  actions: PanelActions;
  requestHostPermission: RequestHostPermission;
  onBack: () => void;
  onOpenAllSettings: () => unknown;
}

/** What of the settings the panel shows: the model that answers, and the way to all others. */
export function SettingsScreen({
  settings,
  trouble,
  actions,
  requestHostPermission,
  onBack,
  onOpenAllSettings,
}: SettingsScreenProps) {
  /** A field has a use of its own for it: what was typed must not go with the screen. */
  function onKeyDown({ key, target }: KeyboardEvent): void {
    if (key === 'Escape' && !(target instanceof HTMLInputElement)) onBack();
  }

  return (
    <main className="settings-screen" onKeyDown={onKeyDown}>
      <header className="page-header">
        <IconButton icon="arrow-left" label="Back" autoFocus onClick={onBack} />
        <h1>Settings</h1>
      </header>
      <div className="settings-content">
        {trouble && (
          <Notice tone="bad" announced advice={trouble.advice} onDismiss={actions.dismissTrouble}>
            {trouble.message}
          </Notice>
        )}
        {settings ? (
          <Section id="model" title="Model connection">
            <ModelConnection
              connection={settings.connection}
              actions={actions}
              requestHostPermission={requestHostPermission}
            />
          </Section>
        ) : (
          <p className="settings-hint">Loading…</p>
        )}
        <Subsection title="Everything else">
          <p className="settings-hint">
            Tools, features, permissions and your data are on a page of their own.
          </p>
          <div className="settings-buttons">
            <Button onClick={() => onOpenAllSettings()}>All settings</Button>
          </div>
        </Subsection>
      </div>
    </main>
  );
}
