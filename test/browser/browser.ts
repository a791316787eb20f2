import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };

const CACHES = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
/** Unpacked once for all runs: it takes longer than a test. */
const CACHE = join(CACHES, `chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
/** A folder for each process that has browsers, with what these write. A browser that is closed removes its own. */
const PROFILES = join(CACHES, 'browser-profiles');

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

let browser: Promise<Browser> | undefined;

/** A headless Chromium: one for all tests of a process, with which it ends. Each test has a context of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser();
  return browser;
}

async function openBrowser(): Promise<Browser> {
  const executablePath = await executable();
  await removeProfilesOfThePast();
  const folder = join(PROFILES, `${process.pid}`);
  await mkdir(folder, { recursive: true });
  // The browser's own short-lived files are no matter of a checkout: a path there can be too long for a socket.
  const env = { ...process.env };
  return withTemporaryFiles(folder, async () =>
    playwright.launch({ args: FLAGS, env, executablePath, headless: true }),
  );
}

/** Whoever is killed leaves profiles behind. */
async function removeProfilesOfThePast(): Promise<void> {
  const owners = await readdir(PROFILES).catch(() => []);
  const past = owners.filter((pid) => !isRunning(Number(pid)));
  await Promise.all(past.map(async (pid) => rm(join(PROFILES, pid), { recursive: true, force: true })));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function executable(): Promise<string> {
  const path = join(CACHE, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(CACHES, { recursive: true });
  const folder = await mkdtemp(`${CACHE}-`);
  // The package has no other way to say where to.
  await withTemporaryFiles(folder, async () => chromium.executablePath());
  // Another test file may have been faster: then its folder is there, and is as good.
  await rename(folder, CACHE).catch(async () => rm(folder, { recursive: true }));
  return path;
}

/** Does what asks the system where temporary files belong, and is to put them into a folder instead. */
async function withTemporaryFiles<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    return await work();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}
