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
  /** Beyond chance against the period before, the surest first; undefined where none is compared. */
  readonly changed?: { readonly rising: readonly Topic[]; readonly falling: readonly Topic[]; readonly tested: number };
}

/** More topics that rise or fall are the same few words of everybody. */
const MOST_CHANGED = 100;

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
    const said = yield* byFrequency(terms, spoken, false);
    const topics = yield* topicsOf(
      said.filter(({ count }) => count >= MIN_VISITORS).map(({ term }) => term),
      chats,
      most,
      mayOpen,
    );
    if (!isCompared) return { most: topics };
    const changed = yield* changedTerms(terms, spoken);
    const chanceOf = new Map(changed.map(({ term, chance }) => [term, chance]));
    return {
      most: topics,
      changed: { rising: yield* together(true), falling: yield* together(false), tested: terms.length },
    };

    /** Puts terms that rise, or fall, together; the surest topic first. */
    function* together(rising: boolean): Steps<Topic[]> {
      const own = changed.filter(({ rises }) => rises === rising).map(({ term }) => term);
      const ordered = (yield* byFrequency(own, spoken, !rising)).map(({ term }) => term);
      const families = yield* topicsOf(ordered, chats, MOST_CHANGED, () => true);
      const surest = ({ term, others }: Topic) => Math.min(...[term, ...others].map((one) => chanceOf.get(one) ?? 1));
      return families.sort((one, other) => surest(one) - surest(other)).slice(0, most);
    }
  }
}

/** What is said in the opening of fewer of its chats answers a question of the agent, or passes the time. */
const LEAST_OPENED = 0.5;

/** Whether visitors may come for what a term says: false where it is sure that in most of its chats it comes up only later. */
function mayOpen({ chats, opened }: Term): boolean {
  const [, most] = wilsonInterval({ n: chats.length, agreeing: opened });
  return most >= LEAST_OPENED;
}

/** Terms by the number of chats of a period that they stand for; of as many, phrases before words, then in the order of their texts. */
function* byFrequency(
  terms: readonly Term[],
  spoken: SpokenChats,
  isBefore: boolean,
): Steps<{ readonly term: Term; readonly count: number; readonly weight: number }[]> {
  const counted: { readonly term: Term; readonly count: number; readonly weight: number }[] = [];
  for (const term of terms) {
    let [count, weight] = [0, 0];
    for (const place of term.chats) {
      const chat = spoken.chats[place];
      if (chat?.isBefore !== isBefore) continue;
      count += 1;
      weight += chat.weight;
    }
    counted.push({ term, count, weight });
    yield;
  }
  return yield* sorted(
    counted,
    (one, other) =>
      other.weight - one.weight ||
      other.term.stems.length - one.term.stems.length ||
      (one.term.text < other.term.text ? -1 : 1),
  );
}
