import { known } from '../../model/known.ts';
import type { ChatMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import type { Said } from './questions.ts';
import { greets, sentencesOf, wordsOf } from './sentences.ts';

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

interface Candidate extends KeySentence {
  readonly place: number;
  readonly words: ReadonlySet<string>;
  /** Whether it opens what an agent says, or greets: mostly a phrase of courtesy. */
  readonly isCourtesy: boolean;
}

/**
 * Returns at most `count` sentences that matter most, in the order in which they were said; without those that stand in `shown`
 * already. Extractive and in any language: a word weighs the more the more sentences of the chat have it, a sentence is worth
 * the weight of its words that none of the chosen ones has said, long words weigh more than short ones, names nothing, numbers
 * make it worth more, and courtesy less.
 */
export function* keySentences(
  messages: readonly ChatMessage[],
  roles: readonly Role[],
  shown: readonly string[],
  count: number,
): Steps<KeySentence[]> {
  const candidates = yield* candidatesIn(messages, roles);
  const weights = weightsOf(candidates);
  const told = new Set(shown.flatMap(sentencesOf));
  const open = candidates.filter(({ text }) => !told.has(text));
  const said = new Set([...told].flatMap(wordsOf));
  const chosen: Candidate[] = [];
  while (chosen.length < count) {
    let best: Candidate | undefined;
    let most = 0;
    for (const candidate of open) {
      const worth = worthOf(candidate, weights, said);
      if (worth > most) [best, most] = [candidate, worth];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const word of best.words) said.add(word);
  }
  return chosen
    .sort((one, other) => one.place - other.place)
    .map(({ role, text, at, message }) => known({ role, text, at, message }));
}

/** Every different sentence of visitor and agents that has enough words. */
function* candidatesIn(messages: readonly ChatMessage[], roles: readonly Role[]): Steps<Candidate[]> {
  const authors = new Set(messages.map(({ authorName = '' }) => authorName));
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
    for (const text of sentencesOf(written)) {
      const words = new Set(wordsOf(text).filter((word) => /\p{L}/u.test(word) && !names.has(word)));
      if (words.size < MIN_WORDS || candidates.has(text)) continue;
      const isCourtesy = index === firstOfAgent || greets(text);
      candidates.set(text, known({ role, text, at, message: index, words, place: candidates.size, isCourtesy }));
    }
    yield;
  }
  return [...candidates.values()];
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
  { text, words, isCourtesy }: Candidate,
  weights: ReadonlyMap<string, number>,
  said: ReadonlySet<string>,
): number {
  let sum = 0;
  for (const word of words) if (!said.has(word)) sum += weights.get(word) ?? 0;
  // Between the sum, which likes long sentences, and the mean, which likes short ones.
  return (sum / Math.sqrt(words.size)) * (/\d/.test(text) ? FACTUAL : 1) * (isCourtesy ? COURTEOUS : 1);
}
