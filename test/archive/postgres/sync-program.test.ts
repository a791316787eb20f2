import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { expectOnlyOneSync, startSyncDesk } from '../../commands/sync/sync-desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { startDesk } from '../../support/desk.ts';
import { runProgram, startProgram } from '../../support/program.ts';

// The command sync as a person or a timer runs it, on archives in PostgreSQL.

const desk = await startSyncDesk();
const { flagsFor } = desk;
afterAll(() => desk[Symbol.asyncDispose]());

test('only one runs at a time, and a killed one is in nobody’s way', async () => {
  const archive = await archiveOfTest();
  await expectOnlyOneSync(desk, archive);
});

/** Ends the connections that keep the lease of a sync. */
async function loseLease(archive: string): Promise<void> {
  const client = new Client({ connectionString: archive });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chat-operations-mcp sync' AND datname = current_database()",
  );
  await client.end();
}

const LOST = 'the connection to its server that keeps other syncs away has ended';

test('a sync whose right to be the only one is lost ends', async () => {
  const archive = await archiveOfTest();
  const flags = await flagsFor(archive, { requests_per_minute: 10 });
  await using syncing = startProgram(['sync', '--transcripts', 'none', ...flags], desk.environment);
  await syncing.said(/Loading/);
  await loseLease(archive);
  expect(await syncing.ended).toEqual({ code: 1, signal: null });
  expect(syncing.err()).toContain(LOST);
});

test('with --watch it takes that right again, and goes on', async () => {
  const archive = await archiveOfTest();
  const flags = await flagsFor(archive, { maximum_age_seconds: { today: 1 }, watch_requests_per_minute: 1000 });
  await using watching = startProgram(['sync', '--watch', '--transcripts', 'none', ...flags], desk.environment);
  await watching.said(/Keeping it fresh/);
  await loseLease(archive);
  await watching.said(new RegExp(`${LOST}. The sync continues in 2 s`));
  const before = desk.sandbox.requests.length;
  await expect.poll(() => desk.sandbox.requests.length).toBeGreaterThan(before);
  watching.kill('SIGTERM');
  expect(await watching.ended).toEqual({ code: 0, signal: null });
});

test('two desks in one PostgreSQL are synced at the same time', async () => {
  await using other = await startDesk();
  other.sandbox.world.chats.splice(0, other.sandbox.world.chats.length - 5);
  const archive = await archiveOfTest();
  const flags = await flagsFor(archive, { requests_per_minute: 300 });
  await using first = startProgram(['sync', '--from', '2020-01-01', ...flags], desk.environment);
  await first.said(/Loading/);
  const config = await other.configure({ archive });
  expect(await runProgram(['sync', '--config', config], other.environment)).toMatchObject({ code: 0 });
});
