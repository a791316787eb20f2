import { drawArrivals } from './arrivals.ts';
import { createBots } from './bots.ts';
import { recognize, recordChats } from './chats.ts';
import { attend } from './floor.ts';
import { createLargeWorld } from './large/large-world.ts';
import { createLogins } from './people/logins.ts';
import { collectLetters, type Letter } from './mailbox.ts';
import { admit, drawPersona, type Persona } from './people/personas.ts';
import { createRandom, type Random } from './random.ts';
import { hireStaff, signIn } from './people/staff.ts';
import { DAY } from './time.ts';
import type { AnyWorld, Chat, LargeWorld, OfflineMessage, Visitor, World } from './world-records.ts';

export type * from './world-records.ts';

export interface WorldOptions {
  seed: number;
  size: 'small' | 'medium' | 'large';
  /** The moment the world ends, epoch ms. */
  now: number;
}

const sizes = {
  small: {
    chats: 300,
    days: 14,
    agents: 6,
    visitors: 150,
    letters: 60,
    incidents: 2,
    chatsPerIncident: 12,
    shiftHours: 6,
    maximumChats: 3,
  },
  medium: {
    chats: 20_000,
    days: 90,
    agents: 30,
    visitors: 5_000,
    letters: 2_000,
    incidents: 24,
    chatsPerIncident: 70,
    shiftHours: 5,
    maximumChats: 3,
  },
} as const;

/**
 * Makes the sandbox's world: a shop's support account up to `now`. The same options give the same world, byte for byte.
 * The world never moves on by itself. `small` and `medium` are all there; `large`, a million chats over three years, is
 * made when it is read.
 */
export function createWorld(options: WorldOptions & { size: 'small' | 'medium' }): World;
export function createWorld(options: WorldOptions & { size: 'large' }): LargeWorld;
export function createWorld(options: WorldOptions): AnyWorld;
export function createWorld({ seed, size, now }: WorldOptions): AnyWorld {
  if (size === 'large') return createLargeWorld(seed, now);
  const plan = sizes[size];
  const from = now - plan.days * DAY;
  const stream = (name: string): Random => createRandom(seed, name);

  const employees = hireStaff(stream('staff'), { ...plan, count: plan.agents }, from, now);
  const arrivals = drawArrivals(stream('arrivals'), { ...plan, count: plan.chats }, now);
  const attendances = attend(stream('floor'), arrivals, employees);

  const people = stream('people');
  const personas = Array.from({ length: plan.visitors }, (_, index) => drawPersona(people, index));
  const encounters = recognize(stream('encounters'), arrivals, attendances, personas);
  const letters = collectLetters(stream('letters'), plan.letters, personas, employees, from, now);
  const visitors = admit(stream('visitors'), personas, from, now);
  const chats = recordChats(stream('chats'), seed, encounters, visitors, now);
  signIn(stream('sign in'), employees, agentsInChat(chats), now);

  const agents = employees.map(({ agent }) => agent);
  return {
    now,
    account: createLogins(agents),
    agents,
    visitors: [...visitors.values()],
    chats,
    offlineMessages: fileLetters(stream('offline'), letters, visitors),
    bots: createBots(stream('bots')),
  };
}

function agentsInChat(chats: readonly Chat[]): Set<number> {
  const running = chats.filter(({ missed, endedAt }) => !missed && endedAt === undefined);
  return new Set(running.flatMap(({ agentId }) => agentId ?? []));
}

/** The letters with ids that grow with time. */
function fileLetters(
  random: Random,
  letters: readonly Letter[],
  visitors: ReadonlyMap<Persona, Visitor>,
): OfflineMessage[] {
  let offlineMessageId = 310_500;
  return letters.map(({ persona, record, ...letter }) => {
    offlineMessageId += random.integer(1, 8);
    return {
      offlineMessageId,
      visitorId: visitors.get(persona)?.visitorId ?? 0,
      visitorName: record.contact.name,
      visitorEmail: record.contact.email,
      visitorPhone: record.contact.phone,
      ...letter,
    };
  });
}
