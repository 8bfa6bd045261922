export interface Memory {
  readonly key: string;
  readonly content: string;
  readonly at: number;
}

interface Reply {
  requestId?: string;
  value?: unknown;
  error?: unknown;
}

/** Runs in a page of the extension. */
export async function sendCommand(json: string): Promise<unknown> {
  const requestId = crypto.randomUUID();
  const command: unknown = JSON.parse(json);
  const port = chrome.runtime.connect({ name: 'panel' });
  const answer = await new Promise<Reply>((resolve, reject) => {
    port.onMessage.addListener((message: Reply) => {
      if (message.requestId === requestId) resolve(message);
    });
    port.onDisconnect.addListener(() => {
      reject(new Error('The worker went away.'));
    });
    port.postMessage({ requestId, command });
  });
  port.disconnect();
  if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

/** Runs in a page of the extension. */
export async function readMemories(): Promise<Memory[]> {
  const stored = await new Promise<{ key: string; content: string; updatedAt: number }[]>(
    (resolve, reject) => {
      const opening = indexedDB.open('tandem');
      opening.onerror = () => {
        reject(new Error('The memories could not be opened.'));
      };
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction('memories').objectStore('memories').getAll();
        reading.onsuccess = () => {
          database.close();
          resolve(reading.result);
        };
      };
    },
  );
  return stored.map(({ key, content, updatedAt }) => ({ key, content, at: updatedAt }));
}
