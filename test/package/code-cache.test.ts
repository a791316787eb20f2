import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAIN } from '../support/program.ts';

// Node.js runs the code that it finds in its cache, so whoever can write there can run code as this user.

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** A user other than the one who runs the tests. */
const SOMEBODY_ELSE = 12_345;

const top = await realpath(await mkdtemp(join(tmpdir(), 'chat-operations-code-cache-')));
afterAll(() => rm(top, { recursive: true, force: true }));

let home = '';
let folder = '';
beforeEach(async () => {
  home = await mkdtemp(join(top, 'home-'));
  folder = join(home, 'chat-operations-mcp');
});

interface Start {
  readonly umask?: number;
  readonly user?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const Said = z.object({ cache: z.string().optional(), umask: z.string() });

/** Starts the program and returns the folder in which Node.js keeps compiled code; undefined where it keeps none. */
async function cacheOf({ umask = 0o022, user, environment = {} }: Start = {}): Promise<string | undefined> {
  const preload = `
    import module from 'node:module';
    process.umask(${umask});
    ${user === undefined ? '' : `process.geteuid = () => ${user};`}
    process.on('exit', () => {
      const umask = process.umask(0).toString(8);
      process.stderr.write(JSON.stringify({ cache: module.getCompileCacheDir(), umask }));
    });`;
  const { stdout, stderr } = await run(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, MAIN, '--version'],
    { env: { XDG_CACHE_HOME: home, ...environment }, cwd: top },
  );
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { cache, ...said } = Said.parse(JSON.parse(stderr));
  // The files that the program makes later have the modes that its user asked for.
  expect(said).toEqual({ umask: umask.toString(8) });
  return cache;
}

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);

test.each([0o000, 0o002, 0o022, 0o077, 0o777])(
  'D2: the folder of compiled code is made with mode 0700 under umask %i',
  async (umask) => {
    home = join(home, 'new', 'cache');
    folder = join(home, 'chat-operations-mcp');
    expect(await cacheOf({ umask, environment: { XDG_CACHE_HOME: home } })).toContain(folder);
    expect(await modeOf(folder)).toBe('700');
    expect(await cacheOf({ umask })).toContain(folder);
  },
);

test.each(['0755', '0711'])(
  'D2: a folder with mode %s, to which no other user can write, is closed to them',
  async (mode) => {
    await mkdir(folder);
    await chmod(folder, mode);
    expect(await cacheOf()).toContain(folder);
    expect(await modeOf(folder)).toBe('700');
  },
);

describe('D2: no compiled code is taken from a folder', () => {
  test.each(['0777', '0775', '0770', '0722', '1777'])('with mode %s', async (mode) => {
    await mkdir(folder);
    await chmod(folder, mode);
    expect(await cacheOf()).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test('of another user', async () => {
    await mkdir(folder, { mode: 0o700 });
    expect(await cacheOf({ user: SOMEBODY_ELSE })).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test('that is a link', async () => {
    const elsewhere = join(home, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o700 });
    await symlink(elsewhere, folder);
    expect(await cacheOf()).toBeUndefined();
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('that others can replace', async () => {
    await mkdir(folder, { mode: 0o700 });
    await chmod(home, 0o777);
    expect(await cacheOf()).toBeUndefined();
    await chmod(home, 0o770);
    expect(await cacheOf()).toBeUndefined();
    // In a folder like /tmp, each user replaces only what is theirs.
    await chmod(home, 0o1777);
    expect(await cacheOf()).toContain(folder);
  });

  test('below a link to a folder in which others can replace it', async () => {
    await chmod(home, 0o777);
    const link = join(top, 'link-to-open');
    await symlink(home, link);
    expect(await cacheOf({ environment: { XDG_CACHE_HOME: link } })).toBeUndefined();
  });

  describe('that holds a folder', () => {
    let inner = '';
    beforeEach(async () => {
      inner = join(folder, 'of a version of Node.js');
      await mkdir(inner, { recursive: true, mode: 0o700 });
      expect(await cacheOf()).toContain(folder);
    });

    test.each(['0777', '0770'])('with mode %s', async (mode) => {
      await chmod(inner, mode);
      expect(await cacheOf()).toBeUndefined();
    });

    test.runIf(isRoot)('of another user', async () => {
      await chown(inner, SOMEBODY_ELSE, SOMEBODY_ELSE);
      expect(await cacheOf()).toBeUndefined();
    });
  });
});

test('a cache folder of the user may be a link to another place of theirs', async () => {
  const link = join(top, 'link-to-own');
  await symlink(home, link);
  expect(await cacheOf({ environment: { XDG_CACHE_HOME: link } })).toContain(folder);
});

test('a cache that the environment names, or forbids, is left to Node.js', async () => {
  const named = join(home, 'named');
  expect(await cacheOf({ environment: { NODE_COMPILE_CACHE: named } })).toContain(named);
  expect(await cacheOf({ environment: { NODE_DISABLE_COMPILE_CACHE: '1' } })).toBeUndefined();
  expect(await readdir(home)).toEqual(['named']);
});
