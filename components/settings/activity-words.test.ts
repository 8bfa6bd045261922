import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '../../lib/messaging/activity';
import { argumentsText, callText, verdictText } from './activity-words';
import { activityEntry } from './testing/activity';

describe('who decided about a call', () => {
  const cases: [Partial<ActivityEntry>, string][] = [
    [{ verdict: 'allow', state: 'ok' }, 'Ran by itself'],
    [{ verdict: 'allow', state: 'error' }, 'Ran by itself'],
    [{ verdict: 'allow', state: 'pruned' }, 'Needed no answer'],
    [{ verdict: 'allow', grantId: 'g1' }, 'Allowed before'],
    [{ verdict: 'ask', answer: 'once' }, 'You allowed it once'],
    [{ verdict: 'ask', answer: 'chat', state: 'interrupted' }, 'You allowed it for this chat'],
    [{ verdict: 'ask', answer: 'always', grantId: 'g1' }, 'You allowed it always'],
    [{ verdict: 'ask', state: 'denied' }, 'You denied it'],
    [{ verdict: 'ask', state: 'awaiting-user' }, 'Waits for your answer'],
    [{ verdict: 'ask', state: 'cancelled' }, 'Not answered'],
    [{ verdict: 'ask', state: 'ok' }, 'You allowed it'],
    [{ verdict: 'deny', state: 'denied' }, 'Refused'],
    [{ state: 'denied' }, 'You denied it'],
    [{ state: 'ok' }, ''],
  ];
  it.each(cases)('of %j is said as “%s”', (change, text) => {
    expect(verdictText(activityEntry(1, change))).toBe(text);
  });
});

describe('what was called', () => {
  it('is told in the words of the tool, else by its title, else by its name', () => {
    const none = { toolText: ' ', toolTitle: '', toolName: '' };
    expect(callText(activityEntry(1, { toolText: 'Open example.com' }))).toBe('Open example.com');
    expect(callText(activityEntry(1, { ...none, toolTitle: 'Open' }))).toBe('Open');
    expect(callText(activityEntry(1, { ...none, toolName: 'open_page' }))).toBe('open_page');
    expect(callText(activityEntry(1, none))).toBe('A tool without a name');
  });
});

describe('arguments', () => {
  it('are indented, and what hides itself is written out', () => {
    expect(argumentsText('{"a":["x\u202Ey",1]}')).toBe(
      '{\n  "a": [\n    "x\\u{202e}y",\n    1\n  ]\n}',
    );
    expect(argumentsText('"\u{E0041}می\u200Cخواهم"')).toBe('"\\u{e0041}می\u200Cخواهم"');
  });

  it('that were cut are shown as they are', () => {
    expect(argumentsText('{"a": "so')).toBe('{"a": "so');
  });
});
