import type { Steps } from '../../model/slices.ts';
import { CHAT, STOP, type Meanings } from './meanings.ts';
import { MESSAGE, visitorOf, type ChatWords, type SpokenChats } from './spoken-chats.ts';

/** A word or a phrase that visitors said. */
export interface Term {
  /** As it was written most. */
  readonly text: string;
  /** The numbers of its stems, of a word one. */
  readonly stems: readonly number[];
  /** The places of the chats in which a visitor said it, in order. */
  readonly chats: readonly number[];
  /** In how many of them it stood in the visitor's opening words. */
  readonly opened: number;
}

/** What fewer visitors say is nobody's topic but theirs. */
export const MIN_VISITORS = 3;

/** Words that stand between two others in a phrase: mot de passe, terms of the contract. */
const MAX_STOPS = 2;

/** The opening of a chat is what its visitor wrote until there are so many words of meaning: greetings are none. */
const OPENING = 2;

const UNWRITTEN = { text: '', opened: 0 };

/** Two words are a phrase where they go together in this share of the chats that have the rarer one. */
const PHRASE_SHARE = 0.5;

/** A part of a phrase is no term of its own where it goes with one in this share of its chats. */
const PART_SHARE = 0.7;

/** The words of a chat that have a stem, with the number of words between each and the one before. */
interface Reading {
  readonly stems: Int32Array;
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  /** Whether the one before may stand in a phrase with it. */
  readonly isJoined: Uint8Array;
  /** How many of them are of the visitor's opening. */
  readonly opening: number;
}

/** Finds the words and phrases that at least MIN_VISITORS visitors said, without the parts of phrases. */
export function* termsIn(spoken: SpokenChats, meanings: Meanings): Steps<Term[]> {
  const readings: Reading[] = [];
  for (const chat of spoken.chats) {
    readings.push(readingOf(chat, spoken, meanings));
    yield;
  }
  const words = yield* wordsSaid(spoken, readings);
  const pairs = yield* runsOf(2, words, spoken, readings, (key, chats) => {
    const [one, other] = stemsOf(key).map((stem) => words.get(stem)?.length ?? 0);
    return chats.length >= PHRASE_SHARE * Math.min(one ?? 0, other ?? 0);
  });
  const threes = yield* runsOf(3, words, spoken, readings, (key, chats) => {
    const [one = 0, two = 0, three = 0] = stemsOf(key);
    const [first, last] = [pairs.get(keyOf([one, two])), pairs.get(keyOf([two, three]))];
    if (first === undefined || last === undefined) return false;
    return chats.length >= PART_SHARE * Math.min(first.length, last.length);
  });
  const phrases = new Map([...withoutParts(pairs, threes), ...threes]);
  const alone = withoutParts(new Map([...words].map(([stem, chats]) => [keyOf([stem]), chats])), phrases);
  const found = new Map([...phrases, ...alone]);
  const written = yield* writtenMost(found, spoken, readings);
  return [...found].map(([key, chats]) => ({ stems: stemsOf(key), chats, ...(written.get(key) ?? UNWRITTEN) }));
}

function keyOf(stems: readonly number[]): string {
  return stems.join(' ');
}

function stemsOf(key: string): number[] {
  return key.split(' ').map(Number);
}

function readingOf(chat: ChatWords, { lowerOf }: SpokenChats, meanings: Meanings): Reading {
  const { said } = chat;
  const [stems, begins, ends, joined]: number[][] = [[], [], [], []];
  let stops = Number.POSITIVE_INFINITY;
  let opening = Number.POSITIVE_INFINITY;
  for (let place = 0; place < said.length; place += 1) {
    const number = said[place] ?? MESSAGE;
    if (number === MESSAGE && (stems?.length ?? 0) >= OPENING) opening = Math.min(opening, stems?.length ?? 0);
    const stem = number < 0 ? CHAT : meanings.of(lowerOf[number >> 1] ?? 0, chat);
    if (stem === CHAT) stops = Number.POSITIVE_INFINITY;
    else if (stem === STOP) stops += 1;
    else {
      stems?.push(stem);
      begins?.push(place);
      ends?.push(place + 1);
      joined?.push(stops <= MAX_STOPS ? 1 : 0);
      stops = 0;
    }
  }
  return {
    stems: Int32Array.from(stems ?? []),
    begins: Int32Array.from(begins ?? []),
    ends: Int32Array.from(ends ?? []),
    isJoined: Uint8Array.from(joined ?? []),
    opening,
  };
}

/** Whether so many different visitors are among some chats. */
function areOfSeveral(chats: readonly number[], spoken: SpokenChats): boolean {
  const visitors = new Set<number>();
  for (const place of chats) {
    const chat = spoken.chats[place];
    if (chat !== undefined) visitors.add(visitorOf(chat));
    if (visitors.size >= MIN_VISITORS) return true;
  }
  return false;
}

