import type { Chat, OfflineMessage, Visitor, World } from '../../src/sandbox/world/world.ts';
import { smallWorld, type Desk } from '../mcp/desk.ts';

/** A word that every chat has in it, to search for. */
export const SOUGHT = 'zqsought';

/** A visitor with one record, one chat and one offline message. What is left out is empty. */
export interface Person {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly country?: string;
  /** The messages of both sides of the chat; each message ends with the word to search for. */
  readonly said?: readonly { readonly author: 'visitor' | 'agent'; readonly text: string }[];
  /** The name above the visitor's messages, where it is another one. */
  readonly authorName?: string;
  readonly subject?: string;
  readonly letter?: string;
}

/** A person of the world, and their records. */
export interface Planted {
  readonly visitor: Visitor;
  readonly chat: Chat;
  readonly letter: OfflineMessage;
}

/** A world with these people and nobody else, and what it has of each, in the same order. */
export function worldOf(people: readonly Person[]): { readonly world: World; readonly planted: readonly Planted[] } {
  const world = smallWorld();
  const chat = world.chats.findLast(({ missed, endedAt }) => !missed && endedAt !== undefined);
  const letter = world.offlineMessages.at(-1);
  const visitor = world.visitors.at(-1);
  if (!chat || !letter || !visitor) throw new Error('The world is empty');
  const planted = people.map((person, index) => plant(person, index, { visitor, chat, letter }, world));
  world.visitors = planted.map((one) => one.visitor);
  world.chats = planted.map((one) => one.chat);
  world.offlineMessages = planted.map((one) => one.letter);
  return { world, planted };
}

function plant(person: Person, index: number, { visitor, chat, letter }: Planted, { agents }: World): Planted {
  const { name = `Robin Number${index}`, email = '', phone = '', country = '' } = person;
  const visitorId = 880_001 + index;
  const whereabouts = { ...chat.whereabouts, ipAddress: '', country };
  const agent = agents.find(({ agentId }) => agentId === chat.agentId);
  const fields = { visitorId, visitorName: name, visitorEmail: email, visitorPhone: phone };
  return {
    visitor: { ...visitor, visitorId, records: [{ contact: { name, email, phone }, whereabouts }] },
    chat: {
      ...chat,
      ...fields,
      chatId: 770_001 + index,
      whereabouts,
      messages: (person.said ?? []).map(({ author, text }, place) => ({
        author,
        authorName: author === 'agent' ? `${agent?.firstName} ${agent?.lastName}` : (person.authorName ?? name),
        text: `${text} ${SOUGHT}`,
        at: (chat.startedAt ?? 0) + place * 1000,
      })),
    },
    letter: {
      ...letter,
      ...fields,
      offlineMessageId: 660_001 + index,
      subject: person.subject ?? '',
      text: person.letter ?? '',
      replies: [],
    },
  };
}

/** The text of a resource. */
export async function resourceText({ client }: Desk, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return contents.map((content) => ('text' in content ? content.text : '')).join('\n');
}
