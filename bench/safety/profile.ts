import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../lib/shared/zod';
import { EXTENSION_ID, extensionIn, launch } from '../../tests/e2e/fixture';
import { makeProfile } from '../../tests/support/browser-profile';

const preferencesSchema = z.looseObject({
  extensions: z.looseObject({
    settings: z.record(
      z.string(),
      z.looseObject({ runtime_granted_permissions: z.unknown().optional() }),
    ),
  }),
});

/**
 * A profile in which the browser grants these without its dialog, which nobody can press without a
 * display, because it granted them before. The click in the panel stays real.
 */
export async function makeGrantingProfile(
  permissions: readonly string[],
  modeSuffix: string,
): Promise<string> {
  const profile = await makeProfile();
  const first = await launch(profile, [], modeSuffix);
  await extensionIn(first, EXTENSION_ID).worker();
  await first.close();
  const path = join(profile, 'Default', 'Preferences');
  const known = preferencesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const ours = known.extensions.settings[EXTENSION_ID];
  if (!ours) throw new Error('The profile does not know the extension.');
  ours.runtime_granted_permissions = {
    api: permissions,
    explicit_host: [],
    manifest_permissions: [],
    scriptable_host: [],
  };
  await writeFile(path, JSON.stringify(known));
  return profile;
}
