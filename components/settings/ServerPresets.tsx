import { Button } from '../ui/Button';
import './server-presets.css';

/** Where well-known servers listen when nobody tells them otherwise. */
const presets = [
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
] as const;

/** Fills in the place of a server on this computer. */
export function ServerPresets({ onChoose }: { onChoose: (baseUrl: string) => void }) {
  return (
    <div className="server-presets" role="group" aria-label="Servers on this computer">
      <span className="settings-hint">On this computer:</span>
      {presets.map(({ name, baseUrl }) => (
        <Button key={name} title={baseUrl} onClick={() => onChoose(baseUrl)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
