import { omitUndefined } from '../omit-undefined.ts';
import type { Arrival } from './arrivals.ts';
import { writeTranscript, type TranscriptPlan } from './transcript.ts';
import type { Outcome } from './serving.ts';
import { oddTexts } from './phrases/oddities.ts';
import { meet, type Persona } from './people/personas.ts';
import type { Random } from './random.ts';
import type { Chat, Message, Visitor, VisitorRecord } from './world-records.ts';

/** An arrival, its outcome, and the person. */
interface Encounter {
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

/** The chats of the encounters, with ids that grow with time: the same encounters give the same chats. */
export function recordChats(
  random: Random,
  seed: number,
  encounters: readonly Encounter[],
  visitors: ReadonlyMap<Persona, Visitor>,
  now: number,
): Chat[] {
  let chatId = 80_412_000;
  return encounters.map(({ arrival, outcome, persona, record }, index) => {
    chatId += random.integer(1, 14);
    const { served, ...facts } = outcome;
    const { contact, whereabouts } = record;
    const plan: TranscriptPlan = omitUndefined({
      seed,
      chatId,
      arrival,
      outcome,
      language: persona.place.language,
      visitorName: contact.name,
      city: persona.place.city,
      browser: whereabouts.browser,
      oddText: index % 16 === 5 ? oddTexts[Math.floor(index / 16) % oddTexts.length] : undefined,
      now,
    });
    const ended = served !== undefined && served.endsAt <= now ? served : undefined;
    const chat = omitUndefined({
      chatId,
      requestedAt: arrival.at,
      ...facts,
      startedAt: served?.startedAt,
      agentId: served?.employee.agent.agentId,
      transferredFrom: served?.first?.agent.agentId,
      endedAt: ended?.endsAt,
      endedBy: ended?.endedBy,
      rating: ended?.rating,
      visitorId: visitors.get(persona)?.visitorId ?? 0,
      visitorName: contact.name,
      visitorEmail: contact.email,
      visitorPhone: contact.phone,
      whereabouts,
    });
    return withMessages(() => writeTranscript(plan), chat);
  });
}

/** What a copy of a chat has instead of the chat's own. */
interface Move {
  /** What is added to its ids. */
  chatIds: number;
  visitorIds: number;
  /** What is added to its times, ms. */
  later: number;
  /** When it ends if it is still running, epoch ms, before it is moved; not given, it keeps running. */
  end: number | undefined;
}

/** The same chat at another time, of a visitor with another id. */
export function moveChat(chat: Chat, { chatIds, visitorIds, later, end }: Move): Chat {
  const at = (time: number | undefined): number | undefined => (time === undefined ? undefined : time + later);
  const isRunning = !chat.missed && chat.endedAt === undefined;
  const facts = omitUndefined({
    chatId: chat.chatId + chatIds,
    requestedAt: chat.requestedAt + later,
    missed: chat.missed,
    startedBy: chat.startedBy,
    transferred: chat.transferred,
    startedAt: at(chat.startedAt),
    agentId: chat.agentId,
    transferredFrom: chat.transferredFrom,
    endedAt: at(isRunning ? end : chat.endedAt),
    endedBy: isRunning && end !== undefined ? 'visitor' : chat.endedBy,
    rating: chat.rating,
    visitorId: chat.visitorId + visitorIds,
    visitorName: chat.visitorName,
    visitorEmail: chat.visitorEmail,
    visitorPhone: chat.visitorPhone,
    whereabouts: chat.whereabouts,
  });
  return withMessages(() => chat.messages.map((message) => ({ ...message, at: message.at + later })), facts);
}

/** Adds messages that are written when they are first read: all of a world would take seconds to write at once. */
function withMessages(write: () => Message[], facts: Omit<Chat, 'messages'>): Chat {
  let messages: Message[] | undefined;
  return {
    ...facts,
    get messages() {
      return (messages ??= write());
    },
    set messages(replacement) {
      messages = replacement;
    },
  };
}
