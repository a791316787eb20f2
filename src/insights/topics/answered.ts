import type { SpokenChats } from './spoken-chats.ts';
import type { Term } from './terms.ts';

/** Of fewer chats with answers nothing is told. */
const MIN_ANSWERED = 20;

/** The chance that is taken of a word that changes nothing being taken for one that does. */
const RISK = 0.05;

/**
 * Tells whether agents answer otherwise where a term was said: whether one of their words is said more in these chats than
 * chance does. What changes no answer is how people talk, such as greetings, excuses and small talk. Compared are chats of one
 * language; where these are few, a term counts as answered.
 */
export class Answered {
  readonly #spoken: SpokenChats;
  /** For each language its chats, and in how many of them agents said each word. */
  readonly #usual = new Map<
    string | undefined,
    { readonly chats: number; readonly words: Uint32Array; readonly different: number }
  >();
  readonly #counts: Uint32Array;

  constructor(spoken: SpokenChats) {
    this.#spoken = spoken;
    this.#counts = new Uint32Array(spoken.lower.length);
  }

  has({ chats }: Term): boolean {
    const { chats: all } = this.#spoken;
    const language = mostFrequent(chats.map((place) => all[place]?.language));
    const usual = this.#usualOf(language);
    if (usual.chats < MIN_ANSWERED) return true;
    const own = chats.flatMap((place) => {
      const chat = all[place];
      return chat !== undefined && chat.language === language && chat.heard.length > 0 ? [chat.heard] : [];
    });
    const counts = this.#counts;
    for (const heard of own) for (const word of heard) counts[word] = (counts[word] ?? 0) + 1;
    // The chance of one word is at most e to the minus half of G (Chernoff), and there are many words.
    const limit = 2 * Math.log(usual.different / RISK);
    let isAnswered = false;
    for (const heard of own) {
      for (const word of heard) {
        const both = counts[word] ?? 0;
        counts[word] = 0;
        isAnswered ||= both > 1 && likelihoodRatio(both, own.length, usual.words[word] ?? 0, usual.chats) > limit;
      }
    }
    return isAnswered;
  }

  #usualOf(language: string | undefined) {
    const known = this.#usual.get(language);
    if (known !== undefined) return known;
    const words = new Uint32Array(this.#spoken.lower.length);
    let [chats, different] = [0, 0];
    for (const chat of this.#spoken.chats) {
      if (chat.language !== language || chat.heard.length === 0) continue;
      chats += 1;
      for (const word of chat.heard) {
        words[word] = (words[word] ?? 0) + 1;
        if (words[word] === 2) different += 1;
      }
    }
    const usual = { chats, words, different };
    this.#usual.set(language, usual);
    return usual;
  }
}

/** G of `both` among `own`, where `marked` of `all` are usual: 0 where they are no more than that. */
function likelihoodRatio(both: number, own: number, marked: number, all: number): number {
  if (both * all <= own * marked) return 0;
  const share = marked / all;
  const part = (count: number, expected: number): number => (count === 0 ? 0 : count * Math.log(count / expected));
  return 2 * (part(both, own * share) + part(own - both, own * (1 - share)));
}

function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
