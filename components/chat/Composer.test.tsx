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

  it('sends nothing that is empty or may not be sent', async () => {
    const empty = show();
    await empty.user.type(empty.box, '   {Enter}');
    expect(empty.happened).toEqual([]);
    expect(button('Send')?.matches(':disabled')).toBe(true);
    cleanup();
    const refused = show({ canSend: false });
    await refused.user.type(refused.box, 'Hello{Enter}');
    expect(refused.happened).toEqual([]);
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
