import { wilsonInterval } from '../../figures/statistics/confidence.ts';
import { inSlices, sorted, type Steps } from '../../model/slices.ts';
import { changedTerms } from './changed-terms.ts';
import { Meanings } from './meanings.ts';
import type { SpokenChats } from './spoken-chats.ts';
import { MIN_VISITORS, termsIn, type Term } from './terms.ts';
import { topicsOf, type Topic } from './topics.ts';
import { wordListsOf } from './word-lists.ts';

/** What visitors talk about, by their words. */
export interface FoundTopics {
  /** Those that are said in the most chats of the period first. */
  readonly most: readonly Topic[];
  /** Beyond chance against the period before; undefined where none is compared. */
  readonly changed?: { readonly rising: readonly Topic[]; readonly falling: readonly Topic[]; readonly tested: number };
}

/** Finds what visitors talk about in some chats, at most so many topics of each kind. Throws the reason of an aborted signal. */
export async function foundTopics(
  spoken: SpokenChats,
  most: number,
  isCompared: boolean,
  signal?: AbortSignal,
): Promise<FoundTopics> {
  const lists = await wordListsOf(spoken.languages.keys());
  return inSlices(found(), signal);

  function* found(): Steps<FoundTopics> {
    const terms = yield* termsIn(spoken, yield* Meanings.of(spoken, lists));
    const chats = spoken.chats.length;
    const present = new Map<Term, number>();
    for (const term of terms) {
      present.set(term, term.chats.filter((place) => spoken.chats[place]?.isBefore === false).length);
      yield;
    }
    const said = terms.filter((term) => (present.get(term) ?? 0) >= MIN_VISITORS);
    const ordered = yield* sorted(said, (one, other) => compareTerms(one, other, present));
    const topics = yield* topicsOf(ordered, chats, most, mayOpen);
    if (!isCompared) return { most: topics };
    const { rising, falling, tested } = yield* changedTerms(terms, spoken);
    return {
      most: topics,
      changed: {
        rising: yield* topicsOf(rising, chats, most, () => true),
        falling: yield* topicsOf(falling, chats, most, () => true),
        tested,
      },
    };
  }
}

/** What is said in the opening of fewer of its chats answers a question of the agent, or passes the time. */
const LEAST_OPENED = 0.5;

/** Whether visitors may come for what a term says: false where it is sure that in most of its chats it comes up only later. */
function mayOpen({ chats, opened }: Term): boolean {
  const [, most] = wilsonInterval({ n: chats.length, agreeing: opened });
  return most >= LEAST_OPENED;
}

/** The most chats first; of as many, phrases before words, then in the order of their texts. */
function compareTerms(one: Term, other: Term, present: ReadonlyMap<Term, number>): number {
  return (
    (present.get(other) ?? 0) - (present.get(one) ?? 0) ||
    other.stems.length - one.stems.length ||
    (one.text < other.text ? -1 : 1)
  );
}
