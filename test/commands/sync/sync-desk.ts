import { expect } from 'vitest';
import { startListeningService } from '../../mcp/listening-service.ts';
import { startDesk, type Desk } from '../../support/desk.ts';
import { runProgram, startProcess } from '../../support/program.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A desk that is synced in a moment, by the program as a person or a timer runs it. */
export interface SyncDesk extends Desk {
  /** How many of its chats are over. */
  readonly over: number;
  /** Flags of a sync into an archive; what was read stays fresh while the tests last. */
  flagsFor: (archive: string, changes?: object) => Promise<string[]>;
}

export async function startSyncDesk(): Promise<SyncDesk> {
  const desk = await startDesk();
  const { world } = desk.sandbox;
  // A chat without an end is over after a day: of none that comes while the tests last.
  const dayAgo = Date.now() - DAY;
  world.chats = world.chats
    .filter(({ endedAt, requestedAt }) => endedAt !== undefined || Math.abs(requestedAt - dayAgo) > HOUR)
    .slice(-40);
  world.visitors = world.visitors.slice(0, 20);
  world.offlineMessages = world.offlineMessages.slice(-10);
  const isOver = ({ endedAt, requestedAt }: (typeof world.chats)[number]): boolean =>
    endedAt !== undefined || requestedAt < dayAgo;
  return {
    ...desk,
    over: world.chats.filter(isOver).length,
    flagsFor: async (archive, changes = {}) => {
      const age = 86_400;
      const maximum_age_seconds = { today: age, agents: age, offline_messages: age, visitors: age };
      return ['--config', await desk.configure({ archive, maximum_age_seconds, ...changes })];
    },
  };
}

/** Expects that only one sync of a desk runs at a time, and that a killed one is in nobody's way. */
export async function expectOnlyOneSync({ over, flagsFor, sandbox, environment }: SyncDesk, archive: string) {
  const sync = (flags: readonly string[]) => runProgram(['sync', ...flags], environment);
  // The first does not come to its end before the second has been there, however long that takes to start.
  await using service = await startListeningService(sandbox.world);
  const isKilled = Promise.withResolvers<void>();
  service.gateway = (path) => (path.startsWith('/api/offlinemessages') ? isKilled.promise : undefined);
  const flags = await flagsFor(archive, { base_url: service.url });
  await using first = startProcess(['sync', ...flags], environment);
  await first.said(/Loading offline messages/);

  const second = await sync(flags);
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain('Another sync of this desk is running.');
  expect(second.err).not.toContain('Loading');

  first.kill('SIGKILL');
  expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
  isKilled.resolve();
  const third = await sync(flags);
  expect(third, third.err).toMatchObject({ code: 0 });
  expect(third.out).toContain(`of ${over} of ${sandbox.world.chats.length} chats`);
}
