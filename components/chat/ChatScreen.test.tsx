// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { foldRecords } from '../../lib/messaging/fold-records';
import type { RunRecordDraft } from '../../lib/messaging/run-record';
import { chatViewOf } from '../../lib/panel/chat-view';
import type { PanelActions } from '../../lib/panel/panel-actions';
import { initialPanelState, type PanelState } from '../../lib/panel/panel-state';
import { createPanelStore, type PanelStore } from '../../lib/panel/panel-store';
import { createPortClient } from '../../lib/panel/port-client';
import {
  call,
  numbered,
  runEnded,
  runStarted,
  turnCompleted,
  turnFailed,
  turnStarted,
  userTurn,
} from '../../lib/panel/testing/records';
import { ScriptedWorker } from '../../lib/panel/testing/scripted-worker';
import { done, toolUseFrom } from '../testing/tool-use';
import { ChatScreen } from './ChatScreen';

let panel: PanelStore;
beforeEach(() => {
  const { connect } = new ScriptedWorker();
  panel = createPanelStore({ client: createPortClient({ connect }) });
});
afterEach(() => {
  cleanup();
  panel.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const connectedTo = (baseUrl: string): Partial<PanelState> => ({
  settings: {
    connection: {
      baseUrl,
      model: 'large-2',
      contextTokens: 1_000,
      supportsTools: true,
      supportsImages: false,
      hasKey: false,
    },
    tools: [],
    features: {},
    blockedSites: [],
  },
});

function show(state: Partial<PanelState> = {}, ...records: RunRecordDraft[]) {
  const happened: string[] = [];
  const note = (what: string) => () => {
    happened.push(what);
    return Promise.resolve(done);
  };
  const actions: PanelActions = {
    ...panel.actions,
    send: (text) => note(`send ${text}`)(),
    stop: note('stop'),
    retry: note('retry'),
  };
  const element = (changes: Partial<PanelState>) => (
    <ChatScreen
      state={{
        ...initialPanelState(),
        status: 'ready',
        conversationId: 'c1',
        chat: chatViewOf(foldRecords(numbered(records))),
        ...connectedTo('http://localhost:8080/v1'),
        ...state,
        ...changes,
      }}
      mode="ask"
      actions={actions}
      requestBrowserPermissions={() => Promise.resolve(true)}
      onOpenChats={() => undefined}
      onOpenSettings={() => happened.push('settings')}
    />
  );
  const { rerender } = render(element({}));
  return {
    happened,
    user: userEvent.setup(),
    change: (changes: Partial<PanelState>) => rerender(element(changes)),
  };
}

const asked = [userTurn('u1', 'Hello'), runStarted(), turnStarted('a1', 'u1')];

describe('an empty chat', () => {
  it('has suggestions that are sent with a click', async () => {
    const { happened, user } = show();
    const list = screen.getByRole('list', { name: 'Suggestions' });
    expect(list.children.length).toBeGreaterThan(2);
    await user.click(screen.getByRole('button', { name: 'What can you do?' }));
    expect(happened).toEqual(['send What can you do?']);
  });
});

describe('a lost connection to the worker', () => {
  it('is told when it lasts, and no longer when it is back', () => {
    vi.useFakeTimers();
    const { change } = show({ status: 'reconnecting' });
    const told = () => screen.queryByText('Reconnecting…');
    act(() => {
      vi.advanceTimersByTime(999);
    });
    expect(told()).toBeNull();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(told()).not.toBeNull();
    change({ status: 'ready' });
    expect(told()).toBeNull();
  });
});

describe('a worker that is slow to answer', () => {
  it('is told of when it lasts, until the chat is there', () => {
    vi.useFakeTimers();
    const { change } = show({ conversationId: null });
    const told = () => screen.queryByText('Starting…');
    expect(told()).toBeNull();
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    expect(told()).not.toBeNull();
    change({ conversationId: 'c1' });
    expect(told()).toBeNull();
  });
});

describe('a browser without a network', () => {
  const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const told = () => screen.queryByText(/You are offline/)?.textContent;

  it('is told of where the model is far away, until it is back, and keeps nobody from writing', () => {
    const line = offline();
    show(connectedTo('https://api.models.example/v1'));
    expect(told()).toBe(
      'You are offline. api.models.example cannot be reached until you are back.',
    );
    expect(screen.getByRole('textbox', { name: 'Message' }).matches(':disabled')).toBe(false);
    line.mockReturnValue(true);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(told()).toBeUndefined();
  });

  it.each([
    'http://127.0.0.1:8080/v1',
    'http://[::1]:8080/v1',
    'http://192.168.1.20/v1',
    'http://172.20.0.1/v1',
    'http://nas/v1',
    'http://nas.local/v1',
  ])('does not matter to a model that is near: %s', (baseUrl) => {
    offline();
    show(connectedTo(baseUrl));
    expect(told()).toBeUndefined();
  });

  it.each(['http://172.32.0.1/v1', 'https://local.example/v1', 'http://11.0.0.1/v1'])(
    'matters to one that only looks near: %s',
    (baseUrl) => {
      offline();
      show(connectedTo(baseUrl));
      expect(told()).toContain('You are offline');
    },
  );
});

describe('Escape', () => {
  it('stops a run from anywhere, once', () => {
    const { happened } = show({}, ...asked);
    screen.getByRole('log').focus();
    fireEvent.keyDown(screen.getByRole('log'), { key: 'Escape' });
    expect(happened).toEqual(['stop']);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    expect(happened).toEqual(['stop', 'stop']);
  });

  it('does nothing when nothing runs', () => {
    const { happened } = show({}, ...asked, turnCompleted('a1', 'Hi.'), runEnded('answered'));
    fireEvent.keyDown(screen.getByRole('log'), { key: 'Escape' });
    expect(happened).toEqual([]);
  });

  it('gives up an edit without stopping the run, and the focus goes back', async () => {
    const { happened, user } = show({}, ...asked);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.keyboard('{Escape}');
    expect(happened).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });
});

describe('Enter while a message is queued', () => {
  it('says that one waits already, until it does not', async () => {
    const chat = { ...initialPanelState().chat, active: true, queuedText: 'First' };
    const { happened, user, change } = show({ chat, draft: 'Second' });
    const told = () => screen.queryByText(/One message already waits/);
    expect(told()).toBeNull();
    await user.type(screen.getByRole('textbox'), '{Enter}');
    expect(told()?.closest('[role="status"]')).toBeTruthy();
    expect(happened).toEqual([]);
    change({ chat: { ...chat, queuedText: null } });
    expect(told()).toBeNull();
  });
});

describe('what is announced', () => {
  const announced = () => document.querySelector('.visually-hidden[role="status"]')?.textContent;
  const viewOf = (records: RunRecordDraft[]) => chatViewOf(foldRecords(numbered(records)));
  const answered = viewOf([...asked, turnCompleted('a1', 'Hi.'), runEnded('answered')]);

  it('is the end of an answer that was seen under way, and not that of an old one', () => {
    const { change } = show({ chat: answered });
    expect(announced()).toBe('');
    change({ chat: viewOf(asked) });
    change({ chat: answered });
    expect(announced()).toBe('The answer is complete.');
    change({ chat: answered, conversationId: 'c2' });
    expect(announced()).toBe('');
  });

  it('is what a decision is about', () => {
    const use = toolUseFrom(call('t1', 'close_tabs'), { toolText: 'Close 3 tabs' });
    show({ chat: { ...answered, active: true, waiting: [use] } });
    expect(announced()).toBe('A decision waits for you: Close 3 tabs');
  });
});

describe('the focus', () => {
  it('goes to the composer when what had it is gone', async () => {
    const trouble = { code: 'x', message: 'Something happened.', retryable: false };
    const { user, change } = show({ trouble });
    await user.tab();
    screen.getByRole('button', { name: 'Dismiss' }).focus();
    change({ trouble: null });
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  });
});

describe('what went wrong', () => {
  it('is said once to a screen reader, with what can be done about it', () => {
    const message = 'The worker is gone.';
    const { change } = show();
    change({ trouble: { code: 'x', message, advice: 'Reload.', retryable: false } });
    const speaking = screen.getAllByRole('status').filter((it) => it.textContent.includes(message));
    expect(speaking).toHaveLength(1);
    expect(speaking[0]?.textContent).toContain('Reload.');
  });

  it('leads to the settings where they can help', async () => {
    const failed = { ...turnFailed('a1', 'The key is wrong.', 'Check it.') };
    const error = { ...failed.error, code: 'model-auth' };
    const { happened, user } = show({}, ...asked, { ...failed, error }, runEnded('failed'));
    await user.click(screen.getByRole('button', { name: 'Model settings' }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(happened).toEqual(['settings', 'retry']);
  });
});

describe('how much of the context is used', () => {
  it('is told when the provider has counted', () => {
    const completed = {
      ...turnCompleted('a1', 'Hi.'),
      usage: { inputTokens: 120, outputTokens: 20 },
    };
    show({}, ...asked, completed, runEnded('answered'));
    expect(screen.getByText('14 % of context')).toBeTruthy();
  });

  it('is not worth a word when it is next to nothing', () => {
    const completed = { ...turnCompleted('a1', 'Hi.'), usage: { inputTokens: 5, outputTokens: 2 } };
    show({}, ...asked, completed, runEnded('answered'));
    expect(screen.queryByText(/of context/)).toBeNull();
  });
});

describe('a long prompt', () => {
  it('is folded with a word on how long it is, and unfolded on request', async () => {
    const text = 'word '.repeat(20_000).trim();
    const { user } = show({}, userTurn('u1', text));
    const more = screen.getByRole('button', { name: 'Show all 99,999 characters' });
    expect(document.querySelector('.user-text-folded')?.textContent).toBe(text);
    await user.click(more);
    expect(document.querySelector('.user-text-folded')).toBeNull();
  });
});
