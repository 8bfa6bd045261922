// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

function show(imported: Outcome = done) {
  const files: string[] = [];
  let imports = 0;
  render(
    <SettingsFile
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
  return { files, imports: () => imports, choose };
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
