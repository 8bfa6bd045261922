import { useState } from 'react';

/** Whether a run was under way in this chat at any time since it was opened here. */
export function useSeenActive(conversationId: string | null, active: boolean): boolean {
  const [seen, setSeen] = useState({ conversationId, active });
  const isOther = seen.conversationId !== conversationId;
  if (isOther || (active && !seen.active)) setSeen({ conversationId, active });
  return active || (seen.active && !isOther);
}
