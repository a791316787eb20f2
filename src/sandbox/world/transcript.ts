import type { Outcome, Served } from './serving.ts';
import { handwrite } from './people/handwriting.ts';
import { phrasebooks } from './phrases/languages.ts';
import { type Cast, drawFacts, fill, type Phrasebook, type Topic } from './phrases/phrasebook.ts';
import { type Arrival, drawTopic } from './arrivals.ts';
import type { Language } from './phrases/languages.ts';
import { createRandom, type Random } from './random.ts';
import { MINUTE, SECOND } from './time.ts';
import type { Agent, Message } from './world-records.ts';

/** Everything that decides the words of one chat. */
export interface TranscriptPlan {
  seed: number;
  chatId: number;
  arrival: Arrival;
  outcome: Outcome;
  language: Language;
  visitorName: string;
  city: string;
  browser: string;
  /** Something the visitor pastes. */
  oddText?: string;
  /** The end of the world, epoch ms. */
  now: number;
}

/** Enough for the longest transcript anybody wants to read. */
const MAX_LINES = 190;

type Line = Omit<Message, 'at'>;

/** The manner in which the people of one conversation speak. */
interface Speech {
  random: Random;
  book: Phrasebook;
  /** One of the phrases, if possible one that was not used yet. */
  choose: (phrases: readonly string[]) => string;
  visitor: (phrase: string) => Line;
  agent: (phrase: string) => Line;
}

/** Writes the messages of a chat: the same plan gives the same words and times. */
export function writeTranscript(plan: TranscriptPlan): Message[] {
  const { served } = plan.outcome;
  return served ? writeServed(plan, served) : writeMissed(plan);
}

function writeMissed(plan: TranscriptPlan): Message[] {
  const random = createRandom(plan.seed, 'talk', plan.chatId);
  const speech = begin(plan, random, undefined);
  const lines = [
    ...botGreeting(speech),
    ...(random.chance(0.85) ? [opening(speech, plan.arrival.topic)] : []),
    ...(plan.oddText === undefined ? [] : [speech.visitor(plan.oddText)]),
    ...(random.chance(0.4) ? [speech.visitor(speech.choose(speech.book.nudges))] : []),
    system('No agent was available.'),
  ];
  return spread(lines, plan.arrival.at, plan.arrival.at + random.integer(50, 280) * SECOND, () => 1);
}

function writeServed(plan: TranscriptPlan, { startedAt, endsAt, endedBy, employee, first, rating }: Served): Message[] {
  const random = createRandom(plan.seed, 'talk', plan.chatId);
  const accepting = first ?? employee;
  const speech = begin(plan, random, accepting.agent, employee.agent);
  const { book } = speech;
  const asksFirst = plan.outcome.startedBy === 'visitor' && random.chance(0.75);
  const before = [
    ...(plan.outcome.startedBy === 'visitor' ? botGreeting(speech) : []),
    ...(asksFirst ? [opening(speech, plan.arrival.topic)] : []),
    ...(startedAt - plan.arrival.at > 90 * SECOND ? [speech.visitor(speech.choose(book.nudges))] : []),
  ];

  const head = [
    speech.agent(speech.choose(plan.outcome.startedBy === 'agent' ? book.knocks : book.welcomes)),
    ...(asksFirst ? [] : [opening(speech, plan.arrival.topic)]),
    ...(plan.oddText === undefined ? [] : [speech.visitor(plan.oddText)]),
  ];
  const second = first && begin(plan, random, employee.agent);
  if (second) {
    head.push(
      speech.agent(speech.choose(book.handovers)),
      system(`Chat transferred from ${fullName(accepting.agent)} to ${fullName(employee.agent)}.`),
      second.agent(second.choose(book.takeovers)),
    );
  }

  const ended = endsAt <= plan.now;
  const end = ended ? endsAt : plan.now;
  // Long chats are long because people go away and come back.
  const pace = employee.pace * (plan.arrival.lasts !== undefined ? 1 : 1 + (end - startedAt) / (20 * MINUTE));
  const gap = (line: Line): number => typingTime(random, line, line.author === 'agent' ? pace : 1);
  const answering = second ?? speech;
  const { lines, settled } = discuss(answering, plan.arrival.topic, end - startedAt, pace);
  const tail = ended ? closing(answering, plan.arrival.topic, settled, rating) : [];
  return [
    ...spread(before, plan.arrival.at, startedAt, () => 1),
    { ...system(`${fullName(accepting.agent)} joined the chat.`), at: startedAt },
    ...spread([...head, ...lines, ...tail], startedAt, end, gap),
    ...(ended && endedBy === 'visitor' ? [{ ...system('The visitor left the chat.'), at: end }] : []),
  ];
}

/** A few lines that belong together; settled when the agent has helped. */
interface Exchange {
  lines: Line[];
  settled: boolean;
}

/** As many exchanges as fit into `time` ms. */
function discuss(speech: Speech, topic: Topic, time: number, pace: number): Exchange {
  const discussion: Exchange = { lines: [], settled: false };
  let left = time - 30 * SECOND;
  for (const { lines, settled } of exchanges(speech, topic)) {
    left -= lines.reduce((sum, line) => sum + typingTime(speech.random, line, pace), 0);
    if (left < 0 || discussion.lines.length > MAX_LINES) break;
    discussion.lines.push(...lines);
    discussion.settled = settled;
  }
  return discussion;
}

