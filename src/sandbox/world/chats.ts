import { known } from '../known.ts';
import type { Arrival } from './arrivals.ts';
import { writeTranscript, type TranscriptPlan } from './transcript.ts';
import type { Outcome } from './serving.ts';
import { oddTexts } from './phrases/oddities.ts';
import { meet, type Persona } from './people/personas.ts';
import type { Random } from './random.ts';
import type { Chat, Message, Visitor, VisitorRecord } from './world-records.ts';

/** An arrival, its outcome, and the person. */
export interface Encounter {
  arrival: Arrival;
  outcome: Outcome;
  persona: Persona;
  record: VisitorRecord;
}

/** Finds out who asked for each chat: people new to the shop's chat, in turn, and people who come back. */
export function assignPersonas(
  random: Random,
  arrivals: readonly Arrival[],
  outcomes: readonly Outcome[],
  personas: readonly Persona[],
): Encounter[] {
  const newcomers = (0.88 * personas.length) / arrivals.length;
  let known = 0;
  return outcomes.flatMap((outcome, index) => {
    const arrival = arrivals[index];
    if (!arrival) return [];
    const isNew = known === 0 || (known < personas.length && random.chance(newcomers));
    if (isNew) known += 1;
    // Whoever was here lately is the likeliest to come back.
    const persona = personas[isNew ? known - 1 : Math.floor(known * (1 - random.next() ** 2))] ?? random.pick(personas);
    meet(persona, arrival.at);
    return [{ arrival, outcome, persona, record: random.pick(persona.records) }];
  });
}

/** The chats of the encounters, with ids that grow with time. */
export function recordChats(
  random: Random,
  seed: number,
  encounters: readonly Encounter[],
  visitors: ReadonlyMap<Persona, Visitor>,
  now: number,
): Chat[] {
  let chatId = 80_412_000;
  return encounters.map((encounter, index) => {
    chatId += random.integer(1, 14);
    const visitorId = visitors.get(encounter.persona)?.visitorId ?? 0;
    return recordChat(encounter, { seed, chatId, index, visitorId, now });
  });
}

/** The facts under which a chat is filed. */
interface Filing {
  seed: number;
  chatId: number;
  /** Its place among all chats. */
  index: number;
  visitorId: number;
  /** A conversation of a few lines. */
  brief?: boolean | undefined;
  /** The end of the world, epoch ms. */
  now: number;
}

/** The chat of an encounter: the same encounter and filing give the same chat. */
export function recordChat(encounter: Encounter, { seed, chatId, index, visitorId, brief, now }: Filing): Chat {
  const { arrival, outcome, persona, record } = encounter;
  const { served, ...facts } = outcome;
  const { contact, whereabouts } = record;
  const oddText = index % 16 === 5 ? oddTexts[Math.floor(index / 16) % oddTexts.length] : undefined;
  const plan: TranscriptPlan = known({
    seed,
    chatId,
    requestedAt: arrival.at,
    startedBy: outcome.startedBy,
    served,
    busy: arrival.lasts !== undefined,
    brief,
    topic: arrival.topic,
    language: persona.place.language,
    visitorName: contact.name,
    city: persona.place.city,
    browser: whereabouts.browser,
    oddText,
    now,
  });
  const ended = served !== undefined && served.endsAt <= now ? served : undefined;
  const chat = known({
    chatId,
    requestedAt: arrival.at,
    ...facts,
    startedAt: served?.startedAt,
    agentId: served?.employee.agent.agentId,
    transferredFrom: served?.first?.agent.agentId,
    endedAt: ended?.endsAt,
    endedBy: ended?.endedBy,
    rating: ended?.rating,
    visitorId,
    visitorName: contact.name,
    visitorEmail: contact.email,
    visitorPhone: contact.phone,
    whereabouts,
  });
  return withMessages(plan, chat);
}

/** Adds messages that are written when they are first read: a large world would take seconds to write at once. */
function withMessages(plan: TranscriptPlan, facts: Omit<Chat, 'messages'>): Chat {
  let messages: Message[] | undefined;
  return {
    ...facts,
    get messages() {
      return (messages ??= writeTranscript(plan));
    },
    set messages(replacement) {
      messages = replacement;
    },
  };
}
