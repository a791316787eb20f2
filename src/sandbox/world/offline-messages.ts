import { drawTopic } from './arrivals.ts';
import { joinGreeting } from './transcript.ts';
import { handwrite } from './people/handwriting.ts';
import { phrasebooks } from './phrases/languages.ts';
import { oddTexts } from './phrases/oddities.ts';
import { type Cast, drawFacts, fill } from './phrases/phrasebook.ts';
import { type Persona, meet } from './people/personas.ts';
import type { Random } from './random.ts';
import type { Employee } from './people/staff.ts';
import { HOUR, hourOfDay, MINUTE } from './time.ts';
import type { OfflineMessage, Reply, VisitorRecord } from './world-records.ts';

/** A message somebody left, before the writer and it have ids. */
export type WrittenMessage = Pick<OfflineMessage, 'subject' | 'text' | 'receivedAt' | 'unread' | 'replies'> & {
  persona: Persona;
  record: VisitorRecord;
};

/** Messages by UTC hour: most are written while nobody is at the desks. */
const hourly = [6, 5, 4, 4, 4, 5, 5, 3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 3, 5, 7, 9, 10, 9, 8];

/** The messages left between `from` and `now`, in time order, with their replies. */
export function drawOfflineMessages(
  random: Random,
  count: number,
  personas: readonly Persona[],
  employees: readonly Employee[],
  from: number,
  now: number,
): WrittenMessage[] {
  const messages: WrittenMessage[] = [];
  while (messages.length < count) {
    const receivedAt = random.integer(from, now - 5 * MINUTE);
    const hour = hourOfDay(receivedAt);
    if (random.chance((hourly[hour] ?? 0) / 10)) {
      const persona = random.pick(personas);
      const record = random.pick(persona.records);
      meet(persona, receivedAt);
      messages.push(writeOfflineMessage(random, { persona, record, receivedAt }, employees, now));
    }
  }
  return messages.sort((a, b) => a.receivedAt - b.receivedAt);
}

/** Writes a message, and the replies of the employees until `now`. */
function writeOfflineMessage(
  random: Random,
  { persona, record, receivedAt }: Pick<WrittenMessage, 'persona' | 'record' | 'receivedAt'>,
  employees: readonly Employee[],
  now: number,
): WrittenMessage {
  const book = phrasebooks[persona.place.language];
  const topic = book.topics[drawTopic(random)];
  const facts = drawFacts(random, book);
  const { name } = record.contact;
  const cast: Cast = {
    name: name || (book.anonymous ?? ''),
    agent: '',
    colleague: '',
    city: persona.place.city,
    browser: record.whereabouts.browser,
  };
  const say = (phrase: string): string => fill(phrase, cast, facts);

  const sentences = [
    handwrite(random, say(joinGreeting(random.pick(book.greetings), random.pick(topic.openings)))),
    ...(random.chance(0.5) ? [handwrite(random, say(random.pick(topic.answers)))] : []),
    ...(random.chance(0.6) ? [handwrite(random, say(random.pick(book.details)))] : []),
    ...(random.chance(0.1) ? [random.pick(oddTexts)] : []),
  ];
  const signature = random.chance(0.6) ? `\n\n${random.pick(book.regards)}\n${name}`.trimEnd() : '';
  const answer = (employee: Employee): string => {
    const speaker: Cast = { ...cast, agent: employee.agent.firstName };
    const help = joinGreeting(random.pick(book.greetings), random.pick(topic.solutions));
    const phrases = [help, random.pick(book.farewells), `\n\n${random.pick(book.regards)}\n{agent}`];
    return fill(phrases.join(' '), speaker, facts);
  };
  const replies = drawReplies(random, employees, answer, receivedAt, now);
  return {
    persona,
    record,
    subject: random.chance(0.05) ? '' : say(random.pick(topic.subjects)),
    text: sentences.join(random.chance(0.3) ? '\n' : ' ') + signature,
    receivedAt,
    unread: drawUnread(random, replies, now - receivedAt),
    replies,
  };
}

/** Draws the replies: within hours, days or never. */
function drawReplies(
  random: Random,
  employees: readonly Employee[],
  answer: (employee: Employee) => string,
  receivedAt: number,
  now: number,
): Reply[] {
  const wanted = random.chance(0.72) ? (random.chance(0.15) ? random.integer(2, 3) : 1) : 0;
  const replies: Reply[] = [];
  let at = receivedAt;
  for (let count = 0; count < wanted; count += 1) {
    at = Math.round(at + random.around(11 * HOUR, 1.1));
    const present = employees.filter(({ leftAt }) => leftAt === undefined || at < leftAt);
    const employee = random.pick(present);
    if (at < now) replies.push({ agentId: employee.agent.agentId, text: answer(employee), at });
  }
  return replies;
}

/** Draws whether a message is unread. Whoever opens it need not answer it, and an answer from elsewhere leaves it unread. */
function drawUnread(random: Random, replies: readonly Reply[], age: number): boolean {
  if (replies.length > 0) return random.chance(0.03);
  return random.chance(age < 12 * HOUR ? 0.9 : 0.45);
}
