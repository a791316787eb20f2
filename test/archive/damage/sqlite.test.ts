import { chmod, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { translateFileErrors } from '../../../src/archive/sqlite/failures.ts';
import { openServer, startService } from '../../mcp/desk.ts';
import { temporaryFile } from '../tables/temporary-file.ts';

// The archive's file: who may read it, and what becomes of questions when it stands in the way.

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

function setUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => {
    process.umask(before);
  });
}

describe('D2: an archive file is its owner’s alone', () => {
  test('when it is new, with its folder, whatever the umask', async () => {
    setUmask(0);
    const archive = join(dirname(await temporaryFile()), 'new', 'desk.sqlite');
    await using service = startService();
    await using desk = await openServer(service, { archive });
    await desk.ask('list_support_agents');
    expect(await modeOf(dirname(archive))).toBe('700');
    for (const file of [archive, `${archive}-wal`, `${archive}-shm`]) expect(await modeOf(file), file).toBe('600');
  });

  test('when an older one was not', async () => {
    const archive = await temporaryFile();
    await using service = startService();
    await (await openServer(service, { archive })).close();
    await chmod(archive, 0o644);
    await using desk = await openServer(service, { archive });
    await desk.ask('list_support_agents');
    for (const file of [archive, `${archive}-wal`, `${archive}-shm`]) expect(await modeOf(file), file).toBe('600');
  });
});

describe('another process that keeps the archive locked', () => {
  async function lockedDesk() {
    const archive = await temporaryFile();
    const service = startService();
    onTestFinished(service.close);
    const desk = await openServer(service, { archive });
    onTestFinished(desk.close);
    const other = new DatabaseSync(archive);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    return { desk, service, release: () => other.exec('COMMIT') };
  }

  test('for a while is waited for, and everything else goes on', async () => {
    const { desk, service, release } = await lockedDesk();
    const answer = desk.ask('list_support_agents');
    // Were the process standing still, nobody would come to release it.
    await sleep(700);
    await desk.client.ping();
    release();
    expect((await answer).data.total).toBe(service.world.agents.length);
  });

  test('for too long is named', async () => {
    const { desk } = await lockedDesk();
    const { isError, text } = await desk.ask('list_offline_messages');
    expect(isError).toBe(true);
    expect(text).toContain('another process keeps it locked');
  });
});

describe('a file that fails while it is in use is named', () => {
  test('when the disk is full', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (x)');
    expect(() => translateFileErrors(() => database.exec('INSERT INTO t VALUES (zeroblob(100000))'))).toThrow(
      'the disk is full',
    );
  });

  test('when it may only be read', async () => {
    const path = await temporaryFile();
    new DatabaseSync(path).close();
    const database = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => database.close());
    expect(() => translateFileErrors(() => database.exec('CREATE TABLE t (x)'))).toThrow('only be read');
  });

  test('and our own mistakes are not called so', () => {
    const database = new DatabaseSync(':memory:');
    expect(() => translateFileErrors(() => database.exec('SELECT * FROM missing'))).toThrow('no such table');
  });
});
