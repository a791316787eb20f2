import { afterAll, describe, expect, test } from 'vitest';
import { startSyncDesk } from '../../commands/sync/sync-desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { openWay } from '../../support/archive/way-to-server.ts';
import { runProgram, startProcess, startProgram } from '../../support/program.ts';

// Syncs whose PostgreSQL server is stopped and started again, and those that other servers of ours take over.

const desk = await startSyncDesk();
afterAll(() => desk[Symbol.asyncDispose]());

/** Today's chats and the agents are asked for again and again: as often as a watch may. */
function flagsOfBusyWatch(archive: string): Promise<string[]> {
  return desk.flagsFor(archive, { maximum_age_seconds: { today: 0, agents: 0 }, watch_requests_per_minute: 3000 });
}

const { requests } = desk.sandbox;

/** Waits for further requests. */
async function nextRequests(): Promise<void> {
  const before = requests.length;
  await expect.poll(() => requests.length, { timeout: 40_000, interval: 50 }).toBeGreaterThan(before + 1);
}

const HTTP = ['http', '--port', '0', '--sync', '--log-level', 'info'];
const SYNCS = /Sync: watching/;

describe('PostgreSQL that is stopped and started', () => {
  test.each([
    ['sync --watch', ['sync', '--watch', '--transcripts', 'none'], /Keeping it fresh/],
    ['http --sync', HTTP, SYNCS],
  ])('ends no %s', async (_what, command, begun) => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    await using program = startProgram([...command, ...(await flagsOfBusyWatch(archive))], desk.environment);
    await program.said(begun);
    await nextRequests();
    stop();
    await program.said(/The archive cannot be used/);
    restore();
    await nextRequests();
    program.kill('SIGTERM');
    expect(await program.ended, program.err()).toEqual({ code: 0, signal: null });
  });
});

describe('servers with --sync', () => {
  test('sync in one of them, and another one goes on within seconds when that is killed, or ends', async () => {
    const args = [...HTTP, ...(await flagsOfBusyWatch(await archiveOfTest()))];
    await using killed = startProcess(args, desk.environment);
    await killed.said(SYNCS);
    await using first = startProgram(args, desk.environment);
    await using second = startProgram(args, desk.environment);
    const waiting = [first, second];
    await Promise.all(waiting.map((program) => program.said(/Listening on/)));
    const syncing = () => waiting.filter((program) => SYNCS.test(program.err()));
    expect(syncing()).toEqual([]);

    killed.kill('SIGKILL');
    expect((await killed.ended).signal).toBe('SIGKILL');
    await expect.poll(() => syncing().length).toBe(1);
    await nextRequests();

    const [next] = syncing();
    next?.kill('SIGTERM');
    expect(await next?.ended).toEqual({ code: 0, signal: null });
    await expect.poll(() => syncing().length).toBe(2);
    await nextRequests();
  });

  test('refuse an archive in memory, and say what to do', async () => {
    const { code, err } = await runProgram([...HTTP, ...desk.flags], desk.environment);
    expect(code).toBe(1);
    expect(err).toContain('An archive in memory ends with the process');
  });
});
