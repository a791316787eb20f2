import { drawTopic, specialArrivals } from '../arrivals.ts';
import { createBots } from '../bots.ts';
import { recordChat } from '../chats.ts';
import { writeOfflineMessage } from '../offline-messages.ts';
import type { Topic } from '../phrases/phrasebook.ts';
import { createRandom, type Random } from '../random.ts';
import { createLogins, signIn } from '../people/staff.ts';
import { HOUR } from '../time.ts';
import type { Chat, LargeWorld, OfflineMessage, Rows } from '../world-records.ts';
import { firstFrom, lastUpTo, placeOf, risingIds, valueAt } from './column.ts';
import { drawCrowd } from './crowd.ts';
import { createGuests } from './guests.ts';
import { createOutcomeTable } from './outcome-table.ts';
import { drawMessageTimes } from './offline-message-times.ts';
import { choosePlaces, createMemory, placesBetween, placesInOrder, rowsAt } from './row-places.ts';
import { createLargeStaff } from './large-staff.ts';
import { drawTimes, planWorkdays, type Workday } from './workdays.ts';

const WORKDAYS = 3 * 365;
const CHATS = 1_000_000;
const PEOPLE = 250_000;
const OFFLINE_MESSAGES = 60_000;
const AGENTS = 120;
/** Selections and orders of a million rows take up to 8 MB each. */
const MAX_REMEMBERED = 4;

/**
 * Makes a large world. It draws the times of the requests at once and the people with the first record: some numbers a
 * chat. Everything else follows from the seed and the place of a record when it is read, in whatever order.
 */
export function createLargeWorld(seed: number, now: number): LargeWorld {
  const chance = (...names: readonly (string | number)[]): Random => createRandom(seed, 'large', ...names);

  const workdays = planWorkdays(chance('workdays'), WORKDAYS, now);
  const opening = Float64Array.from(workdays, ({ from }) => from);
  const from = valueAt(opening, 0);
  const special = new Map(specialArrivals(now).map((arrival) => [arrival.at, arrival]));
  const times = drawTimes(chance, CHATS, workdays, [...special.keys()]);
  const staff = createLargeStaff(chance('staff'), AGENTS, workdays);
  const chanceOf = (workday: number): Random => chance('floor', workday);
  const outcomes = createOutcomeTable({ times, special, workdays, staff, chanceOf, now });
  const lastWorkday = firstFrom(times, valueAt(opening, WORKDAYS - 1));
  const lastPlaces = Array.from({ length: CHATS - lastWorkday }, (_, index) => lastWorkday + index);
  const running = lastPlaces.filter(outcomes.isRunning);
  const busy = running.flatMap((place) => staff[outcomes.agent(place) ?? -1]?.agent.agentId ?? []);
  signIn(chance('sign in'), staff, new Set(busy), now);
  const agents = staff.map(({ agent }) => agent);

  /** Draws the people and all ids, when the first record is read. */
  function draw() {
    const crowd = drawCrowd(chance('crowd'), PEOPLE, CHATS);
    const messages = drawMessageTimes(chance('letters'), OFFLINE_MESSAGES, crowd, times, from, now);
    const guests = createGuests({ crowd, messages, chatTimes: times, from, now, chance });
    const [chatGaps, messageGaps] = [chance('chat ids'), chance('letter ids')];
    const chatIds = risingIds(CHATS, 80_412_000, () => chatGaps.integer(1, 14));
    const messageIds = risingIds(OFFLINE_MESSAGES, 310_500, () => messageGaps.integer(1, 8));
    return { crowd, messages, guests, chatIds, messageIds };
  }
  let drawn: ReturnType<typeof draw> | undefined;
  const register = (): ReturnType<typeof draw> => (drawn ??= draw());

  function chat(place: number): Chat {
    const { crowd, guests, chatIds } = register();
    const outcome = outcomes.outcome(place);
    const random = chance('case', place);
    const person = crowd.personOf(place);
    const persona = guests.persona(person);
    const at = valueAt(times, place);
    const topic = drawTopicAt(random, at, workdays[lastUpTo(opening, at)]);
    const encounter = {
      arrival: special.get(at) ?? { at, topic },
      outcome,
      persona,
      record: random.pick(persona.records),
    };
    const isPlain = !outcome.transferred && encounter.arrival.lasts === undefined;
    return recordChat(encounter, {
      seed,
      chatId: valueAt(chatIds, place),
      index: place,
      visitorId: guests.idOf(person),
      brief: isPlain && random.chance(0.98),
      now,
    });
  }

  function offlineMessage(place: number): OfflineMessage {
    const { messages, guests, messageIds } = register();
    const random = chance('letter', place);
    const receivedAt = valueAt(messages.times, place);
    const person = valueAt(messages.writers, place);
    const persona = guests.persona(person);
    const record = random.pick(persona.records);
    const present = staff.filter(({ joinedAt }) => joinedAt <= receivedAt);
    const { subject, text, unread, replies } = writeOfflineMessage(
      random,
      { persona, record, receivedAt },
      present,
      now,
    );
    return {
      offlineMessageId: valueAt(messageIds, place),
      visitorId: guests.idOf(person),
      visitorName: record.contact.name,
      visitorEmail: record.contact.email,
      visitorPhone: record.contact.phone,
      subject,
      text,
      receivedAt,
      unread,
      replies,
    };
  }

  const remember = createMemory<Rows<number>>(MAX_REMEMBERED);
  const found = <T>(place: number | undefined, make: (place: number) => T): T | undefined =>
    place === undefined ? undefined : make(place);

  return {
    now,
    account: createLogins(agents),
    agents,
    bots: createBots(chance('bots')),
    chatCount: CHATS,
    visitorCount: PEOPLE,
    offlineMessageCount: OFFLINE_MESSAGES,
    *chatsBetween(from, to) {
      for (let place = firstFrom(times, from), end = firstFrom(times, to); place < end; place += 1) yield chat(place);
    },
    records: {
      chat: (chatId) => found(placeOf(register().chatIds, chatId), chat),
      chats: (choice, order) => {
        const places = remember(JSON.stringify(['chats', choice, order]), () =>
          placesInOrder(choosePlaces(choice, times, outcomes, agents, now), order, register().chatIds),
        );
        return rowsAt(places, chat);
      },
      chatsOf: (visitorId) => {
        const { crowd, guests } = register();
        const person = guests.personOf(visitorId);
        return person === undefined ? [] : Array.from(crowd.chatsOf(person), chat);
      },
      visitor: (visitorId) => found(register().guests.rankOf(visitorId), register().guests.visitor),
      visitors: (order) => {
        const places = remember(`visitors ${order}`, () =>
          placesInOrder(placesBetween(0, PEOPLE), order, register().guests.ids),
        );
        return rowsAt(places, register().guests.visitor);
      },
      offlineMessage: (offlineMessageId) => found(placeOf(register().messageIds, offlineMessageId), offlineMessage),
      offlineMessages: (order) => {
        const places = remember(`offline messages ${order}`, () =>
          placesInOrder(placesBetween(0, OFFLINE_MESSAGES), order, register().messageIds),
        );
        return rowsAt(places, offlineMessage);
      },
    },
  };
}

/** Draws the topic of a request: in the hour after something broke, mostly that. */
function drawTopicAt(random: Random, at: number, workday: Workday | undefined): Topic {
  const incident = workday?.incidentAt ?? Infinity;
  const isAffected = at >= incident && at < incident + HOUR && random.chance(0.6);
  return isAffected ? random.pick(['bug', 'login']) : drawTopic(random);
}
