import type { ConversationMode } from '../../lib/messaging/permission';
import { ModePicker } from './ModePicker';

interface ChatFootProps {
  mode: ConversationMode;
  onMode: (mode: ConversationMode) => Promise<unknown>;
  temporary: boolean;
  /** As the provider counted them for the last answer. */
  usedTokens: number | null;
  contextTokens: number | undefined;
}

export function ChatFoot({ mode, onMode, temporary, usedTokens, contextTokens }: ChatFootProps) {
  const share = (usedTokens ?? 0) / (contextTokens ?? Infinity);
  const isWorthTelling = share >= 0.01;
  return (
    <div className="chat-foot">
      <ModePicker mode={mode} onChange={onMode} />
      {isWorthTelling && (
        <span
          title={`${(usedTokens ?? 0).toLocaleString('en')} of ${(contextTokens ?? 0).toLocaleString('en')} tokens`}
        >
          {`${Math.min(100, Math.round(share * 100))} % of context`}
        </span>
      )}
      {temporary && (
        <p className="chat-foot-note">Kept in memory only, and gone when you close the browser.</p>
      )}
    </div>
  );
}
