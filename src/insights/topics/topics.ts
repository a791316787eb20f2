import type { Steps } from '../../model/slices.ts';
import type { Term } from './terms.ts';

/** A term, with others that are said in most of its chats. */
export interface Topic {
  readonly term: Term;
  readonly others: readonly Term[];
}

/** Terms are one topic whose chats are the same to this part of all that have either, or where one's are to this part the other's. */
const SAME_CHATS = 0.4;
const OWN_CHATS = 0.8;

/** Another is told with a term where it is said in at least this part of the term's chats. */
const TOLD_CHATS = 0.5;

/**
 * A term that goes with one topic here and with another there, such as "wrong", is none: of its chats, those that have no topic
 * yet are less than this part of what they are of all chats.
 */
const NEW_CHATS = 0.5;

/** So many of the others are told. */
const MAX_OTHERS = 2;

/**
 * Puts terms that are said in the same chats together, the first of them in front, until there are `most` topics. Left out is
 * what is none of a topic.
 * @param chats the number of places of chats
 */
export function* topicsOf(
  ordered: readonly Term[],
  chats: number,
  most: number,
  isTopic: (term: Term) => boolean,
): Steps<Topic[]> {
  const topics: { readonly term: Term; readonly others: Term[]; readonly isIn: Uint8Array }[] = [];
  const hasTopic = new Uint8Array(chats);
  let left = chats;
  for (const term of ordered) {
    yield;
    const same = topics.find(({ term: first, isIn }) => areTogether(term, first, isIn));
    const isFull = same === undefined ? topics.length === most : same.others.length === MAX_OTHERS;
    if (isFull || !isTopic(term)) continue;
    if (same !== undefined) {
      const isTold = bothOf(term, same.isIn) >= TOLD_CHATS * same.term.chats.length;
      if (isTold && !overlaps([same.term, ...same.others], term)) same.others.push(term);
      continue;
    }
    const own = term.chats.filter((place) => hasTopic[place] === 0);
    if (own.length * chats < NEW_CHATS * left * term.chats.length) continue;
    const isIn = new Uint8Array(chats);
    for (const place of term.chats) isIn[place] = 1;
    for (const place of own) hasTopic[place] = 1;
    left -= own.length;
    topics.push({ term, others: [], isIn });
  }
  return topics;
}

function areTogether({ chats }: Term, first: Term, isIn: Uint8Array): boolean {
  const both = bothOf({ chats }, isIn);
  return both >= SAME_CHATS * (chats.length + first.chats.length - both) || both >= OWN_CHATS * chats.length;
}

function bothOf({ chats }: Pick<Term, 'chats'>, isIn: Uint8Array): number {
  return chats.reduce((both, place) => both + (isIn[place] ?? 0), 0);
}

/** Whether a term has a stem that one of some others shows already. */
function overlaps(others: readonly Term[], { stems }: Term): boolean {
  return others.some((other) => other.stems.some((stem) => stems.includes(stem)));
}
