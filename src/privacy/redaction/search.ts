import type { Steps } from '../../model/slices.ts';
import { eachClass } from './reading/classes.ts';
import type { Effort } from './reading/effort.ts';
import type { Token } from './reading/tokens.ts';
import { Window } from './reading/window.ts';
import type { Finding, Rule } from './rules/rule.ts';

/** The number of tokens that all rules go through in one step. */
const SEGMENT = 512;

/** What rules found, at indexes of tokens, and the index up to which the text was searched. */
export interface Search {
  readonly found: readonly Finding[];
  readonly end: number;
}

/** The indexes of the rules that are asked at each class of tokens. */
export type Asked = ReadonlyMap<string, readonly number[]>;

/** Finds the rules of each class, once for all lists of the same rules. */
export function askedAt(rules: readonly Rule[]): Asked {
  const asked = new Map<string, number[]>();
  for (const [number, { at }] of rules.entries()) {
    for (const name of at) {
      const numbers = asked.get(name);
      if (numbers === undefined) asked.set(name, [number]);
      else numbers.push(number);
    }
  }
  return asked;
}

/**
 * Asks each rule at the tokens of its classes, segment by segment. Within a segment, rules go in their order, and a later rule sees
 * what an earlier one has found. Stops at the segment in which the effort is spent.
 * @param asked what `askedAt` finds in the rules
 * @param isOpen whether a token is to be tried as the beginning of something
 */
export function* search(
  tokens: readonly Token[],
  rules: readonly Rule[],
  asked: Asked,
  effort: Effort,
  isOpen: (index: number) => boolean,
): Steps<Search> {
  const window = yield* Window.over(tokens, effort);
  const found: Finding[] = [];
  /** The places at which each rule is asked in this segment. */
  let placesOf: (number[] | undefined)[] = [];
  /** For each rule, the index behind what it found last. */
  const next: number[] = [];
  let index = 0;
  const see = (name: string) => {
    for (const number of asked.get(name) ?? []) {
      const places = (placesOf[number] ??= []);
      if (places[places.length - 1] !== index) places.push(index);
    }
  };
  for (let start = 0; start < tokens.length; start += SEGMENT) {
    placesOf = [];
    for (index = start; index < Math.min(start + SEGMENT, tokens.length); index += 1) {
      if (isOpen(index)) eachClass(tokens, index, see);
    }
    for (const [number, rule] of rules.entries()) {
      for (const place of placesOf[number] ?? []) {
        if (place < (next[number] ?? 0)) continue;
        window.moveTo(place);
        for (const finding of rule.find(window)) {
          const [from, to] = [place + finding.from, place + finding.to];
          found.push({ ...finding, from, to });
          window.markFound(from, to);
          next[number] = Math.max(next[number] ?? 0, to + 1);
        }
        if (effort.isTurnOver()) yield;
      }
    }
    if (effort.isSpent) return { found, end: start };
    yield;
  }
  return { found, end: tokens.length };
}
