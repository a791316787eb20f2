import type { Chat, OfflineMessage, Visitor, World } from '../../../src/sandbox/world/world.ts';
import { smallWorld, type Desk } from '../../mcp/desk.ts';
import { SOUGHT } from './planted-world.ts';

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

/** Whole marks of redaction. */
export const MARK = /\[(?:(?:email|phone|ip) (?:of visitor-)?[a-z0-9]{8}|card|iban|secret)\]/g;

const HALF_MARK =
  /\[[a-z\d -]*(?:…|$)|\[(?:email|phone|ip|iban|card|secret)\b.{0,30}|\[\*\*.{0,20}|.{0,10}visitor-[a-z\d*]*\]/g;

/** Marks in a text that are not whole: cut, or with something in between. */
export function brokenMarksIn(text: string): string[] {
  return text.replaceAll(MARK, ' ').match(HALF_MARK) ?? [];
}

/** The number of characters of an address that may come out: its first ones say nothing. */
const HARMLESS = 3;

/** The parts of an address in a text that are longer than what is harmless. Each part of it has to be like no other word. */
export function partsIn(text: string, address: string): string[] {
  const parts = partsOf.get(address) ?? partsOfAddress(address);
  partsOf.set(address, parts);
  const found = text.replaceAll(MARK, ' ').match(parts) ?? [];
  return [...new Set(found)];
}

const partsOf = new Map<string, RegExp>();

/** Finds where a part of it stands. */
function partsOfAddress(address: string): RegExp {
  const length = HARMLESS + 1;
  const parts = Array.from({ length: address.length - length + 1 }, (_, at) => address.slice(at, at + length));
  return new RegExp([...new Set(parts)].map((part) => part.replaceAll('.', String.raw`\.`)).join('|'), 'g');
}
