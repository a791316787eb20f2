import { hasCheckDigit, isArticle, lengthsOfCards } from './issuers.ts';
import {
  calledBehind,
  isBeginningOfIdentifier,
  isCounted,
  isRestOfIdentifier,
  speaksBefore,
  speaksBehind,
} from '../reading/surroundings.ts';
import type { Window } from '../reading/window.ts';
import type { Finding, Rule } from './rule.ts';

const MAX_DIGITS = 19;
/** The reach of a word that says what the number is, in characters. */
const CONTEXT = 64;
const CONTEXT_BEHIND = 40;

/** Almost any sign may stand between the groups of a card. */
const GAP = /^[ \-.,/_*:;|·•‧∙~+'’\\()[\]\t\n]*$/;
/** Between the groups of a number, and between nothing else. */
const PLAIN_GAP = /^[ .-]+$/;
/** Groups as they are printed: any other sign between them parts numbers as well. */
const AS_PRINTED = /^(?:4-4-4-4|4-6-[45])$/;
const LINE_END = /^ ?\n ?$/;

/** Digits of groups from the one of this token on. */
interface Stretch {
  readonly digits: string;
  readonly sizes: readonly number[];
  readonly gaps: readonly string[];
  /** The offset of the last token, and of the group behind. */
  readonly to: number;
  readonly next: number;
  readonly isSpelled: boolean;
}

/** Yields the groups from one on, one more each time. */
function* stretches(window: Window, first = 0): Generator<Stretch> {
  let digits = '';
  const sizes: number[] = [];
  const gaps: string[] = [];
  let repeat = 1;
  for (let offset = first; digits.length <= MAX_DIGITS; offset += 1) {
    const group = window.group(offset);
    if (group === undefined) return;
    const { isSpelled, gap, last } = group;
    if (offset > first) {
      if (gap === undefined || !GAP.test(gap) || isSpelled !== window.group(first)?.isSpelled) return;
      if (gap !== '' || isSpelled) gaps.push(gap);
    }
    const isRepetition = group.digits.startsWith('×');
    if (isRepetition && repeat > 1) return;
    if (isRepetition) repeat = Number(group.digits.slice(1));
    else {
      digits += group.digits.repeat(repeat);
      sizes.push(group.digits.length * repeat);
      repeat = 1;
      yield { digits, sizes, gaps, to: last - window.place, next: offset + 1, isSpelled };
    }
  }
}

/**
 * Payment cards: of an issuer's range, of its length, with the check digit. Such a number is a card unless it is called that of an
 * order, a parcel or the like, and nothing near speaks of paying.
 */
function cardAt(window: Window): Finding[] {
  if (window.group(0)?.first !== window.place || isReadOut(window)) return [];
  let found: Finding[] = [];
  let lengths: readonly number[] | undefined;
  for (const stretch of stretches(window)) {
    const { digits, to } = stretch;
    if (digits.length >= 6) lengths ??= lengthsOfCards(digits);
    if (lengths?.length === 0) return [];
    if (lengths?.includes(digits.length) === true && isCard(window, stretch))
      found = [{ kind: 'card', from: 0, to, value: digits }];
  }
  return found;
}

/** Within digits that are read out one by one: only their first one begins a number. */
function isReadOut(window: Window): boolean {
  const [own, previous] = [window.group(0), window.group(-1)];
  return own?.gap !== undefined && own.digits.length === 1 && previous?.digits.length === 1;
}

function isCard(window: Window, stretch: Stretch): boolean {
  const { digits, gaps, to } = stretch;
  if (!hasCheckDigit(digits)) return false;
  if (stretch.isSpelled) return true;
  if (!isGroupedAsCard(window, stretch)) return false;
  if (isRestOfIdentifier(window, 0, gaps.length > 0) || isBeginningOfIdentifier(window, to)) return false;
  // One in fifty numbers of 16 digits could be a card, and one in ten article numbers.
  const isOther =
    isArticle(digits) || isCounted(window, 0, CONTEXT) || calledBehind(window, to, CONTEXT_BEHIND) === 'count';
  return (
    !isOther ||
    speaksBefore(window, 0, CONTEXT, ['card', 'paying']) ||
    speaksBehind(window, to, CONTEXT_BEHIND, ['card'])
  );
}

/** Groups like those of a card: five at most, or read out one by one or in pairs; with other signs between, as printed. */
function isGroupedAsCard(window: Window, { sizes, gaps, to }: Stretch): boolean {
  const lineEnds = gaps.filter((gap) => LINE_END.test(gap)).length;
  if (gaps.some((gap) => !PLAIN_GAP.test(gap))) {
    // One and the same sign between all groups, and a line end once in place of it; or a group a line.
    const others = new Set(gaps.filter((gap) => !LINE_END.test(gap)));
    const areAlike = lineEnds <= 1 && others.size === 1 && ![...others].some((gap) => gap.includes('\n'));
    return AS_PRINTED.test(sizes.join('-')) && (areAlike || (lineEnds === gaps.length && isNoColumn(window, to)));
  }
  const isInFew = sizes.length <= 5 && sizes.every((size) => size >= 2);
  return isInFew || sizes.every((size) => size === 1) || sizes.slice(0, -1).every((size) => size === 2);
}

/** No more lines of a number right before and behind, as a column of numbers has. */
function isNoColumn(window: Window, to: number): boolean {
  const isNumberLine = (line: number, number: number) =>
    window.at(line).kind === 'line' && window.at(number).kind === 'number';
  const isWholeLine = ['line', 'edge'].includes(window.at(to + 3).kind);
  return !isNumberLine(-1, -2) && !(isNumberLine(to + 1, to + 2) && isWholeLine);
}

/** The most tokens and groups of digits from the first half of a card to the second. */
const MAX_BETWEEN = 16;
const MAX_GROUPS_BETWEEN = 2;
const HALF = 8;

/** A card in two halves with words between: `first half 4242 4242 and second half 4242 4242`, or in two fields. */
function cardInHalves(window: Window): Finding[] {
  const first = window.group(0)?.first === window.place ? halfAt(window, 0) : undefined;
  if (first === undefined || lengthsOfCards(first.digits).length === 0) return [];
  for (let group = first.next; group <= first.next + MAX_GROUPS_BETWEEN; group += 1) {
    const at = (window.group(group)?.first ?? Infinity) - window.place;
    if (at - first.to > MAX_BETWEEN) return [];
    const second = GAP.test(window.group(group)?.gap ?? '?') ? undefined : halfAt(window, group);
    const value = first.digits + (second?.digits ?? '');
    if (second === undefined || !hasCheckDigit(value)) continue;
    if (!speaksBefore(window, at, CONTEXT, ['card', 'paying', 'part'])) return [];
    return [
      { kind: 'card', from: 0, to: first.to, value },
      { kind: 'card', from: at, to: second.to, value },
    ];
  }
  return [];
}

function halfAt(window: Window, first: number): Stretch | undefined {
  for (const stretch of stretches(window, first)) {
    if (stretch.digits.length >= HALF) return stretch.digits.length > HALF || stretch.isSpelled ? undefined : stretch;
  }
  return undefined;
}

export const CARDS: readonly Rule[] = [
  { name: 'card', at: ['group'], find: cardAt },
  { name: 'card in halves', at: ['group'], find: cardInHalves },
];
