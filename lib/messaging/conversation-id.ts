/** Temporary chats carry it in their id, so that nobody has to be asked which log is theirs. */
const TEMPORARY = 'temporary:';

export function temporaryId(id: string): string {
  return TEMPORARY + id;
}

export function isTemporary(conversationId: string): boolean {
  return conversationId.startsWith(TEMPORARY);
}
