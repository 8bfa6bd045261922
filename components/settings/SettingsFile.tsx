import { useEffect, useRef, useState } from 'react';
import type { ConnectionView } from '../../lib/messaging/settings';
import type { Outcome } from '../../lib/panel/panel-actions';
import { messageOf } from '../../lib/shared/app-error';
import { Button } from '../ui/Button';
import { modelHostOf } from '../ui/model-host';
import { Notice } from '../ui/Notice';
import type { RequestHostPermission } from './ConnectionForm';
import { download } from './download';
import { Results } from './Results';

const MAX_CHARACTERS = 1_000_000;

interface SettingsFileProps {
  /** The present one: after an import, the one of the file. */
  connection: ConnectionView | null;
  hasHostPermission: (url: string) => Promise<boolean>;
  requestHostPermission: RequestHostPermission;
  exportSettings: () => Promise<Outcome<string>>;
  importSettings: (json: string) => Promise<Outcome>;
  onImported: () => void;
}

interface Message {
  tone: 'good' | 'bad';
  text: string;
  takesFocus?: boolean;
}

export function SettingsFile({
  connection,
  hasHostPermission,
  requestHostPermission,
  exportSettings,
  importSettings,
  onImported,
}: SettingsFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const [imports, setImports] = useState(0);
  /** The address of an imported model that the browser does not let Tandem reach yet. */
  const [barred, setBarred] = useState<string | null>(null);
  const baseUrl = connection?.baseUrl;

  useEffect(() => {
    if (imports === 0 || baseUrl === undefined) return;
    let isPresent = true;
    void hasHostPermission(baseUrl).then((granted) => {
      if (isPresent) setBarred(granted ? null : baseUrl);
    });
    return () => {
      isPresent = false;
    };
  }, [imports, baseUrl, hasHostPermission]);

  async function allow(url: string): Promise<void> {
    const granted = await requestHostPermission(url);
    if (granted) setBarred(null);
    setMessage(
      granted
        ? { tone: 'good', text: 'Access is allowed.', takesFocus: true }
        : { tone: 'bad', text: 'Your browser did not grant access to this address.' },
    );
  }

  async function save(): Promise<void> {
    const outcome = await exportSettings();
    if (!outcome.ok) {
      setMessage({ tone: 'bad', text: outcome.error.message });
      return;
    }
    download('tandem-settings.json', [outcome.value]);
    setMessage({ tone: 'good', text: 'The file is in your downloads. It holds no keys.' });
  }

  async function load(file: File): Promise<void> {
    const problem = await importFile(file, importSettings);
    setMessage(
      problem === undefined
        ? {
            tone: 'good',
            text: 'The settings were imported. Keys are not part of the file: where the model needs one, enter it under Model connection.',
          }
        : { tone: 'bad', text: problem },
    );
    if (problem !== undefined) return;
    setImports((before) => before + 1);
    onImported();
  }

  return (
    <div className="settings-stack">
      <p className="settings-hint">
        All settings in one file, to keep or to move. Never with keys.
      </p>
      <div className="settings-buttons">
        <Button onClick={save}>Export settings</Button>
        <Button onClick={() => input.current?.click()}>Import settings</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label="Settings file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void load(file);
            // The same file can be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
      </div>
      <Results>
        {message && (
          <Notice key={message.text} tone={message.tone} takesFocus={message.takesFocus === true}>
            {message.text}
          </Notice>
        )}
        {barred !== null && barred === baseUrl && (
          <Notice
            actions={
              <Button onClick={() => allow(barred)}>
                Allow access to {modelHostOf(barred)?.hostname}
              </Button>
            }
          >
            Your browser has not granted access to the imported model’s server yet. Some servers
            answer only with it.
          </Notice>
        )}
      </Results>
    </div>
  );
}

async function importFile(
  file: File,
  importSettings: (json: string) => Promise<Outcome>,
): Promise<string | undefined> {
  if (file.size > MAX_CHARACTERS * 4) return 'That file is too large for settings.';
  try {
    const json = await file.text();
    if (json.length > MAX_CHARACTERS) return 'That file is too large for settings.';
    const outcome = await importSettings(json);
    return outcome.ok ? undefined : outcome.error.message;
  } catch (error) {
    return `The file could not be read: ${messageOf(error)}`;
  }
}
