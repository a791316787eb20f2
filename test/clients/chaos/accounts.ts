import { createWorld, type Chat, type World } from '../../../src/sandbox/world/world.ts';
import { startHeldService, type HeldService } from '../held-service.ts';

const NAMES = ['north', 'south', 'east', 'west', 'centre'] as const;

/** An account whose world has the ids of all others, and other contents. */
export interface Account {
  readonly name: string;
  /** Stands in every record of its world, and in that of no other. */
  readonly canary: string;
  readonly world: World;
  readonly service: HeldService;
}

/** Starts so many accounts, each with a service of its own that keeps to this limit. */
export async function startAccounts(count: number, requestsPerMinute: number): Promise<readonly Account[]> {
  const now = Date.now();
  return Promise.all(
    NAMES.slice(0, count).map(async (name, index) => {
      const canary = `Canary${name}`;
      const world = ownWorld(canary, index, now);
      return { name, canary, world, service: await startHeldService(world, requestsPerMinute) };
    }),
  );
}

function ownWorld(canary: string, index: number, now: number): World {
  const world = createWorld({ seed: 7, size: 'small', now });
  // Each lacks other chats, so that no two have the same numbers.
  world.chats = world.chats.filter(
    ({ endedAt, missed }, chat) => (endedAt === undefined && !missed) || chat % 5 !== index,
  );
  for (const agent of world.agents) agent.lastName = canary;
  for (const chat of world.chats) {
    chat.visitorName = `${chat.visitorName} ${canary}`;
    for (const message of chat.messages) message.text = `${canary} ${message.text}`;
  }
  for (const message of world.offlineMessages) message.subject = `${canary} ${message.subject}`;
  return world;
}

/** The UTC day of a moment. */
export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);

/** The chats of a UTC day. */
export function chatsOf({ world }: Account, day: string): readonly Chat[] {
  return world.chats.filter(({ requestedAt }) => dayOf(requestedAt) === day);
}
