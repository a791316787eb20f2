import { afterAll, describe, expect, test } from 'vitest';
import { startSyncDesk } from '../../commands/sync/sync-desk.ts';
import { startPostgres } from '../../support/archive/postgres.ts';
import { createDatabase } from '../../support/archive/databases.ts';
import { startProcess, type ProgramProcess } from '../../support/program.ts';

// Syncs on a PostgreSQL server that is stopped and started again, and on servers of ours that are killed.

const server = await startPostgres();
const desk = await startSyncDesk();
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let databases = 0;

/** Today's chats and the agents are asked for again and again: as often as a watch may. */
async function flagsOfBusyWatch(changes: object = {}): Promise<string[]> {
  databases += 1;
  const archive = await createDatabase(server.address, `sync_${databases}`, 'template0');
  return desk.flagsFor(archive, {
    maximum_age_seconds: { today: 0, agents: 0 },
    watch_requests_per_minute: 3000,
    ...changes,
  });
}

const { requests } = desk.sandbox;

/** Waits for further requests. */
async function nextRequests(): Promise<void> {
  const before = requests.length;
  await expect.poll(() => requests.length, { timeout: 40_000, interval: 50 }).toBeGreaterThan(before + 1);
}

function startHttp(flags: readonly string[]): ProgramProcess {
  return startProcess(['http', '--port', '0', '--sync', '--log-level', 'info', ...flags], desk.environment);
}

const SYNCS = /Sync: watching/;

describe('PostgreSQL that is stopped and started', () => {
  test.each([
    ['sync --watch', ['sync', '--watch', '--transcripts', 'none'], /Keeping it fresh/],
    ['http --sync', ['http', '--port', '0', '--sync', '--log-level', 'info'], SYNCS],
  ])('ends no %s', async (_what, command, begun) => {
    await using program = startProcess([...command, ...(await flagsOfBusyWatch())], desk.environment);
    await program.said(begun);
    await nextRequests();
    await server.stop();
    await program.said(/The archive cannot be used/);
    await server.start();
    await nextRequests();
    program.kill('SIGTERM');
    expect(await program.ended, program.err()).toEqual({ code: 0, signal: null });
  });
});

describe('servers with --sync', () => {
  test('sync in one of them, and another one goes on within seconds when that is killed, or ends', async () => {
    const flags = await flagsOfBusyWatch();
    const servers = await Promise.all(
      [1, 2, 3].map(async () => {
        const program = startHttp(flags);
        await program.said(/Listening on/);
        return program;
      }),
    );
    try {
      for (const [signal, left] of [
        ['SIGKILL', 2],
        ['SIGTERM', 1],
      ] as const) {
        const syncing = await Promise.race(
          servers.map(async (program) => {
            await program.said(SYNCS);
            return program;
          }),
        );
        servers.splice(servers.indexOf(syncing), 1);
        expect(servers).toHaveLength(left);
        expect(servers.filter((program) => SYNCS.test(program.err()))).toEqual([]);
        syncing.kill(signal);
        expect((await syncing.ended).signal).toBe(signal === 'SIGKILL' ? signal : null);
        const began = performance.now();
        await Promise.race(servers.map((program) => program.said(SYNCS)));
        expect(performance.now() - began).toBeLessThan(30_000);
        await nextRequests();
      }
    } finally {
      await Promise.all(servers.map((program) => program[Symbol.asyncDispose]()));
    }
  });

  test('refuse an archive in memory, and say what to do', async () => {
    await using program = startHttp([...(await flagsOfBusyWatch()), '--archive', 'memory']);
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.err()).toContain('An archive in memory ends with the process');
  });
});
