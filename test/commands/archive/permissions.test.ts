import { readdirSync, statSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, open, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyArchive } from '../../support/archive/archive-files.ts';
import { startDesk } from '../../support/desk.ts';
import { containing } from '../../support/matchers.ts';
import { runProgram } from '../../support/program.ts';
import { startSession } from '../../support/session.ts';

// What the program writes is its owner's alone, whatever the machine lets others do by default.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    ['.', ...readdirSync(folder)].map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

async function asked(config: string): Promise<void> {
  const session = await startSession(['--config', config], desk.environment);
  expect(await session.call('list_support_agents', {})).toMatchObject({ isError: false });
  await session.finish();
}

describe.skipIf(process.platform === 'win32')('with a umask that takes nothing away', () => {
  let umask = 0;
  beforeEach(() => {
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
  });

  test('D2: archives, what belongs to them, copies and damaged ones are 0600, their folders 0700', async () => {
    const folder = join(desk.folder, 'data', 'own');
    const archive = join(folder, 'desk.sqlite');
    const config = await desk.configure({ archive });
    const sync = await runProgram(['sync', '--config', config, '--transcripts', 'none'], desk.environment);
    expect(sync.code).toBe(0);
    const session = await startSession(['--config', config], desk.environment);
    await session.call('list_support_agents', {});
    expect(modesIn(folder)).toEqual({
      '.': '700',
      'desk.sqlite': '600',
      'desk-decisions.bak': '600',
      'desk-decisions.sqlite': '600',
      'desk.sqlite-shm': '600',
      'desk.sqlite-wal': '600',
      'desk.sqlite-sync': '600',
    });
    await session.finish();

    const copied = join(desk.folder, 'data', 'copied');
    expect((await runProgram(['archive', 'copy', archive, join(copied, 'desk.sqlite')])).code).toBe(0);
    expect(Object.entries(modesIn(copied)).filter(([name, mode]) => mode !== (name === '.' ? '700' : '600'))).toEqual(
      [],
    );

    const file = await open(archive);
    const { size } = await file.stat();
    await file.close();
    await truncate(archive, Math.floor(size / 2));
    await asked(config);
    const modes = modesIn(folder);
    const names = Object.keys(modes).join(' ');
    expect(names).toContain('desk.sqlite.damaged-');
    expect(Object.entries(modes).filter(([name, mode]) => mode !== (name === '.' ? '700' : '600'))).toEqual([]);
  });
});

const NOBODY = 65_534;

// Only root may give a file to another user.
describe.skipIf(process.geteuid?.() !== 0)('D2: an archive that another user of the machine could change', () => {
  let count = 0;
  const made = join(desk.folder, 'made', 'desk.sqlite');
  beforeAll(async () => {
    const flags = ['--config', await desk.configure({ archive: made })];
    expect(await runProgram(['call', 'get_service_status', ...flags], desk.environment)).toMatchObject({ code: 0 });
  });
  /** A folder with an archive in it, and how a server does that is started on it. */
  async function archived() {
    const folder = join(desk.folder, 'owned', String((count += 1)));
    const archive = join(folder, 'desk.sqlite');
    const call = async (path = archive) => {
      const session = await startSession(['--config', config, '--archive', path], desk.environment);
      const answer = await session.call('get_service_status', {});
      await session.finish();
      return answer;
    };
    const config = await desk.configure({});
    await mkdir(folder, { recursive: true, mode: 0o700 });
    copyArchive(made, archive);
    return { folder, archive, call };
  }

  const OTHERS = containing('belongs to another user of this machine');
  const REFUSED = { isError: true, text: OTHERS };

  test.each(['', '-sync', '-wal', '-journal'])('is refused where its file is theirs: desk.sqlite%s', async (suffix) => {
    const { archive, call } = await archived();
    await writeFile(archive + suffix, '', { flag: 'a' });
    await chown(archive + suffix, NOBODY, NOBODY);
    expect(await call()).toMatchObject(REFUSED);
    expect(await runProgram(['archive', 'status', '--archive', archive])).toMatchObject({
      code: 1,
      out: '',
      err: OTHERS,
    });
  });

  test('is refused where its folder is theirs, and nothing is made in it', async () => {
    const { folder, call } = await archived();
    const empty = join(folder, 'empty');
    await mkdir(empty);
    for (const each of [folder, empty]) await chown(each, NOBODY, NOBODY);
    expect(await call()).toMatchObject(REFUSED);
    expect(await call(join(empty, 'desk.sqlite'))).toMatchObject(REFUSED);
    expect(readdirSync(empty)).toEqual([]);
  });

  test('is refused where a link leads to what is theirs', async () => {
    const { folder, archive, call } = await archived();
    const link = join(desk.folder, 'owned', `link-${count}`);
    await symlink(archive, link);
    expect(await call(link)).toMatchObject({ isError: false });
    await chown(folder, NOBODY, NOBODY);
    expect(await call(link)).toMatchObject(REFUSED);
  });

  test('is refused where the link is theirs, and nothing is made where it leads', async () => {
    const { folder, archive, call } = await archived();
    const empty = join(folder, 'empty');
    for (const [index, target] of [archive, empty].entries()) {
      const link = join(desk.folder, 'owned', `their-link-${count}-${index}`);
      await symlink(target, link);
      await lchown(link, NOBODY, NOBODY);
      expect(await call(link)).toMatchObject(REFUSED);
    }
    expect(readdirSync(folder)).not.toContain('empty');
  });
});

describe.skipIf(process.platform === 'win32')('D2: a folder that others may enter or write to', () => {
  test.each([0o710, 0o701, 0o720, 0o777])('is warned about: %i', async (mode) => {
    const folder = join(desk.folder, 'open', String(mode));
    await mkdir(folder, { recursive: true });
    await chmod(folder, mode);
    const config = await desk.configure({ archive: join(folder, 'a.sqlite') });
    const session = await startSession(['--config', config], desk.environment);
    expect(await session.call('get_service_status', {})).toMatchObject({ isError: false });
    await session.finish();
    expect(session.program.err()).toContain('Other users of this machine may enter the folder');
    expect(modesIn(folder)['a.sqlite']).toBe('600');
  });
});
