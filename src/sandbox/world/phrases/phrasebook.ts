import { z } from 'zod';
import type { Random } from '../random.ts';

export const TOPICS = ['delivery', 'refund', 'invoice', 'login', 'bug', 'cancellation'] as const;
export type Topic = (typeof TOPICS)[number];

const phrases = z.array(z.string()).min(1);

/** The phrases about one topic, in the order in which a conversation goes. */
const TopicPhrases = z.strictObject({
  subjects: phrases,
  /** The visitor: what is wrong. */
  openings: phrases,
  /** The agent asks. */
  questions: phrases,
  /** The visitor answers. */
  answers: phrases,
  /** The agent: what was found, and what happens now. */
  solutions: phrases,
});

/** The phrases of people at a shop's chat in one language. Words in braces are slots; see `fill`. */
export const Phrasebook = z.strictObject({
  items: phrases,
  /** The word for a person whose name is not known, where there is such a word. */
  anonymous: z.string().optional(),
  greetings: phrases,
  /** The visitor, going on about anything. */
  details: phrases,
  /** The visitor, while waiting. */
  nudges: phrases,
  thanks: phrases,
  complaints: phrases,
  bot: phrases,
  /** The agent's first words. */
  welcomes: phrases,
  /** The agent speaks first to a visitor who did not ask. */
  knocks: phrases,
  /** The agent, while looking. */
  holding: phrases,
  /** The agent, to keep the talk going. */
  followUps: phrases,
  handovers: phrases,
  takeovers: phrases,
  farewells: phrases,
  /** Closing line of a written message, and of a written reply. */
  regards: phrases,
  topics: z.record(z.enum(TOPICS), TopicPhrases),
});
export type Phrasebook = z.infer<typeof Phrasebook>;

/** The names of those who talk, for the slots `{name}`, `{agent}`, `{colleague}`, `{city}` and `{browser}`. */
export interface Cast {
  name: string;
  agent: string;
  colleague: string;
  city: string;
  browser: string;
}

/** The facts of one case, for the remaining slots; the same throughout a conversation. */
export type Facts = Readonly<Record<'order' | 'invoice' | 'tracking' | 'item' | 'amount' | 'days' | 'time', string>>;

/** Draws the facts of one case. */
export function drawFacts(random: Random, book: Phrasebook): Facts {
  return {
    order: `BW-${random.integer(100_000, 999_999)}`,
    invoice: `R${random.integer(2024, 2026)}-${String(random.integer(1, 99_999)).padStart(5, '0')}`,
    tracking: `${random.pick(['EX', 'QP', 'LN'])}${random.integer(10_000_000, 99_999_999)}`,
    item: random.pick(book.items),
    amount: `${random.integer(4, 480)}.${random.pick(['00', '50', '90', '95', '99'])}`,
    days: String(random.integer(2, 14)),
    time: `${random.integer(7, 22)}:${String(random.integer(0, 59)).padStart(2, '0')}`,
  };
}

/** Puts the cast and the facts into the slots of a phrase. */
export function fill(phrase: string, cast: Cast, facts: Facts): string {
  const slots: Readonly<Record<string, string>> = { ...cast, ...facts };
  return phrase
    .replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
    .replaceAll(/ +([,.!?])/g, '$1')
    .trim();
}
