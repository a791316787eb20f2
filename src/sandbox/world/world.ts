import { drawArrivals } from './arrivals.ts';
import { createBots } from './bots.ts';
import { assignPersonas, recordChats } from './chats.ts';
import { serveArrivals } from './serving.ts';
import { drawOfflineMessages, type WrittenMessage } from './offline-messages.ts';
import { createVisitors, drawPersona, type Persona } from './people/personas.ts';
import { createRandom, type Random } from './random.ts';
import { repeatWorld } from './repeated-world.ts';
import { createLogins, createStaff, signIn } from './people/staff.ts';
import { DAY } from './time.ts';
import { REPEATS, SIZES, type WorldPlan } from './world-plan.ts';
import type { AnyWorld, Chat, LargeWorld, OfflineMessage, Visitor, World } from './world-records.ts';

export type { WorldPlan } from './world-plan.ts';
export type * from './world-records.ts';

export interface WorldOptions {
  seed: number;
  size: 'small' | 'medium' | 'large';
  /** The moment the world ends, epoch ms. */
  now: number;
}

/**
 * Makes the sandbox's world: a shop's support account up to `now`. The same options give the same world, byte for byte.
 * The world never moves on by itself. `small` and `medium` are all there; `large`, a million chats over three years, is
 * four weeks that are repeated, and its records are made when they are read.
 */
export function createWorld(options: WorldOptions & { size: 'small' | 'medium' }): World;
export function createWorld(options: WorldOptions & { size: 'large' }): LargeWorld;
export function createWorld(options: WorldOptions): AnyWorld;
export function createWorld({ seed, size, now }: WorldOptions): AnyWorld {
  const world = plannedWorld(SIZES[size], { seed, now });
  return size === 'large' ? repeatWorld(world, { times: REPEATS, length: SIZES.large.days * DAY }) : world;
}

/** Makes a world by a plan of its own. */
export function plannedWorld(plan: WorldPlan, { seed, now }: Pick<WorldOptions, 'seed' | 'now'>): World {
  const from = now - plan.days * DAY;
  const stream = (name: string): Random => createRandom(seed, name);

  const employees = createStaff(stream('staff'), plan, from, now);
  const arrivals = drawArrivals(stream('arrivals'), plan, now);
  const outcomes = serveArrivals(stream('floor'), arrivals, employees);

  const people = stream('people');
  const personas = Array.from({ length: plan.visitors }, (_, index) => drawPersona(people, index));
  const encounters = assignPersonas(stream('encounters'), arrivals, outcomes, personas);
  const written = drawOfflineMessages(stream('letters'), plan.offlineMessages, personas, employees, from, now);
  const visitors = createVisitors(stream('visitors'), personas, from, now);
  const chats = recordChats(stream('chats'), seed, encounters, visitors, now);
  signIn(stream('sign in'), employees, agentsInChat(chats), now);

  const agents = employees.map(({ agent }) => agent);
  return {
    now,
    account: createLogins(agents),
    agents,
    visitors: [...visitors.values()],
    chats,
    offlineMessages: fileOfflineMessages(stream('offline'), written, visitors),
    bots: createBots(stream('bots')),
  };
}

function agentsInChat(chats: readonly Chat[]): Set<number> {
  const running = chats.filter(({ missed, endedAt }) => !missed && endedAt === undefined);
  return new Set(running.flatMap(({ agentId }) => agentId ?? []));
}

/** The offline messages with ids that grow with time. */
function fileOfflineMessages(
  random: Random,
  written: readonly WrittenMessage[],
  visitors: ReadonlyMap<Persona, Visitor>,
): OfflineMessage[] {
  let offlineMessageId = 310_500;
  return written.map(({ persona, record, ...message }) => {
    offlineMessageId += random.integer(1, 8);
    return {
      offlineMessageId,
      visitorId: visitors.get(persona)?.visitorId ?? 0,
      visitorName: record.contact.name,
      visitorEmail: record.contact.email,
      visitorPhone: record.contact.phone,
      ...message,
    };
  });
}
