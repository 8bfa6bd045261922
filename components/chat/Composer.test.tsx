// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Composer } from './Composer';

afterEach(cleanup);

interface Shown {
  active?: boolean;
  paused?: boolean;
  canSend?: boolean;
}

function show({ active = false, paused = false, canSend = true }: Shown = {}) {
  const happened: string[] = [];
  const note = (what: string) => () => happened.push(what);
  function Held() {
    const [draft, setDraft] = useState('');
    return (
      <Composer
        draft={draft}
        placeholder="Ask anything"
        modelLabel="llama-4"
        canSend={canSend}
        active={active}
        paused={paused}
        textRef={null}
        onWrite={setDraft}
        onSend={(text) => happened.push(`send ${text}`)}
        onStop={note('stop')}
        onPause={note('pause')}
        onResume={note('resume')}
        onRefuse={note('refuse')}
        onFiles={note('files')}
      />
    );
  }
  render(<Held />);
  return {
    happened,
    user: userEvent.setup(),
    box: screen.getByRole('textbox', { name: 'Message' }),
  };
}

const button = (name: string) => screen.queryByRole('button', { name });

describe('the composer', () => {
  it('sends with Enter and with the button, and writes a new line with Shift+Enter', async () => {
    const { happened, user, box } = show();
    await user.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(happened).toEqual(['send one\ntwo']);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(happened).toHaveLength(2);
  });

  it('leaves Enter and Escape to the input method while it composes', async () => {
    const { happened, user, box } = show({ active: true });
    await user.type(box, 'にほ');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
    expect(happened).toEqual([]);
  });

  it('leaves Enter to an input method that tells by the key code alone', async () => {
    const { happened, user, box } = show();
    await user.type(box, 'にほ');
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    expect(happened).toEqual([]);
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
    expect(happened).toEqual(['send にほ']);
  });

  it('keeps the focus in the words when something is sent or stopped with a button', async () => {
    const { user, box } = show({ active: true });
    await user.type(box, 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(document.activeElement).toBe(box);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(document.activeElement).toBe(box);
  });

  it('has Stop in the place of Send while there is a run and nothing to send', async () => {
    const { user, box } = show({ active: true });
    expect([button('Send') === null, button('Stop') === null]).toEqual([true, false]);
    await user.type(box, 'More');
    expect([button('Send') === null, button('Stop') === null]).toEqual([false, false]);
  });

  it('does not take the second half of a double click on Send for Stop', () => {
    const { happened } = show({ active: true });
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 2 });
    expect(happened).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 1 });
    expect(happened).toEqual(['stop']);
  });

  it('says so when files are pasted, and takes the words of what is both', () => {
    const { happened, box } = show();
    const files = [new File(['x'], 'photo.png', { type: 'image/png' })];
    fireEvent.paste(box, { clipboardData: { files, types: ['Files', 'text/plain'] } });
    expect(happened).toEqual([]);
    fireEvent.paste(box, { clipboardData: { files, types: ['Files'] } });
    expect(happened).toEqual(['files']);
  });

  it('lets words run in their own direction', async () => {
    const { user, box } = show();
    await user.type(box, 'שלום');
    expect(box.getAttribute('dir')).toBe('auto');
  });

  it('sends nothing that is empty or may not be sent', async () => {
    const empty = show();
    await empty.user.type(empty.box, '   {Enter}');
    expect(empty.happened).toEqual([]);
    expect(button('Send')?.matches(':disabled')).toBe(true);
    cleanup();
    const refused = show({ canSend: false });
    await refused.user.type(refused.box, 'Hello{Enter}');
    expect(refused.happened).toEqual(['refuse']);
  });

  it('stops with Escape and with the button while there is a run', async () => {
    const { happened, user, box } = show({ active: true });
    await user.type(box, '{Escape}');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(happened).toEqual(['stop', 'stop']);
  });

  it('has nothing to stop or pause while there is none', async () => {
    const { happened, user, box } = show();
    await user.type(box, '{Escape}');
    expect(happened).toEqual([]);
    expect([button('Stop'), button('Pause'), button('Resume')]).toEqual([null, null, null]);
  });

  it('pauses a run and resumes it', async () => {
    const running = show({ active: true });
    await running.user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(running.happened).toEqual(['pause']);
    cleanup();
    const paused = show({ active: true, paused: true });
    expect(button('Pause')).toBeNull();
    await paused.user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(paused.happened).toEqual(['resume']);
  });
});
