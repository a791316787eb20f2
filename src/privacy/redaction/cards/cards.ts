import { CARD_SEPARATORS, isGroupedAsCard } from './card-groups.ts';
import { MIN_DIGITS, hasCheckDigit, isArticle, lengthsOfCardsAt } from './card-numbers.ts';
import { contextBehind, type Finding, introductionOf } from '../reading/finding.ts';
import { isBeginningOfIdentifier, isRestOfIdentifier } from '../numbers/glued-words.ts';
import { beginsGroup, endsGroup, type NumberRun, findNumberRuns } from '../numbers/number-runs.ts';
import { firstSentence, isCalledOther, lastSentence, numberWordBehind } from '../numbers/number-words.ts';
import { speaksOfCard, speaksOfPaying } from '../numbers/paying-words.ts';

/** The reach of a word that says what the number is, in characters. */
const CONTEXT = 64;
const CONTEXT_BEHIND = 40;

/**
 * Payment cards: of an issuer's range, of its length, with the check digit. Such a number is a card unless it is called
 * that of an order, a parcel or the like, and nothing near speaks of paying.
 */
export function cardsIn(text: string): Finding[] {
  return findNumberRuns(text, CARD_SEPARATORS, MIN_DIGITS).flatMap((run) => cardsOf(text, run));
}

function cardsOf(text: string, run: NumberRun): Finding[] {
  const found: Finding[] = [];
  for (let first = 0; first + MIN_DIGITS <= run.digits.length; first += 1) {
    if (!beginsGroup(run, first)) continue;
    const length = lengthsOfCardsAt(run.digits, first).find((length) => isCard(text, run, first, first + length - 1));
    if (length === undefined) continue;
    const start = run.places[first] ?? 0;
    const end = (run.places[first + length - 1] ?? 0) + 1;
    found.push({ kind: 'card', start, end, value: run.digits.slice(first, first + length) });
    first += length - 1;
  }
  return found;
}

function isCard(text: string, run: NumberRun, first: number, last: number): boolean {
  if (last >= run.digits.length || !endsGroup(run, last)) return false;
  const digits = run.digits.slice(first, last + 1);
  if (!hasCheckDigit(digits) || !isGroupedAsCard(text, run, first, last)) return false;
  const start = run.places[first] ?? 0;
  const end = (run.places[last] ?? 0) + 1;
  const isInGroups = end - start > digits.length;
  if (isRestOfIdentifier(text, start, isInGroups) || isBeginningOfIdentifier(text, end)) return false;
  const before = introductionOf(text, start, CONTEXT);
  const behind = firstSentence(contextBehind(text, end, CONTEXT_BEHIND));
  // One in fifty numbers of 16 digits could be a card, and one in ten article numbers.
  const isOther = isArticle(digits) || isCalledOther(before) || numberWordBehind(behind) === 'other';
  return !isOther || speaksOfPaying(lastSentence(before)) || speaksOfCard(behind);
}
