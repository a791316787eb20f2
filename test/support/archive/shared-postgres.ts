import type { TestProject } from 'vitest/node';
import { openAccount } from '../../../src/commands/account.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { readSettings, theOnly } from '../../../src/config/read.ts';
import { addDays, utcDayOf } from '../../../src/model/time/day.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import { createDatabase } from './databases.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all tests, in the project that has one, and the database that theirs are copies of. */
    postgres?: { readonly server: string; readonly template: string };
    /** Whether this is a run of the exhaustive suites: with all runs of a property, and all that is asked of PostgreSQL. */
    isWhole?: true;
    /** The seed of all properties that have none of their own, in a run of the exhaustive suites. */
    seed?: number;
  }
}

const TEMPLATE = 'archive_of_another_desk';
/** Among the moments of the tests' own worlds (test/mcp/desk.ts). */
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const DAYS = 20;
const TRANSCRIPTS = 10;

/** Starts one server for all the tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await fillWithAnotherDesk(await createDatabase(server.address, TEMPLATE, 'template0'));
  project.provide('postgres', { server: server.address, template: TEMPLATE });
  return async () => {
    await server[Symbol.asyncDispose]();
  };
}

/** Every test finds rows of another desk in its archive, which may never show up in its own. */
async function fillWithAnotherDesk(archive: string): Promise<void> {
  const clock = () => epochMillis(NOW);
  const sandbox = await startSandbox({
    world: createWorld({ seed: 8, size: 'small', now: NOW }),
    requestsPerMinute: 100_000,
    clock,
  });
  const settings = theOnly(readSettings({ flags: { sandbox: true }, environment: {} }));
  const { desk, close } = await openAccount(
    { ...settings, ...sandboxAccount(sandbox), archive, requests_per_minute: 100_000 },
    clock,
  );
  const question = {
    signal: new AbortController().signal,
    deadline: epochMillis(NOW + 60_000),
    spent: () => undefined,
    progressed: () => undefined,
  };
  const today = utcDayOf(epochMillis(NOW));
  await desk.archive.chats.cover({ from: addDays(today, -DAYS), to: today }, undefined, question);
  for (const list of ['agents', 'offlineMessages', 'visitors'] as const) await desk.archive[list].cover(question);
  const chats = sandbox.world.chats.slice(-TRANSCRIPTS).map(({ chatId }) => ChatId.parse(chatId));
  await desk.archive.transcripts.readAll(chats, question);
  await close();
  await sandbox.close();
}