/** One case after the other, for as long as anybody listens; the visitor has opened the first one already. */
function* exchanges({ random, book, choose, visitor, agent }: Speech, topic: Topic): Generator<Exchange> {
  const maybe = (probability: number, line: () => Line): Line[] => (random.chance(probability) ? [line()] : []);
  let subject = topic;
  for (;;) {
    const { questions, answers, solutions } = book.topics[subject];
    yield {
      lines: [
        agent(choose(questions)),
        visitor(choose(answers)),
        ...maybe(0.4, () => visitor(choose(book.details))),
        agent(choose(book.holding)),
        ...maybe(0.12, () => visitor(choose(book.nudges))),
      ],
      settled: false,
    };
    yield { lines: [agent(choose(solutions))], settled: true };
    yield { lines: [visitor(choose(book.details)), agent(choose(book.followUps))], settled: true };
    subject = drawTopic(random);
    yield { lines: [visitor(choose(book.topics[subject].openings))], settled: false };
  }
}

/** The last words; some visitors leave a message that nobody answers. */
function closing(speech: Speech, topic: Topic, settled: boolean, rating: number | undefined): Line[] {
  const { random, book, choose, visitor, agent } = speech;
  if (random.chance(0.07)) return [visitor(choose(book.details))];
  const solution = settled ? [] : [agent(choose(book.topics[topic].solutions))];
  const unhappy = rating === undefined ? random.chance(0.12) : rating <= 2;
  const last = visitor(choose(unhappy ? book.complaints : book.thanks));
  const farewell = random.chance(0.7) ? [agent(choose(book.farewells))] : [];
  return [...solution, last, ...farewell];
}

function begin(plan: TranscriptPlan, random: Random, agent: Agent | undefined, colleague = agent): Speech {
  const book = phrasebooks[plan.language];
  // Of their own seed: the order number stays the same when a colleague takes over.
  const facts = drawFacts(createRandom(plan.seed, 'facts', plan.chatId), book);
  const agentName = agent ? fullName(agent) : '';
  const cast: Cast = {
    name: plan.visitorName || (book.anonymous ?? ''),
    agent: agent?.firstName ?? '',
    colleague: colleague?.firstName ?? '',
    city: plan.city,
    browser: plan.browser,
  };
  const used = new Set<string>();
  return {
    random,
    book,
    choose: (phrases) => {
      const unused = phrases.filter((phrase) => !used.has(phrase));
      const phrase = random.pick(unused.length > 0 ? unused : phrases);
      used.add(phrase);
      return phrase;
    },
    visitor: (phrase) => ({
      author: 'visitor',
      authorName: plan.visitorName || 'Visitor',
      text: phrase === plan.oddText ? phrase : handwrite(random, fill(phrase, cast, facts)),
      source: { phrase, facts },
    }),
    agent: (phrase) => ({
      author: 'agent',
      authorName: agentName,
      text: fill(phrase, cast, facts),
      source: { phrase, facts },
    }),
  };
}

function opening({ book, choose, visitor }: Speech, topic: Topic): Line {
  return visitor(joinGreeting(choose(book.greetings), choose(book.topics[topic].openings)));
}

/** `Hi` and `my order …` -> `Hi, my order …`; with the punctuation that the two ask for. */
export function joinGreeting(greeting: string, sentence: string): string {
  if (greeting === '' || /[。、]$/u.test(greeting)) return greeting + sentence;
  if (/[.!?]$/u.test(greeting)) return `${greeting} ${sentence}`;
  return /^\p{Ll}/u.test(sentence) ? `${greeting}, ${sentence}` : `${greeting}. ${sentence}`;
}

function botGreeting({ random, book, choose, agent }: Speech): Line[] {
  if (!random.chance(0.7)) return [];
  return [{ ...agent(choose(book.bot)), author: 'bot', authorName: BOT_NAME }];
}

/** The name under which the bot speaks. */
export const BOT_NAME = 'Shop assistant';

function system(text: string): Line {
  return { author: 'system', authorName: 'System', text };
}

function fullName({ firstName, lastName }: Agent): string {
  return `${firstName} ${lastName}`;
}

/** The time it takes to read, think and type, in ms. */
function typingTime(random: Random, line: Line, pace: number): number {
  const characters = Math.min(line.text.length, 300);
  return random.around((14 + characters * 0.45) * SECOND, 0.4) * pace;
}

/** Sets lines between two times, apart from each other as their gaps say. */
function spread(lines: readonly Line[], from: number, to: number, gap: (line: Line) => number): Message[] {
  const gaps = lines.map(gap);
  const total = gaps.reduce((sum, value) => sum + value, 0) * 1.03;
  let passed = 0;
  return lines.map((line, index) => {
    passed += gaps[index] ?? 0;
    return { ...line, at: from + Math.floor(((to - from) * passed) / total) };
  });
}
