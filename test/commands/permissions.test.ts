import { readdirSync, statSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { runProgram } from '../support/program.ts';
import { startSession } from '../support/session.ts';

// What the program writes is its owner's alone, whatever the machine lets others do by default.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    ['.', ...readdirSync(folder)].map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

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

    // As an older version left it, and then damaged.
    const older = new DatabaseSync(archive);
    older.exec("DELETE FROM kysely_migration WHERE name >= '0010_trust'; DROP TABLE audit; DROP TABLE account_keys");
    older.close();
    expect((await runProgram(['call', 'list_support_agents', '--config', config], desk.environment)).code).toBe(0);
    const file = await open(archive);
    const { size } = await file.stat();
    await file.close();
    await truncate(archive, Math.floor(size / 2));
    expect((await runProgram(['call', 'list_support_agents', '--config', config], desk.environment)).code).toBe(0);
    const modes = modesIn(folder);
    const names = Object.keys(modes).join(' ');
    expect(names).toContain('desk.sqlite.before-0010_trust');
    expect(names).toContain('desk.sqlite.damaged-');
    expect(Object.entries(modes).filter(([name, mode]) => mode !== (name === '.' ? '700' : '600'))).toEqual([]);
  });
});
