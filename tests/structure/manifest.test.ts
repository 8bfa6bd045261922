import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TargetBrowser } from 'wxt';
import { z } from '../../lib/shared/zod';
import { createCatalogue } from '../../lib/tools/catalogue';
import config from '../../wxt.config';
import { fakeMemories } from '../support/fake-memories';
import { fakeTabs } from '../support/fake-tabs';

const messagesSchema = z.looseObject({ extension_description: z.object({ message: z.string() }) });

async function manifestFor(browser: TargetBrowser, command: 'build' | 'serve' = 'build') {
  const { manifest } = config;
  return typeof manifest === 'function'
    ? await manifest({ browser, command, manifestVersion: 3, mode: 'production' })
    : await manifest;
}

describe.each(['chrome', 'firefox'])('the manifest for %s', (browser) => {
  it('keeps Tandem out of private windows', async () => {
    expect(await manifestFor(browser)).toMatchObject({ incognito: 'not_allowed' });
  });

  it('names the extension, and the oldest browser that it runs in', async () => {
    const manifest = await manifestFor(browser);
    expect(manifest).toMatchObject({ name: 'Tandem', minimum_chrome_version: '120' });
    const gecko = { gecko: { strict_min_version: '140.0' } };
    expect(manifest).toMatchObject(
      browser === 'firefox'
        ? { browser_specific_settings: gecko }
        : { key: expect.stringMatching(/^MII/) },
    );
  });

  it('asks for little when it is installed, and for no site', async () => {
    const permissions = (await manifestFor(browser))?.permissions ?? [];
    expect(permissions.length).toBeGreaterThan(0);
    expect(permissions.length).toBeLessThanOrEqual(8);
    expect(permissions.filter((name) => !/^[a-zA-Z.]+$/.test(name))).toEqual([]);
    expect(permissions).not.toContain('debugger');
  });

  it.each(['host_permissions', 'externally_connectable', 'web_accessible_resources'])(
    'opens no door to pages: %s',
    async (door) => {
      expect(await manifestFor(browser)).not.toHaveProperty(door);
    },
  );

  it('puts no script into pages by itself', async () => {
    expect(await manifestFor(browser)).not.toHaveProperty('content_scripts');
  });

  it('lets a page of ours load nothing but its own files', async () => {
    expect((await manifestFor(browser))?.content_security_policy).toEqual({
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src http: https:; worker-src 'self'; frame-src 'self'; " +
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  });

  it('makes room for the development server only while that runs', async () => {
    const served = JSON.stringify(await manifestFor(browser, 'serve'));
    expect(served).toContain("style-src 'self' 'unsafe-inline'; ");
    expect(served).toContain('connect-src http: https: ws:; ');
    expect(served).not.toMatch(/script-src [^;]*unsafe/);
  });
});

describe('a description', () => {
  it.each(['en', 'de'])('is short enough for a store: %s', (language) => {
    const path = `public/_locales/${language}/messages.json`;
    const messages = messagesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(messages.extension_description.message.length).toBeLessThanOrEqual(132);
  });
});

describe('a tool', () => {
  it.each(['en', 'de'])('is described in words for people: %s', (language) => {
    const path = `public/_locales/${language}/messages.json`;
    const messages = messagesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const names = createCatalogue({ tabs: fakeTabs(), memories: fakeMemories() }).map(
      ({ name }) => name,
    );
    expect(names.filter((name) => !(`tool_${name}_description` in messages))).toEqual([]);
  });
});

describe('the icon', () => {
  it.each([16, 32, 48, 128])('is there in %s px', (size) => {
    const png = readFileSync(`public/icon/${String(size)}.png`);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });

  it('has its source', () => {
    expect(existsSync('assets/icon.svg') && existsSync('assets/icon-small.svg')).toBe(true);
  });
});
