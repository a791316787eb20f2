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

test('a sync whose right to be the only one is lost ends', async () => {
  const archive = await archiveOfTest();
  const flags = await flagsFor(archive);
  await using watching = startProgram(['sync', '--watch', '--transcripts', 'none', ...flags], desk.environment);
  await watching.said(/Keeping it fresh/);
  const client = new Client({ connectionString: archive });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chat-operations-mcp sync' AND datname = current_database()",
  );
  await client.end();
  expect(await watching.ended).toEqual({ code: 1, signal: null });
  expect(watching.err()).toContain('the connection to its server that keeps other syncs away has ended');
});

test('two desks in one PostgreSQL are synced at the same time', async () => {
  await using other = await startDesk();
  other.sandbox.world.chats.splice(0, other.sandbox.world.chats.length - 5);
  const archive = await archiveOfTest();
  const flags = await flagsFor(archive, { requests_per_minute: 300 });
  await using first = startProgram(['sync', '--from', '2020-01-01', ...flags], desk.environment);
  await first.said(/Reading/);
  const config = await other.configure({ archive });
  expect(await runProgram(['sync', '--config', config], other.environment)).toMatchObject({ code: 0 });
});
