interface ChatFootProps {
  temporary: boolean;
  /** As the provider counted them for the last answer. */
  usedTokens: number | null;
  contextTokens: number | undefined;
}

export function ChatFoot({ temporary, usedTokens, contextTokens }: ChatFootProps) {
  const share = (usedTokens ?? 0) / (contextTokens ?? Infinity);
  const isWorthTelling = share >= 0.01;
  if (!temporary && !isWorthTelling) return null;
  return (
    <p className="chat-foot">
      {temporary && <span>Kept in memory only, and gone when you close the browser.</span>}
      {isWorthTelling && (
        <span
          title={`${(usedTokens ?? 0).toLocaleString('en')} of ${(contextTokens ?? 0).toLocaleString('en')} tokens`}
        >
          {`${Math.min(100, Math.round(share * 100))} % of context`}
        </span>
      )}
    </p>
  );
}
