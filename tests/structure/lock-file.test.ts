import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from '../../lib/shared/zod';

const text = readFileSync('package-lock.json', 'utf8');
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
    ),
  })
  .parse(JSON.parse(text));

describe('the lock file', () => {
  it('names no address that packages come from', () => {
    expect(text).not.toMatch(/"resolved"/);
  });

  // Without one of them `npm ci` refuses the whole file, on every machine.
  it('knows the packages for other systems, too', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isFoundFrom(path, name)),
    );
    expect(missing).toEqual([]);
  });
});

/** Whether Node, standing in this folder and then in the ones around it, finds the package. */
function isFoundFrom(path: string, name: string): boolean {
  if ([path, 'node_modules', name].filter(Boolean).join('/') in packages) return true;
  const around = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0));
  return path !== '' && isFoundFrom(around, name);
}
