#!/usr/bin/env node
// Checks the version before anything else is imported: on an older Node.js the imports themselves would fail,
// with words that help nobody.
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    // Hosts show the last line of a start that fails, if anything.
    `chat-operations-mcp needs Node.js 22.19 or newer; here is ${process.versions.node}. ` +
      `Install a newer Node.js, or run it with one: npx -y node@24 "${fileURLToPath(import.meta.url)}"\n`,
  );
  process.exit(1);
}

// Compiling takes longer than all else at a start, so what was compiled is kept. Not where all users of the machine may
// write: what is kept is run.
const folder = cacheFolder();
if (isAbsolute(folder)) module.enableCompileCache(join(folder, 'chat-operations-mcp'));
// Node.js writes it when a process ends by itself, which few hosts wait for. Soon after the start, then, and once more when
// the first questions have loaded the rest.
for (const seconds of [1, 20]) setTimeout(() => module.flushCompileCache(), seconds * 1000).unref();

await import('../dist/main.js');

/** The user's folder for what can be made anew, by the custom of the platform; no path where there is none. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || underHome('AppData', 'Local');
  if (process.platform === 'darwin') return underHome('Library', 'Caches');
  return XDG_CACHE_HOME || underHome('.cache');
}

function underHome(...names) {
  try {
    return join(homedir(), ...names);
  } catch {
    // A user that the machine does not know, as in containers.
    return '';
  }
}
