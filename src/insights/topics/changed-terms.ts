import type { Steps } from '../../model/slices.ts';
import { chanceLimit, ExactTest, type Marked } from './exact-test.ts';
import { visitorOf, type SpokenChats } from './spoken-chats.ts';
import type { Term } from './terms.ts';

/** A term that more, or fewer, chats have than in the period before, beyond chance. */
export interface ChangedTerm {
  readonly term: Term;
  readonly rises: boolean;
  readonly chance: number;
}

/** How many changes chance alone may name in an answer, on average. */
const RISK = 0.15;
/** A smaller change is none that anybody asks about, however sure it is. */
const LEAST_CHANGE = 1.3;
/** Fewer chats tell nothing, as one visitor's many chats do. */
const LEAST_CHATS = 4;

/**
 * The terms whose share of chats changed beyond chance, of all that several visitors said. Chats that were drawn at random stand
 * for those that were not read; how many chats a share is worth as evidence depends on how much visitors repeat themselves,
 * so nobody makes a rise alone.
 */
export function* changedTerms(terms: readonly Term[], spoken: SpokenChats): Steps<ChangedTerm[]> {
  const now = chatsOf(spoken, false);
  const before = chatsOf(spoken, true);
  const test = new ExactTest(spoken.chats.length + 2);
  const tested: ChangedTerm[] = [];
  const least: number[] = [];
  for (const term of terms) {
    yield;
    if (term.chats.length < LEAST_CHATS) continue;
    const [share, shareBefore] = [now.shareOf(term), before.shareOf(term)];
    const repeats = Math.max(1, repetitionOf(term, spoken, { share, shareBefore }));
    const [of, ofBefore] = [Math.round(now.size / repeats), Math.round(before.size / repeats)];
    const [own, ownBefore] = [Math.round(share * of), Math.round(shareBefore * ofBefore)];
    const rise: Marked = { own, of, other: ownBefore, ofOther: ofBefore };
    const fall: Marked = { own: ownBefore, of: ofBefore, other: own, ofOther: of };
    const rises = share > shareBefore;
    least.push(twice(Math.min(test.leastChanceOf(rise), test.leastChanceOf(fall))));
    if (Math.max(share, shareBefore) < LEAST_CHANGE * Math.min(share, shareBefore)) continue;
    tested.push({ term, rises, chance: twice(test.chanceOf(rises ? rise : fall)) });
  }
  const limit = chanceLimit(least, RISK);
  return tested.filter(({ chance }) => chance <= limit);
}

/** A change may be one up or one down. */
function twice(chance: number): number {
  return Math.min(1, 2 * chance);
}

/** The chats of a period by what they stand for. */
export interface WeighedChats {
  /** As many chats of equal weight would say as much (Kish). */
  readonly size: number;
  /** The share of the chats of the period that have a term. */
  readonly shareOf: (term: Pick<Term, 'chats'>) => number;
}

/** Weighs the chats of one period. */
export function chatsOf({ chats }: SpokenChats, isBefore: boolean): WeighedChats {
  const weightAt = (place: number) => {
    const chat = chats[place];
    return chat?.isBefore === isBefore ? chat.weight : 0;
  };
  let [total, squares] = [0, 0];
  for (const place of chats.keys()) {
    total += weightAt(place);
    squares += weightAt(place) ** 2;
  }
  return {
    size: squares === 0 ? 0 : total ** 2 / squares,
    shareOf: (term) => (total === 0 ? 0 : term.chats.reduce((sum, place) => sum + weightAt(place), 0) / total),
  };
}

/**
 * How many times the variance of independent chats the share of a term has, as visitors repeat themselves (a design effect).
 * Visitors who never say it add to both what they add to independent chats: only those who do can repeat themselves.
 */
function repetitionOf(
  { chats }: Term,
  spoken: SpokenChats,
  { share, shareBefore }: { readonly share: number; readonly shareBefore: number },
): number {
  const sums = { now: new Map<number, number>(), before: new Map<number, number>() };
  let independent = 0;
  for (const place of chats) {
    const chat = spoken.chats[place];
    if (chat === undefined) continue;
    const own = sums[chat.isBefore ? 'before' : 'now'];
    const influence = chat.weight * (1 - (chat.isBefore ? shareBefore : share));
    const visitor = visitorOf(chat);
    own.set(visitor, (own.get(visitor) ?? 0) + influence);
    independent += influence ** 2;
  }
  if (independent === 0) return 1;
  return [...sums.now.values(), ...sums.before.values()].reduce((sum, one) => sum + one ** 2, 0) / independent;
}
