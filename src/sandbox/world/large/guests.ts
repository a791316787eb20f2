import { drawFirstVisit, drawPersona, type Persona, recordVisitor } from '../people/personas.ts';
import type { Random } from '../random.ts';
import type { Visitor } from '../world-records.ts';
import { placeOf, risingIds, valueAt } from './column.ts';
import type { Crowd } from './crowd.ts';
import type { MessageTimes } from './offline-message-times.ts';

/** The people as the service knows them: visitors with ids, in the order of their first visits. */
export interface Guests {
  ids: Uint32Array;
  /** The id of somebody, by their place in the crowd. */
  idOf: (person: number) => number;
  /** The place in the crowd of a visitor's id. */
  personOf: (visitorId: number) => number | undefined;
  persona: (person: number) => Persona;
  visitor: (rank: number) => Visitor;
  rankOf: (visitorId: number) => number | undefined;
}

interface GuestsOptions {
  crowd: Crowd;
  messages: MessageTimes;
  chatTimes: Float64Array;
  from: number;
  now: number;
  chance: (...names: readonly (string | number)[]) => Random;
}

/** Gives every person an id in the order of their first visits; who they are is drawn when they are asked for. */
export function createGuests({ crowd, messages, chatTimes, from, now, chance }: GuestsOptions): Guests {
  const { people } = crowd;
  const firstMessages = new Float64Array(people).fill(Infinity);
  const messageCounts = new Uint8Array(people);
  for (const [index, person] of messages.writers.entries()) {
    firstMessages[person] = Math.min(valueAt(firstMessages, person), valueAt(messages.times, index));
    messageCounts[person] = valueAt(messageCounts, person) + 1;
  }

  const visits = chance('first visits');
  const firstVisits = new Float64Array(people).map((_, person) => {
    const [firstChat] = crowd.chatsOf(person);
    const chatAt = firstChat === undefined ? Infinity : valueAt(chatTimes, firstChat);
    const contactAt = Math.min(chatAt, valueAt(firstMessages, person));
    return drawFirstVisit(visits, contactAt === Infinity ? undefined : contactAt, from, now);
  });
  const byRank = new Uint32Array(people)
    .map((_, person) => person)
    .sort((one, other) => valueAt(firstVisits, one) - valueAt(firstVisits, other));
  const ranks = new Uint32Array(people);
  for (let rank = 0; rank < people; rank += 1) ranks[valueAt(byRank, rank)] = rank;
  const gaps = chance('visitor ids');
  const ids = risingIds(people, 5_210_300, () => gaps.integer(1, 23));

  const persona = (person: number): Persona => drawPersona(chance('person', person), person);
  const rankOf = (visitorId: number): number | undefined => placeOf(ids, visitorId);
  return {
    ids,
    idOf: (person) => valueAt(ids, valueAt(ranks, person)),
    personOf: (visitorId) => {
      const rank = rankOf(visitorId);
      return rank === undefined ? undefined : valueAt(byRank, rank);
    },
    persona,
    visitor: (rank) => {
      const person = valueAt(byRank, rank);
      const contacts = crowd.chatsOf(person).length + valueAt(messageCounts, person);
      return recordVisitor(
        chance('visits', person),
        { contacts, records: persona(person).records },
        { visitorId: valueAt(ids, rank), firstVisitAt: valueAt(firstVisits, person) },
      );
    },
    rankOf,
  };
}
