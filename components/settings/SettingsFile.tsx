import { useRef, useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { messageOf } from '../../lib/shared/app-error';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { download } from './download';
import { Results } from './Results';

const MAX_CHARACTERS = 1_000_000;

interface SettingsFileProps {
  exportSettings: () => Promise<Outcome<string>>;
  importSettings: (json: string) => Promise<Outcome>;
  onImported: () => void;
}

interface Message {
  tone: 'good' | 'bad';
  text: string;
}

export function SettingsFile({ exportSettings, importSettings, onImported }: SettingsFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<Message | null>(null);

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
        ? { tone: 'good', text: 'The settings were imported. Keys are not part of the file.' }
        : { tone: 'bad', text: problem },
    );
    if (problem === undefined) onImported();
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
      <Results>{message && <Notice tone={message.tone}>{message.text}</Notice>}</Results>
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
