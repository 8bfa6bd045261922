// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionView } from '../../lib/messaging/settings';
import type { Outcome } from '../../lib/panel/panel-actions';
import { done } from '../testing/tool-use';
import { SettingsFile } from './SettingsFile';

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  // jsdom has neither of them.
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:settings';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});
afterEach(cleanup);

const stored: ConnectionView = {
  baseUrl: 'https://models.example:8443/v1',
  model: 'small',
  contextTokens: 8_000,
  supportsTools: true,
  supportsImages: false,
  hasKey: false,
};

function show(imported: Outcome = done, granted = true) {
  const asked: string[] = [];
  const files: string[] = [];
  let imports = 0;
  render(
    <SettingsFile
      connection={stored}
      hasHostPermission={() => Promise.resolve(granted)}
      requestHostPermission={(url) => {
        asked.push(url);
        return Promise.resolve(true);
      }}
      exportSettings={() => Promise.resolve({ ok: true, value: '{"version":1}' })}
      importSettings={(json) => {
        files.push(json);
        return Promise.resolve(imported);
      }}
      onImported={() => (imports += 1)}
    />,
  );
  const choose = (text: string) => {
    // jsdom's files cannot be read.
    const file = Object.assign(new File([text], 'settings.json'), {
      text: () => Promise.resolve(text),
    });
    return userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('Settings file'), file);
  };
  return { files, asked, imports: () => imports, choose };
}

describe('the settings file', () => {
  it('is saved as the worker wrote it', async () => {
    show();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Export settings' }));
    expect(await screen.findByText(/in your downloads/)).toBeTruthy();
    expect(saved.map(({ type, size }) => [type, size])).toEqual([['application/json', 13]]);
  });

  it('is handed to the worker', async () => {
    const { files, imports, choose } = show();
    await choose('{"version":1}');
    expect(await screen.findByText(/were imported/)).toBeTruthy();
    expect(files).toEqual(['{"version":1}']);
    expect(imports()).toBe(1);
  });

  it('says that keys are to be entered, and lets the browser grant what the model needs', async () => {
    const { asked, choose } = show(done, false);
    expect(screen.queryByRole('button', { name: /^Allow/ })).toBeNull();
    await choose('{"version":1}');
    expect(await screen.findByText(/enter it under Model connection/)).toBeTruthy();
    const allow = await screen.findByRole('button', { name: 'Allow access to models.example' });
    await userEvent.setup().click(allow);
    expect(asked).toEqual([stored.baseUrl]);
    expect(screen.queryByRole('button', { name: /^Allow/ })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Access is allowed.');
  });

  it('asks for nothing that the browser granted before', async () => {
    const { choose } = show();
    await choose('{"version":1}');
    expect(await screen.findByText(/were imported/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Allow/ })).toBeNull();
  });

  it('changes nothing when the worker refuses it, and says why', async () => {
    const error = {
      code: 'settings-invalid',
      message: 'That is no settings file.',
      retryable: false,
    };
    const { imports, choose } = show({ ok: false, error });
    await choose('hello');
    expect(await screen.findByText('That is no settings file.')).toBeTruthy();
    expect(imports()).toBe(0);
  });

  it('is not handed on when it is far too large', async () => {
    const { files, choose } = show();
    await choose('x'.repeat(1_000_001));
    expect(await screen.findByText(/too large/)).toBeTruthy();
    expect(files).toEqual([]);
  });
});
