import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };

/** Unpacked once for all runs: it takes longer than a test. */
const CACHE = fileURLToPath(
  new URL(`../../node_modules/.cache/chromium-${manifest.devDependencies['@sparticuz/chromium']}`, import.meta.url),
);

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

/** A headless Chromium. Whoever opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({ args: FLAGS, executablePath: await executable(), headless: true });
}

async function executable(): Promise<string> {
  const path = join(CACHE, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(join(CACHE, '..'), { recursive: true });
  const folder = await mkdtemp(`${CACHE}-`);
  await unpackInto(folder);
  // Another test file may have been faster: then its folder is there, and is as good.
  await rename(folder, CACHE).catch(async () => rm(folder, { recursive: true }));
  return path;
}

/** The package unpacks into the system's folder for temporary files, and asks only at the start where that is. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  const unpacked = chromium.executablePath();
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  await unpacked;
}
