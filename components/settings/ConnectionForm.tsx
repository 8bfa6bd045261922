import { useId, useState, type SyntheticEvent } from 'react';
import type { ConnectionDraft, ConnectionView } from '../../lib/messaging/settings';
import type { ConnectionTestResult, Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { fieldsOf, readFields, type ConnectionErrors } from './connection-form-state';
import { TextField, TickField } from './fields';
import { Results } from './Results';
import { ServerPresets } from './ServerPresets';

/** Asks the browser for a host, in the click that leads here. */
export type RequestHostPermission = (url: string) => Promise<boolean>;

interface ConnectionFormProps {
  connection: ConnectionView | null;
  onSave: (draft: ConnectionDraft) => Promise<Outcome>;
  onTest: (draft: ConnectionDraft) => Promise<Outcome<ConnectionTestResult>>;
  requestHostPermission: RequestHostPermission;
}

interface Message {
  tone: 'good' | 'bad' | 'info';
  text: string;
  advice?: string | undefined;
}

const withoutHost: Message = {
  tone: 'info',
  text: 'Your browser did not grant access to this address.',
  advice: 'Some servers answer all the same. If not, save again and allow it.',
};

export function ConnectionForm({
  connection,
  onSave,
  onTest,
  requestHostPermission,
}: ConnectionFormProps) {
  const id = useId();
  const [fields, setFields] = useState(() => fieldsOf(connection));
  const [errors, setErrors] = useState<ConnectionErrors>({});
  const [messages, setMessages] = useState<Message[]>([]);
  const [working, setWorking] = useState<'saving' | 'testing' | null>(null);
  const change = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed });

  function read(): ConnectionDraft | undefined {
    const reading = readFields(fields);
    setErrors(reading.ok ? {} : reading.errors);
    setMessages([]);
    if (reading.ok) return reading.draft;
    const [firstWrong] = Object.keys(reading.errors);
    document.getElementById(`${id}-${firstWrong ?? ''}`)?.focus();
    return undefined;
  }

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (working !== null) return;
    const draft = read();
    if (!draft) return;
    // Asked first, inside the click; saved whatever the answer, without waiting for it.
    const asking = requestHostPermission(draft.baseUrl);
    setWorking('saving');
    const outcome = await onSave(draft);
    setWorking(null);
    if (!outcome.ok) {
      const { message, advice } = outcome.error;
      setMessages([{ tone: 'bad', text: message, advice }]);
      return;
    }
    setFields((before) => ({ ...before, apiKey: '', removeKey: false }));
    setMessages([{ tone: 'good', text: 'Saved.' }]);
    if (!(await asking)) setMessages((before) => [...before, withoutHost]);
  }

  async function test(): Promise<void> {
    if (working !== null) return;
    const draft = read();
    if (!draft) return;
    const asking = requestHostPermission(draft.baseUrl);
    setWorking('testing');
    const granted = await asking;
    const outcome = await onTest(draft);
    setWorking(null);
    const message: Message = outcome.ok
      ? {
          tone: outcome.value.ok ? 'good' : 'bad',
          text: outcome.value.message,
          advice: outcome.value.advice,
        }
      : { tone: 'bad', text: outcome.error.message, advice: outcome.error.advice };
    setMessages(granted ? [message] : [message, withoutHost]);
  }

  return (
    <form className="settings-stack" noValidate onSubmit={save}>
      <TextField
        id={`${id}-baseUrl`}
        label="Address"
        hint={
          connection?.addressCut === true
            ? 'A part of it that can hold a secret is stored and not shown.'
            : undefined
        }
        error={errors.baseUrl}
        type="url"
        placeholder="http://localhost:11434/v1"
        value={fields.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
      />
      <ServerPresets
        onChoose={(baseUrl) => {
          change({ baseUrl });
          document.getElementById(`${id}-model`)?.focus();
        }}
      />
      <TextField
        id={`${id}-model`}
        label="Model"
        error={errors.model}
        placeholder="llama-4"
        value={fields.model}
        onChange={(model) => change({ model })}
      />
      <TextField
        id={`${id}-apiKey`}
        label="API key"
        hint="Kept in this browser, never shown again and never exported."
        type="password"
        placeholder={connection?.hasKey === true ? 'A key is stored' : 'None'}
        value={fields.apiKey}
        onChange={(apiKey) => change({ apiKey })}
      />
      {(connection?.hasKey === true || connection?.addressCut === true) && (
        <TickField
          label={
            connection.hasKey ? 'Remove the stored key' : 'Remove what is not shown of the address'
          }
          checked={fields.removeKey}
          onChange={(removeKey) => change({ removeKey })}
        />
      )}
      <TextField
        id={`${id}-contextTokens`}
        label="Context size (tokens)"
        error={errors.contextTokens}
        inputMode="numeric"
        value={fields.contextTokens}
        onChange={(contextTokens) => change({ contextTokens })}
      />
      <div className="settings-ticks">
        <TickField
          label="Can use tools"
          checked={fields.supportsTools}
          onChange={(supportsTools) => change({ supportsTools })}
        />
        <TickField
          label="Can see images"
          checked={fields.supportsImages}
          onChange={(supportsImages) => change({ supportsImages })}
        />
      </div>
      <div className="settings-buttons">
        <Button look="primary" type="submit" aria-disabled={working !== null}>
          Save
        </Button>
        <Button aria-disabled={working !== null} onClick={test}>
          Test connection
        </Button>
        {working === 'testing' && <span className="settings-hint">Asking the server…</span>}
      </div>
      <Results>
        {messages.map(({ tone, text, advice }) => (
          <Notice key={text} tone={tone} advice={advice}>
            {text}
          </Notice>
        ))}
      </Results>
    </form>
  );
}