/** The chats of each stem that several visitors said. */
function* wordsSaid(spoken: SpokenChats, readings: readonly Reading[]): Steps<Map<number, number[]>> {
  const said = new Map<number, number[]>();
  for (const [place, { stems }] of readings.entries()) {
    for (const stem of new Set(stems)) {
      const chats = said.get(stem);
      if (chats === undefined) said.set(stem, [place]);
      else chats.push(place);
    }
    yield;
  }
  for (const [stem, chats] of said) {
    if (chats.length < MIN_VISITORS || !areOfSeveral(chats, spoken)) said.delete(stem);
    yield;
  }
  return said;
}

/** The chats of each run of so many words that may be a phrase, and is one. */
function* runsOf(
  length: number,
  words: ReadonlyMap<number, unknown>,
  spoken: SpokenChats,
  readings: readonly Reading[],
  isPhrase: (key: string, chats: readonly number[]) => boolean,
): Steps<Map<string, number[]>> {
  const runs = new Map<string, number[]>();
  for (const [place, reading] of readings.entries()) {
    for (const { key } of runsIn(reading, length, words)) {
      const chats = runs.get(key);
      if (chats === undefined) runs.set(key, [place]);
      else if (chats.at(-1) !== place) chats.push(place);
    }
    yield;
  }
  for (const [key, chats] of runs) {
    if (chats.length < MIN_VISITORS || !isPhrase(key, chats) || !areOfSeveral(chats, spoken)) runs.delete(key);
    yield;
  }
  return runs;
}

function* runsIn({ stems, isJoined }: Reading, length: number, words: ReadonlyMap<number, unknown>) {
  for (let first = 0; first + length <= stems.length; first += 1) {
    const run = stems.subarray(first, first + length);
    const isRun = isJoined.subarray(first + 1, first + length).every((joined) => joined === 1);
    if (isRun && run.every((stem) => words.has(stem)) && new Set(run).size === length)
      yield { key: run.join(' '), first };
  }
}

/** Those of some runs that do not nearly always go with a longer one. */
function withoutParts(
  parts: ReadonlyMap<string, number[]>,
  longer: ReadonlyMap<string, number[]>,
): Map<string, number[]> {
  const most = new Map<string, number>();
  for (const [key, chats] of longer) {
    const stems = stemsOf(key);
    for (let first = 0; first < stems.length; first += 1) {
      for (let end = first + 1; end <= stems.length; end += 1) {
        const part = keyOf(stems.slice(first, end));
        if (part !== key) most.set(part, Math.max(most.get(part) ?? 0, chats.length));
      }
    }
  }
  return new Map([...parts].filter(([key, chats]) => (most.get(key) ?? 0) < PART_SHARE * chats.length));
}

/** How each term was written in most chats, and in how many it stood in the opening. */
function* writtenMost(
  found: ReadonlyMap<string, unknown>,
  spoken: SpokenChats,
  readings: readonly Reading[],
): Steps<Map<string, Pick<Term, 'text' | 'opened'>>> {
  const written = new Map<string, Map<string, number>>();
  const opened = new Map<string, number>();
  for (const [place, reading] of readings.entries()) {
    const inChat = new Map<string, string>();
    for (const length of [1, 2, 3]) {
      for (let first = 0; first + length <= reading.stems.length; first += 1) {
        const key = reading.stems.subarray(first, first + length).join(' ');
        const isRun = reading.isJoined.subarray(first + 1, first + length).every((joined) => joined === 1);
        if (!isRun || !found.has(key) || inChat.has(key)) continue;
        inChat.set(key, textOf(place, reading, first, length, spoken));
        if (first < reading.opening) opened.set(key, (opened.get(key) ?? 0) + 1);
      }
    }
    for (const [key, text] of inChat) {
      const texts = written.get(key) ?? new Map<string, number>();
      written.set(key, texts.set(text, (texts.get(text) ?? 0) + 1));
    }
    yield;
  }
  return new Map([...written].map(([key, texts]) => [key, { text: mostOf(texts), opened: opened.get(key) ?? 0 }]));
}

function textOf(
  place: number,
  { begins, ends }: Reading,
  first: number,
  length: number,
  { chats, written }: SpokenChats,
): string {
  const said = chats[place]?.said.subarray(begins[first], ends[first + length - 1]) ?? [];
  return [...said]
    .map((number, index) => (index === 0 || number % 2 === 1 ? '' : ' ') + (written[number >> 1] ?? ''))
    .join('');
}

/** The text with the highest count; of equal ones that in lower case, then the first in order. */
function mostOf(texts: ReadonlyMap<string, number>): string {
  const isLower = (text: string): number => (text === text.toLowerCase() ? 1 : 0);
  const [best] = [...texts].sort(
    ([one, count], [other, counted]) => counted - count || isLower(other) - isLower(one) || (one < other ? -1 : 1),
  );
  return best?.[0] ?? '';
}
