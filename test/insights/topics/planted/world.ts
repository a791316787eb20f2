import { Foreign } from '../../../../src/model/foreign.ts';
import { languageDetector } from '../../../../src/insights/language.ts';
import { SpokenChats, type SpokenChat } from '../../../../src/insights/topics/spoken-chats.ts';
import { ChatId, VisitorId } from '../../../../src/model/ids.ts';
import { epochMillis } from '../../../../src/model/time/units.ts';
import { TOPICS, type Planted } from './planted.ts';

/** The share of chats of each subject in a period, of those that are topics. */
export type Shares = readonly number[];

export interface PlantedWorld {
  readonly books: readonly Planted[];
  /** The chats of the period, and of the one before. */
  readonly chats: number;
  readonly before: number;
  readonly shares: Shares;
  readonly sharesBefore: Shares;
}

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chats of a world in which each topic has its share; a third of all have two subjects or none. */
export async function spokenIn(world: PlantedWorld, chance: () => number): Promise<SpokenChats> {
  const spoken = new SpokenChats(await languageDetector());
  for (let index = 0; index < world.chats + world.before; index += 1) {
    spoken.add(chatOf(index, index >= world.chats, world, chance));
  }
  return spoken;
}

function chatOf(index: number, isBefore: boolean, world: PlantedWorld, chance: () => number): SpokenChat {
  const oneOf = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(chance() * values.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  };
  const book = oneOf(world.books);
  const shares = isBefore ? world.sharesBefore : world.shares;
  const subjects = book.subjects.filter((_, place) => place < TOPICS && chance() < (shares[place] ?? 0));
  if (subjects.length === 0 && chance() < 0.4) subjects.push(oneOf(book.subjects.slice(TOPICS)));
  const said = [oneOf(book.greetings)];
  for (const subject of subjects) {
    said.push(oneOf(subject.said));
    if (chance() < 0.5) said.push(oneOf(subject.said));
  }
  for (let more = chance(); more < 0.3; more = chance()) said.push(oneOf(book.small));
  if (chance() < 0.7) said.push(oneOf(book.thanks));
  return {
    chatId: ChatId.parse(index + 1),
    // Some come twice.
    visitorId: VisitorId.parse(1 + Math.floor(chance() * (world.chats + world.before) * 2)),
    requestedAt: epochMillis(Date.UTC(2026, 10, isBefore ? 9 : 16) + index * 1000),
    isBefore,
    weight: 1,
    said: said.filter((text) => text !== '').map((text) => new Foreign(text)),
    names: [],
  };
}

/** Which of the topics a term is of; undefined for one that is of none. */
export function topicOf(text: string, books: readonly Planted[]): number | undefined {
  for (const { subjects } of books) {
    const place = subjects.slice(0, TOPICS).findIndex(({ is }) => is.test(text));
    if (place !== -1) return place;
  }
  return undefined;
}

/** Whether a term is of any subject, a topic or not. */
export function isOfSubject(text: string, books: readonly Planted[]): boolean {
  return books.some(({ subjects }) => subjects.some(({ is }) => is.test(text)));
}
