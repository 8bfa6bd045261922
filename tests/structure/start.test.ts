import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { chooseBrowser, findBrowser, objectionTo } from '../../scripts/start/browsers.mjs';
import { DevToolsPipe } from '../../scripts/start/devtools-pipe.mjs';
import { readOptions } from '../../scripts/start/options.mjs';
import { openProfile } from '../../scripts/start/profile.mjs';
import { printTranscript } from '../../scripts/start/transcript.mjs';

describe('the options of npm start', () => {
  it('are a temporary profile, a window and a build when nothing is said', () => {
    expect(readOptions([])).toEqual({ headless: false, keep: false, build: true, help: false });
  });

  it('are read in any order, with a space or an equals sign', () => {
    const options = readOptions(['--keep', '--browser', 'brave', '--profile=/x y', '--headless']);
    expect(options).toMatchObject({
      browser: 'brave',
      profile: '/x y',
      keep: true,
      headless: true,
    });
    expect(readOptions(['--no-build']).build).toBe(false);
  });

  it.each([
    ['--headles', 'There is no option "--headles".'],
    ['brave', 'There is no option "brave".'],
    ['-b', 'There is no option "-b".'],
    ['--constructor', 'There is no option "--constructor".'],
    ['--browser', '--browser needs a value'],
    ['--profile=', '--profile needs a value'],
    ['--browser --keep', '--browser needs a value'],
    ['--keep=yes', '--keep takes no value.'],
    ['--keep --keep', '--keep is given twice.'],
  ])('are refused with a sentence: %s', (line, sentence) => {
    expect(() => readOptions(line.split(' '))).toThrow(sentence);
  });

  it('are refused before anything is built or opened, without a stack', () => {
    const run = spawnSync(process.execPath, ['scripts/start.mjs', '--brwoser', 'brave'], {
      encoding: 'utf8',
    });
    expect(run.status).toBe(1);
    expect(run.stdout).toBe('');
    expect(run.stderr.trim()).toBe(
      'There is no option "--brwoser". npm start -- --help lists them all.',
    );
  });
});

function machineWith(
  platform: NodeJS.Platform,
  files: readonly string[],
  env: Record<string, string> = {},
) {
  return {
    platform,
    env,
    home: platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada',
    exists: (path: string) => files.includes(path),
    list: (folder: string) =>
      files
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length + 1).split(/[\\/]/)[0] ?? ''),
  };
}

const windows = {
  LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local',
  ProgramFiles: 'C:\\Program Files',
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
};
const macBrave = '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser';
const winEdge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const winChromium = 'C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe';
const downloaded = (version: string) =>
  `/home/ada/.cache/puppeteer/chrome/linux-${version}/chrome-linux64/chrome`;

describe('the browser that npm start finds', () => {
  it.each([
    ['Chromium before the others', 'linux', ['/usr/bin/brave-browser', '/usr/bin/chromium'], 1],
    ['Brave on a Mac', 'darwin', [macBrave], 0],
    ['Edge on Windows', 'win32', [winEdge], 0],
    ['Chromium of one user on Windows', 'win32', [winEdge, winChromium], 1],
    ['the newest Chrome for Testing', 'linux', [downloaded('99.0'), downloaded('131.0')], 1],
    ['one on the PATH', 'linux', ['/opt/own/bin/chromium'], 0],
  ] as const)('is %s (%s)', (_which, platform, files, expected) => {
    const env = platform === 'win32' ? windows : { PATH: '/usr/games:/opt/own/bin' };
    expect(findBrowser({}, machineWith(platform, files, env))).toBe(files[expected]);
  });

  it('is never branded Chrome', () => {
    const files = ['/usr/bin/google-chrome', '/opt/google/chrome/chrome'];
    expect(findBrowser({}, machineWith('linux', files, { PATH: '/usr/bin' }))).toBeUndefined();
  });

  it('is the one of Playwright when it is there, before Brave and Edge', () => {
    const machine = machineWith('linux', ['/usr/bin/brave-browser', '/pw/chrome']);
    expect(findBrowser({ playwright: '/pw/chrome' }, machine)).toBe('/pw/chrome');
    expect(findBrowser({ playwright: '/gone/chrome' }, machine)).toBe('/usr/bin/brave-browser');
  });
});

