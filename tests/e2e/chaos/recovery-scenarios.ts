import type { RunRecord } from '../../../lib/messaging/run-record';
import { textReply } from '../../support/provider-replies';
import type { KillPoint } from './kill-point';
import type { Scenario } from './scenario';
import { allow, call, callThenEnd, ENDING, PAGE, until } from './scenario-parts';

/** Scenarios with the kill points in what the next worker does. */
export function recoveries(): Scenario[] {
  const after = (type: RunRecord['type'], tool = ''): KillPoint => ({
    phase: 'after',
    type,
    tool,
    occurrence: 0,
  });
  const dying = (tool: string): Omit<Scenario, 'name'> => ({
    first: after('tool-use-started', tool),
    reply: callThenEnd((key) => [call(tool, key)]),
    act: allow,
    outcomes: { [tool]: ['ok'] },
    ending: ENDING,
  });
  return [
    {
      name: 'recovery of an answer',
      first: after('assistant-turn-checkpointed'),
      reply: (_request, _key, ledger) =>
        until(
          textReply('', { chunks: [PAGE, PAGE, ENDING] }),
          ledger,
          'assistant-turn-checkpointed',
        ),
      outcomes: {},
      ending: ENDING,
    },
    { name: 'recovery of a read', ...dying('chaos_read') },
    { name: 'recovery of a write', ...dying('chaos_write') },
    { name: 'recovery of an allowed read', ...dying('chaos_ask_read') },
    { name: 'recovery of an allowed write', ...dying('chaos_ask_write') },
  ];
}
