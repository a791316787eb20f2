#!/usr/bin/env node
// Checks the version before anything else is imported: on an older Node.js the imports themselves would fail,
// with words that help nobody.
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
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

// Compiling takes most of the time of a start, so Node.js keeps compiled code.
const folder = cacheFolder();
// Node.js has read these two before it came here; what they say stays.
if (isAbsolute(folder) && !process.env.NODE_COMPILE_CACHE && !process.env.NODE_DISABLE_COMPILE_CACHE) {
  keepCompiledCode(join(folder, 'chat-operations-mcp'));
}
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

/** Keeps compiled code in a private folder, which is made where it is missing. Without one the program starts all the same, only slower. */
function keepCompiledCode(folder) {
  const umask = process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true });
    if (!isPrivate(folder)) return;
    // Earlier versions made it with the user's own umask.
    chmodSync(folder, 0o700);
    module.enableCompileCache(realpathSync.native(folder));
  } catch {
    // A slower start is all that follows.
  } finally {
    process.umask(umask);
  }
}

/**
 * Whether a folder is this user's, and no other user can have put anything into it or can replace it: Node.js runs what it
 * finds there. Root may do anything anyway. Windows has no modes; there the folder lies in the user's profile, which is closed to others.
 */
function isPrivate(folder) {
  if (process.platform === 'win32') return true;
  const user = process.geteuid();
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== user || (stats.mode & 0o022) !== 0) return false;
  // It has a folder for each version of Node.js, and may have been open to others when that was made.
  const isOwn = (name) => {
    const { uid, mode } = lstatSync(join(folder, name));
    return uid === user && (mode & 0o022) === 0;
  };
  return readdirSync(folder).every(isOwn) && isKept(dirname(realpathSync.native(folder)), user);
}

/** Whether no other user can replace what this user has in a folder, by its mode and by those of the folders above it. */
function isKept(folder, user) {
  const { mode, uid } = lstatSync(folder);
  const isSticky = (mode & 0o1000) !== 0;
  if ((uid !== 0 && uid !== user) || ((mode & 0o022) !== 0 && !isSticky)) return false;
  const parent = dirname(folder);
  return parent === folder || isKept(parent, user);
}

function underHome(...names) {
  try {
    return join(homedir(), ...names);
  } catch {
    // A user that the machine does not know, as in containers.
    return '';
  }
}
