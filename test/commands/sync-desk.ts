import { startDesk, type Desk } from '../support/desk.ts';

const DAY = 86_400_000;

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
  world.chats = world.chats.slice(-40);
  world.visitors = world.visitors.slice(0, 20);
  world.offlineMessages = world.offlineMessages.slice(-10);
  const isOver = ({ endedAt, requestedAt }: (typeof world.chats)[number]): boolean =>
    endedAt !== undefined || requestedAt < Date.now() - DAY - 60_000;
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
