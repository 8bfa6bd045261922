import { useEffect, useState } from 'react';
import { bytesText, countText } from './wording';

interface StorageUseProps {
  /** Null until the worker has told them. */
  chats: number | null;
  memories: number | null;
  storageUsage: () => Promise<number | undefined>;
}

/** How much there is of it. */
export function StorageUse({ chats, memories, storageUsage }: StorageUseProps) {
  const [bytes, setBytes] = useState<number | undefined>();
  useEffect(() => {
    let isCurrent = true;
    const take = (usage: number | undefined) => {
      if (isCurrent) setBytes(usage);
    };
    // Where the browser does not say, the line does not either.
    storageUsage().then(take, () => take(undefined));
    return () => {
      isCurrent = false;
    };
    // Asked again when there is more or less of it.
  }, [storageUsage, chats, memories]);

  const parts = [
    ...(chats === null ? [] : [countText(chats, 'chat', 'chats')]),
    ...(memories === null ? [] : [countText(memories, 'memory', 'memories')]),
    ...(bytes === undefined ? [] : [`${bytesText(bytes)} on disk`]),
  ];
  if (parts.length === 0) return null;
  return <p className="storage-use">{parts.join(' · ')}</p>;
}
