import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function makeProfile(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'tandem-'));
}

/** The helper processes of a browser that has ended may still write for a moment: tried again until they are gone. */
export async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
