import { textOf } from '../../model/foreign.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import { complains, wants } from './concerns.ts';
import { isFiller } from './commitments.ts';
import { asks, type Said } from './questions.ts';
import { greets, inOne, sentencesOf, wordsOf, type ReadMessage } from './sentences.ts';

/** A sentence that stands for the chat, and whose it is. */
export interface KeySentence extends Said {
  readonly role: 'visitor' | 'agent';
}

/** The fewest words of a sentence that says something by itself. */
const MIN_WORDS = 4;
/** Words of this many letters weigh the most; shorter ones bear grammar more often than a subject. */
const HEAVY_LETTERS = 8;

const FACTUAL = 1.4;
const COURTEOUS = 0.4;
/** What visitors want or miss is what a chat is about. */
const WANTED = 2;
const MISSED = 2;

/** The most bytes of what a visitor says happened together with what is wanted then: as much as is quoted in one piece. */
const JOINED_BYTES = 140;

interface Candidate extends KeySentence {
  readonly place: number;
  readonly words: ReadonlySet<string>;
  /** Whether it opens what an agent says, or greets: mostly a phrase of courtesy. */
  readonly isCourtesy: boolean;
  /** What it says, as a factor of its worth. */
  readonly concern: number;
}

/**
 * Returns the sentences that matter most, at most so many of each party, in the order in which they were said; without those that
 * stand in `shown` already. Extractive and in any language: a word weighs the more the more sentences of the chat have it, a
 * sentence is worth the weight of its words that none of the chosen ones has said, long words weigh more than short ones, names
 * nothing, numbers make it worth more, and courtesy less; of a visitor, what is wanted and what is wrong more; what an agent
 * asks back, or does while the other waits, is none. What a visitor wants stands with the sentence before it, where they are short.
 */
export function* keySentences(
  messages: readonly ReadMessage[],
  roles: readonly Role[],
  shown: readonly string[],
  most: Readonly<Record<KeySentence['role'], number>>,
): Steps<KeySentence[]> {
  const told = new Set(shown.flatMap(sentencesOf));
  const candidates = yield* candidatesIn(messages, roles, told);
  const weights = weightsOf(candidates);
  const open = candidates.filter(({ text }) => !told.has(text));
  const said = new Set([...told].flatMap(wordsOf));
  const chosen: Candidate[] = [];
  const left = { ...most };
  for (;;) {
    let best: Candidate | undefined;
    let highest = 0;
    for (const candidate of open) {
      if (left[candidate.role] === 0) continue;
      const worth = worthOf(candidate, weights, said);
      if (worth > highest) [best, highest] = [candidate, worth];
    }
    if (best === undefined) break;
    chosen.push(best);
    left[best.role] -= 1;
    for (const word of best.words) said.add(word);
  }
  return chosen
    .sort((one, other) => one.place - other.place)
    .map(({ role, text, at, message }) => omitUndefined({ role, text, at, message }));
}

/** Every different sentence of visitor and agents that has enough words. */
function* candidatesIn(
  messages: readonly ReadMessage[],
  roles: readonly Role[],
  told: ReadonlySet<string>,
): Steps<Candidate[]> {
  const authors = new Set(messages.map(({ authorName }) => textOf(authorName) ?? ''));
  const names = new Set<string>();
  for (const author of authors) {
    for (const word of wordsOf(author)) names.add(word);
    yield;
  }
  const candidates = new Map<string, Candidate>();
  const firstOfAgent = roles.indexOf('agent');
  for (const [index, { text: written, at }] of messages.entries()) {
    const role = roles[index];
    if (role !== 'visitor' && role !== 'agent') continue;
    const sentences = sentencesOf(written);
    for (const text of role === 'visitor' ? withWishes(sentences, told) : sentences) {
      const words = new Set(wordsOf(text).filter((word) => /\p{L}/u.test(word) && !names.has(word)));
      if (words.size < MIN_WORDS || candidates.has(text)) continue;
      const isCourtesy = index === firstOfAgent || greets(text);
      const place = candidates.size;
      const concern = concernOf(role, text);
      candidates.set(text, omitUndefined({ role, text, at, message: index, words, place, isCourtesy, concern }));
    }
    yield;
  }
  return [...candidates.values()];
}

/** The sentences of a message, one that wants nothing together with the next that does; those that are told stay as they are. */
function withWishes(sentences: readonly string[], told: ReadonlySet<string>): string[] {
  const pieces: string[] = [];
  let before: string | undefined;
  for (const sentence of sentences) {
    const isOpen = !told.has(sentence);
    const isWish = isOpen && wants(sentence);
    const joined = inOne([before ?? '', sentence]);
    if (isWish && before !== undefined && Buffer.byteLength(joined) <= JOINED_BYTES) pieces.splice(-1, 1, joined);
    else pieces.push(sentence);
    before = isOpen && !isWish ? sentence : undefined;
  }
  return pieces;
}

function concernOf(role: 'visitor' | 'agent', text: string): number {
  if (role === 'agent') return asks(text) || isFiller(text) ? 0 : 1;
  return (wants(text) ? WANTED : 1) * (complains(text) ? MISSED : 1);
}

function weightsOf(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of candidates) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const lengthOf = (word: string): number => Math.min(isDense(word) ? word.length * 3 : word.length, HEAVY_LETTERS);
  return new Map([...counts].map(([word, n]) => [word, Math.log2(1.2 + n) * (lengthOf(word) / HEAVY_LETTERS) ** 2]));
}

/** Chinese characters and kana say more each than letters do. */
function isDense(word: string): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(word);
}

function worthOf(
  { text, words, isCourtesy, concern }: Candidate,
  weights: ReadonlyMap<string, number>,
  said: ReadonlySet<string>,
): number {
  let sum = 0;
  for (const word of words) if (!said.has(word)) sum += weights.get(word) ?? 0;
  // Between the sum, which likes long sentences, and the mean, which likes short ones.
  return (sum / Math.sqrt(words.size)) * (/\d/.test(text) ? FACTUAL : 1) * (isCourtesy ? COURTEOUS : 1) * concern;
}
