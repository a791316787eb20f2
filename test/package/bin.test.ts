import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '../../src/model/version.ts';
import { containing } from '../support/matchers.ts';
import { MAIN } from '../support/program.ts';

const run = promisify(execFile);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-operations-bin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The program's version, as it tells it from this file, with nothing in the environment but this. */
async function versionFrom(program: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [program, '--version'], { env: environment, cwd: folder });
  return `${stdout}${stderr}`.trim();
}

test.each(['14.21.3', '20.20.2', '22.18.0'])(
  'Node.js %s is told what to do, before anything is imported',
  async (old) => {
    const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${old}' } })`;
    const started = run(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(fake)}`,
      MAIN,
      'stdio',
    ]);
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `chat-operations-mcp needs Node.js 22.19 or newer; here is ${old}. Install a newer Node.js, or run it with one: npx -y node@24 "${MAIN}"\n`,
    });
  },
);

test('what was compiled is kept in the cache folder of the user', async () => {
  const cache = join(folder, 'kept');
  expect(await versionFrom(MAIN, { XDG_CACHE_HOME: cache })).toBe(VERSION);
  expect(await readdir(join(cache, 'chat-operations-mcp'))).toEqual([containing(process.version)]);
});

test('it starts where nothing can be kept', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await versionFrom(MAIN, { XDG_CACHE_HOME: file })).toBe(VERSION);
  expect(await versionFrom(MAIN, { XDG_CACHE_HOME: '/dev/null' })).toBe(VERSION);
});

test('nothing is kept in the folder where it happens to be started', async () => {
  const before = await readdir(folder);
  expect(await versionFrom(MAIN, { HOME: '' })).toBe(VERSION);
  expect(await versionFrom(MAIN, { XDG_CACHE_HOME: 'cache' })).toBe(VERSION);
  expect(await readdir(folder)).toEqual(before);
});

test('it starts for a user without a home', async () => {
  const none = join(folder, 'no-home.mjs');
  await writeFile(
    none,
    `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
     os.homedir = () => { throw new Error('no home'); }; syncBuiltinESMExports();`,
  );
  const { stdout } = await run(process.execPath, ['--import', none, MAIN, '--version'], { env: {}, cwd: folder });
  expect(stdout.trim()).toBe(VERSION);
});

test('it starts through a link, from a folder with blanks and other letters that may only be read', async () => {
  const copy = join(folder, 'Ünser Ordner #1 100%');
  const [bin, dist] = [dirname(MAIN), join(dirname(MAIN), '..', 'dist')];
  await mkdir(copy);
  await cp(bin, join(copy, 'bin'), { recursive: true });
  await cp(dist, join(copy, 'dist'), { recursive: true });
  await writeFile(join(copy, 'package.json'), '{"type":"module"}');
  const link = join(folder, 'chat-operations-mcp');
  await symlink(join(copy, 'bin', 'chat-operations-mcp.mjs'), link);
  await run('chmod', ['-R', 'a-w', copy]);
  try {
    const before = await readdir(copy, { recursive: true });
    const cache = join(folder, 'of the link');
    expect(await versionFrom(link, { XDG_CACHE_HOME: cache })).toBe(VERSION);
    expect(await readdir(copy, { recursive: true })).toEqual(before);
  } finally {
    await run('chmod', ['-R', 'u+w', copy]);
  }
});
