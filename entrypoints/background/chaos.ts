import type { SettingsStore } from '../../lib/conversation/settings-store';
import type { RunLog } from '../../lib/conversation/run-log';
import type { RunRecord } from '../../lib/messaging/run-record';
import { z } from '../../lib/shared/zod';
import { defineTool, type ToolSpec } from '../../lib/tools/define-tool';
import { failure } from '../../lib/tools/execution-result';
import type { ToolRegistry } from '../../lib/tools/registry';
import type { Tool } from '../../lib/tools/tool';

type Origin = () => Promise<string>;

const keySchema = z.object({ key: z.string() });

/**
 * For the chaos suite, and part of no build but its own (`wxt build --mode chaos`). The test server
 * is where the model is; it decides where the worker stands still, and counts what tools do.
 */
export function underChaos(log: RunLog, registry: ToolRegistry, settings: SettingsStore): RunLog {
  const origin = async () => new URL((await settings.read()).connection?.baseUrl ?? '').origin;
  for (const tool of countedTools(origin)) registry.register(tool);
  return withKillPoints(log, origin);
}

/**
 * Asks before and after every write to the log. As long as there is no answer, the worker stands
 * exactly there: before the record exists, or once it is durable and before its effect begins.
 */
function withKillPoints(log: RunLog, origin: Origin): RunLog {
  const pass = async (phase: string, conversationId: string, records: readonly RunRecord[]) => {
    const body = JSON.stringify({ conversationId, records });
    await fetch(`${await origin()}/chaos/${phase}`, { method: 'POST', body });
  };
  return {
    append: async (conversationId, records) => {
      await pass('before', conversationId, records);
      await log.append(conversationId, records);
      await pass('after', conversationId, records);
    },
    read: (conversationId, afterSeq) => log.read(conversationId, afterSeq),
    lastSeq: async (conversationId) => (await log.lastSeq?.(conversationId)) ?? 0,
  };
}

/** Of every kind that runs, so that "twice" is measured outside the browser. */
function countedTools(origin: Origin): Tool[] {
  return [
    ...(['read', 'write'] as const).flatMap((effect) =>
      (['none', 'permission'] as const).map((interaction) =>
        countedTool(origin, `chaos_${interaction === 'none' ? '' : 'ask_'}${effect}`, {
          effect,
          interaction,
        }),
      ),
    ),
    countedTool(origin, 'chaos_blocked_write', {
      effect: 'write',
      interaction: 'none',
      target: () => ({ origin: 'https://blocked.example' }),
    }),
  ];
}

function countedTool(
  origin: Origin,
  name: string,
  spec: Pick<ToolSpec<typeof keySchema>, 'effect' | 'interaction' | 'target'>,
): Tool {
  return defineTool({
    name,
    title: `Chaos ${name}`,
    description: 'Has an effect that the test server counts.',
    input: keySchema,
    capability: spec.effect === 'read' ? 'none' : 'send-out',
    ...spec,
    // The test server decides how long.
    timeoutMs: null,
    run: async ({ key }, { signal, toolCall }) => {
      const url = `${await origin()}/chaos/effect/${toolCall.name}/${encodeURIComponent(key)}`;
      const response = await fetch(url, { method: 'POST', body: '', signal });
      return response.ok ? { success: true, key } : failure('The server refused.');
    },
  });
}
