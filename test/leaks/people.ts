import type { Chat, Message, OfflineMessage, Visitor, Whereabouts, World } from '../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, MINUTE, NOW, smallWorld, type Desk } from '../mcp/desk.ts';

/** A word to search for. */
export const SOUGHT = 'zqsought';

/** A visitor with one record and one chat. What is left out is empty. */
export interface Person {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly whereabouts?: Partial<Whereabouts>;
  /** The messages of both sides of the chat. Without a name above a message, it is that of the visitor, or of the agent. */
  readonly said?: readonly Said[];
  readonly letters?: readonly Letter[];
}

export interface Said {
  readonly author: Message['author'];
  readonly authorName?: string;
  readonly text: string;
}

/** An offline message, and what an agent replied to it. */
export interface Letter {
  readonly subject?: string;
  readonly text: string;
  readonly reply?: string;
}

/** A person of the world, and their records. */
export interface Planted {
  readonly visitor: Visitor;
  readonly chat: Chat;
  readonly letters: readonly OfflineMessage[];
}

/** A world with these people and nobody else, the last of them the latest, and what it has of each, in the same order. */
export function worldOf(
  people: readonly Person[],
  now: number = NOW,
): { readonly world: World; readonly planted: readonly Planted[] } {
  const world = smallWorld(7, now);
  const template: Template = {
    visitor: first(world.visitors),
    chat: first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined)),
    letter: first(world.offlineMessages.filter(({ replies }) => replies.length > 0)),
  };
  const agent = first(world.agents.filter(({ agentId }) => agentId === template.chat.agentId));
  const agentName = `${agent.firstName} ${agent.lastName}`;
  const planted = people.map((person, index) => {
    const at = now - (people.length - index) * APART;
    return recordsOf({ name: `Robin Number${index}`, ...person }, index, at, { ...template, agentName });
  });
  world.visitors = planted.map(({ visitor }) => visitor);
  world.chats = planted.map(({ chat }) => chat);
  world.offlineMessages = planted.flatMap(({ letters }) => letters);
  return { world, planted };
}

/** Between the chats of two people. */
const APART = 5 * HOUR;

interface Template {
  readonly visitor: Visitor;
  readonly chat: Chat;
  readonly letter: OfflineMessage;
}

function recordsOf(
  { name = '', email = '', phone = '', whereabouts = {}, said = [], letters = [] }: Person,
  index: number,
  requestedAt: number,
  template: Template & { readonly agentName: string },
): Planted {
  const visitorId = 880_001 + index;
  const fields = { visitorId, visitorName: name, visitorEmail: email, visitorPhone: phone };
  const place = { ...template.chat.whereabouts, ipAddress: '', country: '', ...whereabouts };
  const startedAt = requestedAt + MINUTE;
  return {
    visitor: {
      ...template.visitor,
      visitorId,
      firstVisitAt: requestedAt - 12 * DAY,
      records: [{ contact: { name, email, phone }, whereabouts: place }],
    },
    chat: {
      ...template.chat,
      ...fields,
      chatId: 770_001 + index,
      requestedAt,
      startedAt,
      endedAt: startedAt + HOUR,
      whereabouts: place,
      messages: said.map(({ author, authorName = author === 'agent' ? template.agentName : name, text }, order) => ({
        author,
        authorName,
        text,
        at: startedAt + order * 1000,
      })),
    },
    letters: letters.map(({ subject = '', text, reply }, order) => ({
      ...template.letter,
      ...fields,
      offlineMessageId: 660_001 + index * 10 + order,
      subject,
      text,
      receivedAt: requestedAt + order * MINUTE,
      unread: order === 0,
      replies: reply === undefined ? [] : template.letter.replies.slice(0, 1).map((one) => ({ ...one, text: reply })),
    })),
  };
}

/** The text of a resource. */
export async function resourceText({ client }: Desk, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return contents.map((content) => ('text' in content ? content.text : '')).join('\n');
}
