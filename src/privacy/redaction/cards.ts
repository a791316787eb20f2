import { CARD_SEPARATORS, isGroupedAsCard } from './card-groups.ts';
import { FEWEST_DIGITS, isCardNumber, lengthsOfCardsAt } from './card-numbers.ts';
import { contextBefore, contextBehind, type Finding } from './finding.ts';
import { isBeginningOfIdentifier, isRestOfIdentifier } from './glued-words.ts';
import { beginsGroup, endsGroup, type NumberRun, numberRuns } from './number-runs.ts';
import { firstSentence, isCalledOtherBehind, lastSentence, numberWordBefore } from './number-words.ts';
import { speaksOfCard, speaksOfPaying } from './paying-words.ts';

/** How far a word may be that says what the number is, in characters. */
const CONTEXT = 64;
const CONTEXT_BEHIND = 40;

/**
 * Payment cards: of an issuer's range, of its length, with the check digit. Such a number is a card unless it is called
 * that of an order, a parcel or the like in one group, and nothing near speaks of paying.
 */
export function cardsIn(text: string): Finding[] {
  return numberRuns(text, CARD_SEPARATORS, FEWEST_DIGITS).flatMap((run) => cardsOf(text, run));
}

function cardsOf(text: string, run: NumberRun): Finding[] {
  const found: Finding[] = [];
  for (let first = 0; first + FEWEST_DIGITS <= run.digits.length; first += 1) {
    if (!beginsGroup(run, first)) continue;
    const length = cardLengthAt(text, run, first);
    if (length === undefined) continue;
    const start = run.places[first] ?? 0;
    const end = (run.places[first + length - 1] ?? 0) + 1;
    if (isOneGroup(text, start, length) && isOfOther(text, start, end)) continue;
    found.push({ kind: 'card', start, end, value: run.digits.slice(first, first + length) });
    first += length - 1;
  }
  return found;
}

/** The longest card that starts here. */
function cardLengthAt(text: string, run: NumberRun, first: number): number | undefined {
  return lengthsOfCardsAt(run.digits, first).find((length) => {
    const last = first + length - 1;
    if (last >= run.digits.length || !endsGroup(run, last)) return false;
    if (!isCardNumber(run.digits.slice(first, last + 1)) || !isGroupedAsCard(text, run, first, last)) return false;
    const [start = 0, end = 0] = [run.places[first], run.places[last]];
    return (
      !isRestOfIdentifier(text, start, !isOneGroup(text, start, length)) && !isBeginningOfIdentifier(text, end + 1)
    );
  });
}

/** Not in groups, as identifiers are written. */
function isOneGroup(text: string, start: number, length: number): boolean {
  return /^\d+$/.test(text.slice(start, start + length));
}

/** `Order number: 4111…`: one in fifty numbers of 16 digits could be a card. */
function isOfOther(text: string, start: number, end: number): boolean {
  const before = lastSentence(contextBefore(text, start, CONTEXT));
  const behind = firstSentence(contextBehind(text, end, CONTEXT_BEHIND));
  const word = numberWordBefore(before);
  const isOther = (word?.kind === 'other' && word.isDirect) || isCalledOtherBehind(behind);
  return isOther && !speaksOfPaying(before) && !speaksOfCard(behind);
}
