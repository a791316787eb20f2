import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { first as firstOf } from '../../mcp/desk.ts';
import { startListeningService } from '../../mcp/listening-service.ts';
import { runProgram, startProgram } from '../../support/program.ts';
import { expectOnlyOneSync, startSyncDesk } from './sync-desk.ts';

// The command as a person or a timer runs it.

const desk = await startSyncDesk();
const { over, flagsFor } = desk;
const { world } = desk.sandbox;
afterAll(() => desk[Symbol.asyncDispose]());

const requests = (): number => desk.sandbox.requests.length;
const DAY = 86_400_000;

const sync = (flags: readonly string[]) => runProgram(['sync', ...flags], desk.environment);

describe('sync', () => {
  test('fills the archive and says what it holds; a second one costs nothing', async () => {
    const flags = await flagsFor(join(desk.folder, 'first.sqlite'));
    const before = requests();
    const first = await sync(flags);
    expect(first, first.err).toMatchObject({ code: 0 });
    const spent = requests() - before;
    expect(first.out).toMatch(/^Chats +\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(UTC\): (\d+) of \1 days loaded, as of /m);
    expect(first.out).toContain(`of ${over} of ${world.chats.length} chats: all of the sample of 400 chats a month`);
    expect(first.out).toMatch(new RegExp(`^Agents +${world.agents.length}, as of `, 'm'));
    expect(first.out).toMatch(new RegExp(`^Offline messages +${world.offlineMessages.length}, as of `, 'm'));
    expect(first.out).toMatch(new RegExp(`^Visitors +${world.visitors.length}, as of `, 'm'));
    expect(first.out).toMatch(new RegExp(`^Cost +${spent} requests in `, 'm'));
    // No terminal, no bar: lines.
    expect(first.err).not.toContain('\r');
    expect(first.err).toMatch(
      /^Loading chats of (\S+) to (\S+)\nchats of \1 to \2: loaded\nLoading agents\nagents: loaded\n/,
    );
    expect(first.err).toMatch(/Loading transcripts\n(\d+ of about.*\n)*transcripts: loaded\n$/);

    const after = requests();
    const second = await sync(flags);
    expect(second).toMatchObject({ code: 0 });
    expect(second.out).toMatch(/^Cost +0 requests in /m);
    expect(requests()).toBe(after);
  });

  test('ends where the file turns out to be damaged, and sets it aside when it is run again', async () => {
    const archive = join(desk.folder, 'damaged.sqlite');
    const flags = await flagsFor(archive);
    expect(await sync(flags)).toMatchObject({ code: 0 });
    // Nobody looks at it before chats are read.
    const database = new DatabaseSync(archive);
    const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'chats_by_time'").get()?.[
      'rootpage'
    ];
    database.close();
    const bytes = await readFile(archive);
    await writeFile(archive, bytes.fill(255, 4096 * (Number(page) - 1), 4096 * Number(page)));
    const met = await sync(flags);
    expect(met.code).toBe(1);
    expect(met.err).toContain('run the sync again');
    const { code, out, err } = await sync(flags);
    expect(code, err).toBe(0);
    expect(err).toContain('The archive file was damaged.');
    expect(out).toMatch(/^Chats +\S+ to \S+ \(UTC\): (\d+) of \1 days loaded/m);
    const beside = await readdir(desk.folder);
    expect(beside.filter((name) => name.startsWith('damaged.sqlite.damaged-'))).toHaveLength(1);
  });

  test('reads the days and transcripts that it is told to', async () => {
    const flags = await flagsFor(join(desk.folder, 'some.sqlite'));
    const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10);
    const { code, out } = await sync([...flags, '--from', day, '--to', day, '--transcripts', 'none']);
    expect(code).toBe(0);
    expect(out).toContain(`${day} to ${day} (UTC): 1 of 1 days loaded`);
    expect(out).toMatch(/^Transcripts +of 0 of \d+ chats; none were asked for$/m);
  });

  test.each([
    [['--sandbox'], 'embedded sandbox keeps its archive in memory'],
    [['--archive', 'memory'], 'An archive in memory ends with the process'],
    [['--from', '2026-02-30'], '2026-02-30'],
    [['--to', '2026-02-03'], 'to needs from'],
    [['--from', '2026-01-01', '--to', '2026-01-02', '--watch'], 'the last day is always today'],
    [['--transcripts', 'some'], '--transcripts cannot be "some". Valid: all, sampled, none.'],
  ])('refuses %j', async (args, words) => {
    const base = args[0] === '--sandbox' ? [] : await flagsFor(join(desk.folder, 'refused.sqlite'));
    const { code, out, err } = await sync([...base, ...args]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(new RegExp(words));
  });

  test('says once what the login may not read, and reads the rest', async () => {
    const { email, password } = world.account.agent;
    const flags = await flagsFor(join(desk.folder, 'agent.sqlite'), { email, password });
    const { code, out } = await sync(flags);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Agents +${world.agents.length}, as of `, 'm'));
    expect(out).toMatch(/^Not whole +visitors: This login may not read/m);
    expect(out).toMatch(/^Visitors +not read yet$/m);
  });

  test('names a transcript that it cannot read, ends well, and tries it again the next time', async () => {
    const broken = firstOf(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined).toReversed());
    const isBroken = { now: true };
    await using service = await startListeningService(world);
    service.gateway = (path) => {
      if (isBroken.now && path === `/api/chats/${broken.chatId}`) throw new Error('cut');
    };
    const flags = await flagsFor(join(desk.folder, 'broken.sqlite'), { base_url: service.url });
    const failed = await sync(flags);
    expect(failed, failed.err).toMatchObject({ code: 0 });
    expect(failed.out).toMatch(
      new RegExp(`^Not whole +transcripts: .*the next sync tries again: chats ${broken.chatId}\\.$`, 'm'),
    );
    expect(failed.out).toContain('1 of the sample of 400 chats a month are missing');
    isBroken.now = false;
    const mended = await sync(flags);
    expect(mended).toMatchObject({ code: 0 });
    expect(mended.out).toContain('all of the sample of 400 chats a month');
    expect(mended.out).not.toContain('Not whole');
    expect(mended.out).toMatch(/^Cost +1 requests in /m);
  });

  test('ends at a signal with what is kept, and goes on from there', async () => {
    await using service = await startListeningService(world);
    const [someRead, isStopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [asked, transcripts] = [0, 0];
    service.gateway = async (path) => {
      asked += 1;
      if (!/^\/api\/chats\/\d/.test(path)) return;
      transcripts += 1;
      if (transcripts <= 10) return;
      someRead.resolve();
      await isStopped.promise;
    };
    const flags = await flagsFor(join(desk.folder, 'stopped.sqlite'), { base_url: service.url });
    await using first = startProgram(['sync', ...flags], desk.environment);
    await someRead.promise;
    first.kill('SIGINT');
    expect(await first.ended).toEqual({ code: 130, signal: null });
    expect(first.out()).toContain('It was stopped. What was read is kept, and the same command goes on from there.');
    isStopped.resolve();
    expect(await sync(flags)).toMatchObject({ code: 0 });
    const spent = asked;
    const whole = await flagsFor(join(desk.folder, 'whole.sqlite'), { base_url: service.url });
    expect(await sync(whole)).toMatchObject({ code: 0 });
    // Four transcripts may have been under way.
    expect(spent).toBeLessThanOrEqual(asked - spent + 4);
  });

  test('keeps it fresh with --watch until a signal comes', async () => {
    const changes = { watch_requests_per_minute: 10_000, maximum_age_seconds: { today: 0 } };
    const flags = await flagsFor(join(desk.folder, 'watched.sqlite'), changes);
    await using watching = startProgram(['sync', '--watch', ...flags], desk.environment);
    await watching.said(/Keeping it fresh, with at most 10000 requests a minute/);
    const before = requests();
    await expect.poll(() => requests()).toBeGreaterThan(before);
    watching.kill('SIGTERM');
    expect(await watching.ended).toEqual({ code: 0, signal: null });
  });
});

test('only one runs at a time, and a killed one is in nobody’s way', async () => {
  const archive = join(desk.folder, 'leased.sqlite');
  await expectOnlyOneSync(desk, archive);
  const beside = `${archive}-sync`;
  expect((await stat(beside)).mode & 0o777).toBe(0o600);
  expect((await stat(beside)).size).toBe(0);
  const database = new DatabaseSync(archive, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});
