import { useState } from 'react';
import type { SettingsView } from '../../lib/messaging/panel-protocol';
import type { DataState, DataStore } from '../../lib/panel/data-store';
import type { PanelActions } from '../../lib/panel/panel-actions';
import type { ErrorReport } from '../../lib/shared/error-report';
import { Mark } from '../ui/Mark';
import { Notice } from '../ui/Notice';
import { About } from './About';
import type { BrowserAccess } from './browser-access';
import { DeleteEverything } from './DeleteEverything';
import { FeatureSwitches } from './FeatureSwitches';
import { ModelConnection } from './ModelConnection';
import { DataExport, MemoryList } from './MyData';
import { PermissionSettings } from './PermissionSettings';
import { Section, Subsection } from './Section';
import { SectionNavigation } from './SectionNavigation';
import { SettingsFile } from './SettingsFile';
import { StorageUse } from './StorageUse';
import { ToolSwitches } from './ToolSwitches';
import { useCurrentSection } from './use-current-section';
import { Waiting } from './Waiting';
import './options-screen.css';

interface OptionsScreenProps {
  /** Null until the worker has told them. */
  settings: SettingsView | null;
  trouble: ErrorReport | null;
  actions: PanelActions;
  kept: DataState;
  data: Omit<DataStore, 'store'>;
  browser: BrowserAccess;
  onRetry: () => unknown;
}

const sections = [
  { id: 'model', title: 'Model connection' },
  { id: 'tools', title: 'Tools' },
  { id: 'features', title: 'Features' },
  { id: 'permissions', title: 'Permissions' },
  { id: 'data', title: 'Data' },
  { id: 'about', title: 'About' },
] as const;
const ids = sections.map(({ id }) => id);

/** All settings on one page. */
export function OptionsScreen({
  settings,
  trouble,
  actions,
  kept,
  data,
  browser,
  onRetry,
}: OptionsScreenProps) {
  /** Counts what replaced all settings at once, and with them what stands in the form. */
  const [upheavals, setUpheavals] = useState(0);
  const current = useCurrentSection(ids, settings !== null);
  return (
    <div className="options-page">
      <header className="options-header">
        <Mark />
        <h1>Settings</h1>
      </header>
      <SectionNavigation sections={sections} current={current} />
      <main className="options-content">
        {trouble && settings && (
          <Notice tone="bad" announced advice={trouble.advice} onDismiss={actions.dismissTrouble}>
            {trouble.message}
          </Notice>
        )}
        {!settings && <Waiting trouble={trouble} onRetry={onRetry} />}
        {settings && (
          <>
            <Section
              id="model"
              title="Model connection"
              intro="Any server that speaks the OpenAI protocol, on this computer or elsewhere."
            >
              <ModelConnection
                key={upheavals}
                connection={settings.connection}
                actions={actions}
                requestHostPermission={browser.requestHostPermission}
              />
            </Section>
            <Section
              id="tools"
              title="Tools"
              intro="What the model may use. A tool that is switched off is not even offered."
            >
              <ToolSwitches tools={settings.tools} onSwitch={actions.switchTool} />
            </Section>
            <Section
              id="features"
              title="Features"
              intro="Each brings tools of its own, which come and go with it."
            >
              <FeatureSwitches
                enabled={settings.features}
                tools={settings.tools}
                onSwitch={actions.switchFeature}
              />
            </Section>
            <Section
              id="permissions"
              title="Permissions"
              intro="What Tandem may do unasked, what it must leave alone, and what it did. Taking something back takes effect at once."
            >
              <PermissionSettings
                blockedSites={settings.blockedSites}
                kept={kept}
                data={data}
                browser={browser}
              />
            </Section>
            <Section
              id="data"
              title="Data"
              intro="Everything is kept in this browser, on this computer."
            >
              <StorageUse
                chats={kept.chats}
                memories={kept.memories?.length ?? null}
                storageUsage={browser.storageUsage}
              />
              <Subsection title="Memories">
                <MemoryList
                  memories={kept.memories}
                  trouble={kept.summaryTrouble}
                  onDelete={data.deleteMemory}
                  onRetry={data.readSummary}
                />
              </Subsection>
              <Subsection title="Take it along">
                <DataExport exportData={data.exportData} />
              </Subsection>
              <Subsection title="Settings file">
                <SettingsFile
                  connection={settings.connection}
                  hasHostPermission={browser.hasHostPermission}
                  requestHostPermission={browser.requestHostPermission}
                  exportSettings={actions.exportSettings}
                  importSettings={actions.importSettings}
                  onImported={() => setUpheavals(upheavals + 1)}
                />
              </Subsection>
              <Subsection title="Start over">
                <DeleteEverything
                  deleteEverything={async () => {
                    const outcome = await actions.deleteEverything();
                    if (outcome.ok) setUpheavals(upheavals + 1);
                    return outcome;
                  }}
                />
              </Subsection>
            </Section>
            <Section id="about" title="About">
              <About {...browser.about} />
            </Section>
          </>
        )}
      </main>
    </div>
  );
}
