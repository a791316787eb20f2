import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium, type BrowserServer } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };

const CACHES = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
/** Unpacked once for all runs: it takes longer than a test. */
const CACHE = join(CACHES, `chromium-${manifest.devDependencies['@sparticuz/chromium']}`);

/**
 * The package's own flags would turn the browser's rules of origins off, which are a part of what is tested. No name
 * leads anywhere but to this machine.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * Starts a headless Chromium, to which several processes can connect. It ends with this process at the latest, and its profile
 * with it. Where this process is killed outright, Chromium ends all the same, and leaves its profile among the system's
 * temporary files.
 */
export async function startChromium(): Promise<BrowserServer> {
  return chromium.launchServer({
    args: FLAGS,
    executablePath: await executable(),
    host: '127.0.0.1',
    // Whoever starts it decides what a signal does.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

async function executable(): Promise<string> {
  const path = join(CACHE, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(CACHES, { recursive: true });
  const folder = await mkdtemp(`${CACHE}-`);
  await unpackInto(folder);
  // Another run may have been faster: then its folder is there, and is as good.
  await rename(folder, CACHE).catch(async () => rm(folder, { recursive: true }));
  return path;
}

/** The package unpacks into the system's folder for temporary files, and has no other way to choose one. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    await sparticuz.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}
