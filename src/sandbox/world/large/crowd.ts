import type { Random } from '../random.ts';
import { firstFrom, valueAt } from './column.ts';

/** The person of each chat. People and chats are named by their places, in the order in which they first appear. */
export interface Crowd {
  /** The number of people; those who never asked for a chat come last. */
  people: number;
  personOf: (chat: number) => number;
  /** The chats of a person, oldest first. */
  chatsOf: (person: number) => Uint32Array;
  /** The number of people who had asked for a chat before this one. */
  knownBefore: (chat: number) => number;
}

/** Finds out who asked for each chat: people new to the shop's chat, in turn, and people who come back. */
export function drawCrowd(random: Random, people: number, chats: number): Crowd {
  const newcomers = (0.88 * people) / chats;
  const personOf = new Uint32Array(chats);
  const firstChats = new Uint32Array(people);
  const counts = new Uint32Array(people);
  let known = 0;
  for (let chat = 0; chat < chats; chat += 1) {
    const isNew = known === 0 || (known < people && random.chance(newcomers));
    // Whoever was here lately is the likeliest to come back.
    const person = isNew ? known : Math.floor(known * (1 - random.next() ** 2));
    if (isNew) firstChats[known++] = chat;
    personOf[chat] = person;
    counts[person] = (counts[person] ?? 0) + 1;
  }

  // All chats, person after person; each begins where those before them end.
  const begins = new Uint32Array(people + 1);
  for (let person = 0; person < people; person += 1) {
    begins[person + 1] = valueAt(begins, person) + valueAt(counts, person);
  }
  const byPerson = new Uint32Array(chats);
  const next = begins.slice();
  for (let chat = 0; chat < chats; chat += 1) {
    const person = valueAt(personOf, chat);
    const place = valueAt(next, person);
    byPerson[place] = chat;
    next[person] = place + 1;
  }

  const arrived = firstChats.subarray(0, known);
  return {
    people,
    personOf: (chat) => valueAt(personOf, chat),
    chatsOf: (person) => byPerson.subarray(valueAt(begins, person), valueAt(begins, person + 1)),
    knownBefore: (chat) => firstFrom(arrived, chat),
  };
}
