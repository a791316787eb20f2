import type { Steps } from '../../model/slices.ts';
import { chanceLimit, ExactTest, type Marked } from './chance.ts';
import { visitorOf, type SpokenChats } from './spoken-chats.ts';
import type { Term } from './terms.ts';

/** The terms that more, or fewer, visitors said than in the period before, beyond what chance does. */
export interface ChangedTerms {
  /** The surest first. */
  readonly rising: readonly Term[];
  readonly falling: readonly Term[];
  readonly tested: number;
}

/**
 * Tests each term for a change of the share of visitors who said it. Each visitor counts once a period, however many chats
 * they began: nobody makes a rise alone.
 */
export function* changedTerms(terms: readonly Term[], spoken: SpokenChats): Steps<ChangedTerms> {
  const counts = yield* visitorCounts(terms, spoken);
  const all = visitorsOf(spoken, spoken.chats.keys());
  const test = new ExactTest(all.here, all.there);
  const limit = chanceLimit(counts.map((one) => test.leastChanceOf(one.here + one.there)));
  const changed: { readonly term: Term; readonly chance: number; readonly rises: boolean }[] = [];
  for (const [index, term] of terms.entries()) {
    const { here, there } = counts[index] ?? { here: 0, there: 0 };
    const chance = test.chanceOf({ here, there });
    if (chance <= limit) changed.push({ term, chance, rises: here * all.there > there * all.here });
    yield;
  }
  changed.sort((one, other) => one.chance - other.chance || other.term.chats.length - one.term.chats.length);
  return {
    rising: changed.filter(({ rises }) => rises).map(({ term }) => term),
    falling: changed.filter(({ rises }) => !rises).map(({ term }) => term),
    tested: terms.length,
  };
}

function* visitorCounts(terms: readonly Term[], spoken: SpokenChats): Steps<Marked[]> {
  const counts: Marked[] = [];
  for (const { chats } of terms) {
    counts.push(visitorsOf(spoken, chats));
    yield;
  }
  return counts;
}

/** The different visitors of some chats, in each period. */
function visitorsOf({ chats }: SpokenChats, places: Iterable<number>): Marked {
  const [here, there] = [new Set<number>(), new Set<number>()];
  for (const place of places) {
    const chat = chats[place];
    if (chat !== undefined) (chat.isBefore ? there : here).add(visitorOf(chat));
  }
  return { here: here.size, there: there.size };
}
