import type { Steps } from '../../../model/slices.ts';
import { each, type Token } from './tokens.ts';
import type { Role } from './vocabulary.ts';

/** What a text speaks of: groups of roles whose nearest word matters to rules. */
const TOPICS = {
  password: ['password', 'key', 'short'],
  login: ['login', 'entering', 'changed', 'access'],
  code: ['code'],
  weakCode: ['weakCode'],
  digits: ['digits'],
  back: ['back'],
  card: ['card'],
  lock: ['lock'],
  entering: ['entering'],
  message: ['message'],
  other: ['count', 'counted', 'notCode', 'phone', 'amount'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Topic = keyof typeof TOPICS;
const TOPICS_OF = Map.groupBy(
  Object.entries(TOPICS).flatMap(([topic, roles]) => roles.map((role): [Role, string] => [role, topic])),
  ([role]) => role,
);

const NONE: readonly number[] = [];

/** Where the words of each topic stand in a text. */
export class Topics {
  readonly #places: ReadonlyMap<string, readonly number[]>;

  private constructor(places: ReadonlyMap<string, readonly number[]>) {
    this.#places = places;
  }

  /** Notes the words of some tokens, in steps. */
  static *of(tokens: readonly Token[]): Steps<Topics> {
    const places = new Map<string, number[]>();
    yield* each(tokens, ({ roles }, index) => {
      for (const role of roles) {
        for (const [, topic] of TOPICS_OF.get(role) ?? []) {
          const known = places.get(topic);
          if (known === undefined) places.set(topic, [index]);
          else if (known.at(-1) !== index) known.push(index);
        }
      }
    });
    return new Topics(places);
  }

  /** The index of the nearest word of a topic before a token; -1 for none. */
  before(topic: Topic, index: number): number {
    const places = this.#places.get(topic) ?? NONE;
    return places[firstFrom(places, index) - 1] ?? -1;
  }

  /** The index of the nearest word of a topic behind a token; -1 for none. */
  behind(topic: Topic, index: number): number {
    const places = this.#places.get(topic) ?? NONE;
    return places[firstFrom(places, index + 1)] ?? -1;
  }
}

/** The place in a sorted list of the first number that is not below another. */
function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
