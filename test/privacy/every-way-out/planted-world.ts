import { smallWorld, type Service } from '../../mcp/desk.ts';
import type { Chat, Whereabouts, World } from '../../../src/sandbox/world/world.ts';

/** A word around everything that a stranger wrote in a planted world. */
export const STRANGERS_WORD = /zqv\d+/g;

/** Few records with much in them: all of it is asked for again and again. */
const CHATS = 48;
const LETTERS = 20;
const MESSAGES = 8;

/** A name that two visitors have. */
export const TWINS = 'Robin Twin';

/** A word that every planted chat has in it, to search for. */
export const SOUGHT = 'zqsought';

/**
 * A small world in which every string of a visitor's is one of these texts, by default between two words that tell where it
 * came out, and every string of an agent's has one in it. Every text is a message of some chat.
 */
export function plantedWorld(texts: readonly string[], marked = betweenWords): World {
  const world = smallWorld();
  world.chats = world.chats.slice(-CHATS);
  world.offlineMessages = world.offlineMessages.slice(-LETTERS);
  const people = new Set([...world.chats, ...world.offlineMessages].map(({ visitorId }) => visitorId));
  world.visitors = world.visitors.filter(({ visitorId }) => people.has(visitorId));
  let planted = 0;
  const next = (): string => {
    const number = planted % texts.length;
    planted += 1;
    return marked(texts[number] ?? '', number);
  };
  // On one line: a name is cut where its first one ends.
  const fact = (): string => next().replaceAll('\n', ' ');
  for (const chat of world.chats) plantInMessages(chat, next);
  for (const chat of world.chats) {
    Object.assign(chat, { visitorName: fact(), visitorEmail: fact(), visitorPhone: fact() });
    plantInPlace(chat.whereabouts, fact);
    for (const message of chat.messages) message.authorName = fact();
  }
  for (const visitor of world.visitors) {
    for (const { contact, whereabouts } of visitor.records) {
      Object.assign(contact, { name: fact(), email: fact(), phone: fact() });
      plantInPlace(whereabouts, fact);
    }
  }
  for (const message of world.offlineMessages) {
    message.visitorName = fact();
    message.visitorEmail = fact();
    message.visitorPhone = fact();
    message.subject = fact();
    message.text = next();
    for (const reply of message.replies) reply.text = next();
  }
  for (const agent of world.agents) {
    const own = (): string => fact().replaceAll(STRANGERS_WORD, 'zqd');
    agent.lastName = `${agent.lastName} ${own()}`;
    agent.phone = own();
    agent.designation = own();
    agent.additionalInfo = own();
  }
  plantTwins(world);
  return world;
}

const betweenWords = (text: string, number: number): string => `zqv${number}\n${text}\nzqv${number}`;

/** Puts texts into fields of the wire that a world has few words for: of agents, of the kinds of messages. */
export function plantInWire(service: Service, texts: readonly string[]): void {
  let planted = 0;
  service.rewrite = (body) =>
    JSON.stringify(
      JSON.parse(body, (key: string, value: unknown): unknown => {
        if (key !== 'message_type' && key !== 'role' && (key !== 'status' || value !== 'Offline')) return value;
        planted += 1;
        return `zqd ${texts[planted % texts.length]?.replaceAll('\n', ' ')} zqd`;
      }),
    );
}

function plantInMessages(chat: Chat, next: () => string): void {
  const [first] = chat.messages;
  if (first === undefined) return;
  chat.messages = Array.from({ length: MESSAGES }, () => ({
    ...first,
    author: 'visitor' as const,
    text: `${next()}\n${SOUGHT}`,
  }));
}

function plantInPlace(whereabouts: Whereabouts, next: () => string): void {
  for (const field of Object.keys(whereabouts)) Reflect.set(whereabouts, field, next());
}

function plantTwins({ chats, visitors }: World): void {
  const [one, other] = visitors;
  const [last, before] = chats.slice(-2);
  if (!one || !other || !last || !before) throw new Error('The world is empty');
  Object.assign(last, { visitorId: one.visitorId, visitorName: TWINS });
  Object.assign(before, { visitorId: other.visitorId, visitorName: TWINS });
}
