import { servedAndEnded } from '../oracle/truth.ts';
import type { Chat, Message, World } from '../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, MINUTE, NOW, smallWorld } from '../mcp/desk.ts';
import { type Asked, type Days, chatsOn, daysOf, wallTime } from '../oracle/calendar.ts';

/** The facts behind the questions: a world, the zone that its people live in, and whom they speak of. */
export interface Facts {
  readonly world: World;
  readonly zone: string;
  readonly now: number;
  /** The day on the wall. */
  readonly today: string;
  daysOf: (asked: Asked) => Days;
  /** The chats requested on the days that are asked for, oldest first. */
  chatsOf: (asked: Asked) => Chat[];
}

/**
 * A small world in which somebody from Oslo wants a refund, a question stayed open, a charger has burned, somebody wrote
 * twice and hinges squeak, and what is true of it.
 */
export function factsOf(seed: number, zone: string): Facts {
  const world = smallWorld(seed);
  tellOfOslo(world);
  tellOfTheLid(world);
  tellOfTheCharger(world);
  tellOfTheResent(world);
  tellOfHinges(world);
  world.offlineMessages.sort((one, other) => one.receivedAt - other.receivedAt);
  const today = wallTime(zone, NOW).day;
  return {
    world,
    zone,
    now: NOW,
    today,
    daysOf: (asked) => daysOf(asked, today),
    chatsOf: (asked) => chatsOn(world.chats, daysOf(asked, today), zone),
  };
}

export const BILLING_PROMISE = 'I will ask our billing and write to you tomorrow.';
export const LID_QUESTION = 'And when will the lid arrive?';

function tellOfTheLid(world: World): void {
  say(first(servedAndEnded(world).filter(({ whereabouts }) => whereabouts.city === 'London')), 'visitor', LID_QUESTION);
}

function tellOfOslo(world: World): void {
  const lately = servedAndEnded(world).slice(-4);
  for (const chat of lately) chat.whereabouts = { ...chat.whereabouts, country: 'Norway', city: 'Oslo' };
  for (const chat of lately.slice(-2)) {
    say(chat, 'visitor', 'In English then: I would like a refund for the lamp, please.');
    say(chat, 'agent', BILLING_PROMISE);
  }
}

/** Adds a last message, by whoever wrote as that party before. */
function say(chat: Chat, author: Message['author'], text: string): void {
  const authorName = first(chat.messages.filter((message) => message.author === author)).authorName;
  chat.messages.push({ author, authorName, text, at: chat.endedAt ?? 0 });
}

export const CHARGER_SUBJECT = 'About the charger I bought';

function tellOfTheCharger(world: World): void {
  const writer = first(world.offlineMessages.slice(-1));
  world.offlineMessages.push({
    ...writer,
    offlineMessageId: writer.offlineMessageId + 7,
    subject: CHARGER_SUBJECT,
    text: 'Good afternoon. The charger caught fire last night beside the bed of our daughter. She was taken to hospital with burns on her hand. Your shop still sells it.',
    receivedAt: world.now - 2 * HOUR,
    unread: true,
    replies: [],
  });
}

export const RESENT = 'Hello, the curtain rail for the bay window';

function tellOfTheResent(world: World): void {
  const writer = first(world.offlineMessages);
  const text = `${RESENT} has come without the brackets that are in the picture. Could you send them to me, please?`;
  for (const [index, ending] of ['', ' Thank you'].entries()) {
    world.offlineMessages.push({
      ...writer,
      offlineMessageId: writer.offlineMessageId + 100_000 + index,
      subject: 'Brackets are missing',
      text: `${text}${ending}`,
      receivedAt: world.now - HOUR + index * MINUTE,
      unread: true,
      replies: [],
    });
  }
}

const OF_HINGES = [
  'The hinge of it squeaks.',
  'Its hinge came loose.',
  'There was one hinge too few in the parcel!',
  'Can I buy a hinge for it?',
  'My son broke the hinge.',
];

/** In the last days every other visitor who writes English speaks of a hinge, and nobody did before. */
function tellOfHinges(world: World): void {
  const lately = servedAndEnded(world).filter(
    ({ requestedAt, whereabouts }) =>
      requestedAt > world.now - 6 * DAY && ['United Kingdom', 'United States'].includes(whereabouts.country),
  );
  for (const [index, { messages }] of lately.entries()) {
    const opening = messages.find(({ author }) => author === 'visitor');
    const answer = messages.findLast(({ author }) => author === 'agent');
    if (index % 2 > 0 || opening === undefined || answer === undefined) continue;
    opening.text = `${opening.text} ${OF_HINGES[index % OF_HINGES.length]}`;
    // What nobody answers is no topic.
    answer.text = `${answer.text} We have another hinge for you.`;
  }
}

/** Whether the visitor of a chat spoke of a hinge. */
export const speaksOfHinge = ({ messages }: Chat): boolean =>
  messages.some(({ author, text }) => author === 'visitor' && /\bhinge\b/.test(text));
