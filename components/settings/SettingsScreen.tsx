import { useState, type ReactNode } from 'react';
import type { SettingsView } from '../../lib/messaging/panel-protocol';
import type { PanelActions } from '../../lib/panel/panel-actions';
import type { ErrorReport } from '../../lib/shared/app-error';
import { IconButton } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { ConnectionForm, type RequestHostPermission } from './ConnectionForm';
import { DeleteEverything } from './DeleteEverything';
import { FeatureSwitches } from './FeatureSwitches';
import { SettingsFile } from './SettingsFile';
import { ToolSwitches } from './ToolSwitches';
import '../ui/page-header.css';
import './settings-screen.css';

interface SettingsScreenProps {
  /** Null until the worker has told them. */
  settings: SettingsView | null;
  trouble: ErrorReport | null;
  actions: PanelActions;
  requestHostPermission: RequestHostPermission;
  /** Absent on a page of its own. */
  onBack?: () => void;
}

export function SettingsScreen({
  settings,
  trouble,
  actions,
  requestHostPermission,
  onBack,
}: SettingsScreenProps) {
  const [imports, setImports] = useState(0);
  return (
    <main className="settings-screen">
      <header className="page-header">
        {onBack && <IconButton icon="arrow-left" label="Back" autoFocus onClick={onBack} />}
        <h1>Settings</h1>
      </header>
      <div className="settings-content">
        {trouble && (
          <Notice tone="bad" announced advice={trouble.advice} onDismiss={actions.dismissTrouble}>
            {trouble.message}
          </Notice>
        )}
        {settings && (
          <>
            <Section title="Connection">
              <ConnectionForm
                // An imported connection replaces what stands in the form.
                key={imports}
                connection={settings.connection}
                onSave={actions.saveConnection}
                onTest={actions.testConnection}
                requestHostPermission={requestHostPermission}
              />
            </Section>
            <Section title="Tools">
              <ToolSwitches tools={settings.tools} onSwitch={actions.switchTool} />
            </Section>
            <Section title="Features">
              <FeatureSwitches enabled={settings.features} onSwitch={actions.switchFeature} />
            </Section>
            <Section title="Backup">
              <SettingsFile
                exportSettings={actions.exportSettings}
                importSettings={actions.importSettings}
                onImported={() => setImports(imports + 1)}
              />
            </Section>
            <Section title="Your data">
              <DeleteEverything deleteEverything={actions.deleteEverything} />
            </Section>
          </>
        )}
      </div>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