describe('the browser that was asked for', () => {
  const machine = machineWith('linux', ['/usr/bin/brave-browser', '/home/ada/my/browser']);
  const from = '/home/ada';

  it('is found by name and by a path that begins where the person is', () => {
    expect(chooseBrowser('Brave', { from }, machine)).toBe('/usr/bin/brave-browser');
    expect(chooseBrowser('my/browser', { from }, machine)).toBe('/home/ada/my/browser');
  });

  it.each([
    ['chrome', 'Google Chrome ignores extensions on its command line since version 137.'],
    ['edge', 'There is no edge on this machine.'],
    ['nonsense', 'There is no browser at /home/ada/nonsense.'],
  ])('is refused with a sentence: %s', (wanted, sentence) => {
    expect(() => chooseBrowser(wanted, { from }, machine)).toThrow(sentence);
  });

  it.each([
    ['Google Chrome 137.0.7151.55', 'Google Chrome ignores extensions'],
    ['Chromium 119.0.6045.105', '/x is version 119; Tandem needs 120 or newer.'],
    ['Mozilla Firefox 140.0', 'For Firefox, see the README.'],
    ['', '/x is no browser of the Chromium family.'],
  ])('is refused for what it is: %s', (version, sentence) => {
    expect(objectionTo({ path: '/x', version, minimum: 120 })).toContain(sentence);
  });

  it.each([
    'Chromium 156.0.8078.79 built on Debian',
    'Google Chrome for Testing 140.0.7339.82',
    'Google Chrome 136.0.7103.113',
    'Brave Browser 142.1.84.135',
    'Microsoft Edge 142.0.3595.53',
  ])('is fine: %s', (version) => {
    expect(objectionTo({ path: '/x', version, minimum: 120 })).toBeUndefined();
  });

  it('is told by its place on Windows, where asking for the version opens a window', () => {
    const path = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    expect(objectionTo({ path, version: undefined, minimum: 120 })).toContain('Google Chrome');
    expect(objectionTo({ path: winEdge, version: undefined, minimum: 120 })).toBeUndefined();
  });
});

describe('the profile', () => {
  it('is temporary and gone at the end, unless it is to be kept', async () => {
    const profile = await openProfile(undefined, false);
    writeFileSync(join(profile.path, 'data'), 'x');
    await profile.end();
    expect(() => writeFileSync(join(profile.path, 'data'), 'x')).toThrow();
  });

  it('stays when the person named it, and must be a folder', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tandem-profile-'));
    const own = await openProfile(join(root, 'a', 'b'), false);
    await own.end();
    writeFileSync(join(root, 'a', 'b', 'file'), 'x');
    await expect(openProfile(join(root, 'a', 'b', 'file'), false)).rejects.toThrow('is a file');
    rmSync(root, { recursive: true });
  });
});

describe('the pipe to the browser', () => {
  it('puts answers together from their pieces and finds targets as they appear', async () => {
    const toBrowser = new PassThrough();
    const fromBrowser = new PassThrough();
    const pipe = new DevToolsPipe(toBrowser, fromBrowser);
    const version = pipe.send('Browser.getVersion');
    fromBrowser.write('{"id":1,"result":{"pro');
    fromBrowser.write('duct":"x"}}\0{"id":');
    expect(await version).toEqual({ product: 'x' });

    const panel = pipe.target(({ url }) => url === 'panel', 10_000);
    fromBrowser.write('9}\0');
    const targetInfo = { targetId: 't', type: 'page', url: 'panel', title: '' };
    const event = { method: 'Target.targetCreated', params: { targetInfo } };
    fromBrowser.write(`${JSON.stringify(event)}\0`);
    expect(await panel).toEqual(targetInfo);
  });

  it('refuses what is still open when the browser ends', async () => {
    const fromBrowser = new PassThrough();
    const pipe = new DevToolsPipe(new PassThrough(), fromBrowser);
    const asked = pipe.send('Browser.getVersion');
    const awaited = pipe.target(() => true, 10_000);
    fromBrowser.destroy();
    await expect(asked).rejects.toThrow('The browser has ended.');
    expect(await awaited).toBeUndefined();
    await expect(pipe.send('Browser.close')).rejects.toThrow('The browser has ended.');
  });
});

describe('the printed tour', () => {
  it('says who said what, and every tool event with its state', () => {
    const printed = printTranscript([
      { who: 'You', parts: [{ text: 'What is 15% of 80?' }], text: '' },
      {
        who: 'Assistant',
        parts: [{ tool: 'Calculate', name: 'calculate', state: 'ok' }, { text: '12\nOr so.' }],
        text: '',
      },
    ]);
    expect(printed.split('\n')).toEqual([
      'You        What is 15% of 80?',
      '',
      'Assistant  ✓ Calculate  (calculate: ok)',
      '           12',
      '           Or so.',
    ]);
  });
});
