import type { LiveEvent } from '../messaging/panel-protocol';
import type { ConversationMode } from '../messaging/permission';
import type { RunRecord } from '../messaging/run-record';
import type { HeldText } from '../permissions/flow/explain-flow';
import type { GrantStore } from '../permissions/grant-store';
import type { Policy } from '../permissions/policy';
import type { Clock } from '../shared/clock';
import type { CreateId } from '../shared/ids';
import type { ToolSettings } from '../tools/availability';
import type { ToolStatistics } from '../tools/statistics';
import type { Model } from './model';
import type { RunLog } from './run-log';
import type { ToolSource } from './tool-source';

export interface SystemText {
  readonly text: string;
  readonly origins?: readonly string[];
  /** The parts of it that were read at those origins. */
  readonly held?: readonly HeldText[];
}

/** Everything a conversation needs from outside; what is optional has a harmless default. */
export interface ConversationOptions {
  model: Model | (() => Model | Promise<Model>);
  log: RunLog;
  toolSources: readonly ToolSource[];
  policy: Policy;
  clock: Clock;
  conversationId?: string;
  temporary?: boolean;
  createId?: CreateId;
  grants?: GrantStore;
  toolSettings?: () => ToolSettings | Promise<ToolSettings>;
  /** What every request begins with, and where the data in it came from. */
  systemText?: (
    mode: ConversationMode,
    conversationId: string,
  ) => SystemText | string | Promise<SystemText | string>;
  /** Hosts that are neither read nor acted on. */
  blockedSites?: () => Promise<readonly string[]>;
  missingPermissions?: (permissions: readonly string[]) => Promise<string[]>;
  statistics?: ToolStatistics;
  onRecords?: (records: readonly RunRecord[]) => void;
  onLive?: (event: LiveEvent) => void;
  /** Whether a request or a tool is in flight; the worker must live while one is. */
  onBusy?: (busy: boolean) => void;
  /** Every failure of a tool, whatever becomes of it. */
  onToolError?: (error: unknown, toolName: string) => void;
  /** What went wrong beside the conversation and belongs to no turn. */
  onTrouble?: (error: unknown) => void;
}
