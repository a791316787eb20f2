import { contextBefore, type Finding } from './finding.ts';
import { beginsGroup, endsGroup, type NumberRun, numberRuns, separators } from './number-runs.ts';
import { numberWordBefore } from './number-words.ts';

const FEWEST_DIGITS = 13;
const CONTEXT = 32;

const LONG = [19, 18, 17, 16] as const;
const LONGEST_PREFIX = 6;

/**
 * Ranges of issuer numbers, as their first digits, and how long their cards are, the longest first (ISO/IEC 7812, the
 * schemes' own lists).
 */
const ISSUERS: readonly { readonly from: string; readonly to: string; readonly lengths: readonly number[] }[] = [
  { from: '4', to: '4', lengths: [19, 16, 13] }, // Visa
  { from: '51', to: '55', lengths: [16] }, // Mastercard
  { from: '2221', to: '2720', lengths: [16] },
  { from: '34', to: '34', lengths: [15] }, // American Express
  { from: '37', to: '37', lengths: [15] },
  { from: '300', to: '305', lengths: [19, 16, 14] }, // Diners Club
  { from: '36', to: '36', lengths: [19, 16, 14] },
  { from: '38', to: '39', lengths: [19, 16, 14] },
  { from: '3528', to: '3589', lengths: LONG }, // JCB
  { from: '6011', to: '6011', lengths: LONG }, // Discover
  { from: '644', to: '659', lengths: LONG },
  { from: '62', to: '62', lengths: LONG }, // UnionPay
  { from: '81', to: '81', lengths: LONG },
  { from: '2200', to: '2204', lengths: LONG }, // Mir
  { from: '5018', to: '5038', lengths: LONG }, // Maestro, Dankort
  { from: '5893', to: '5893', lengths: LONG },
  { from: '6304', to: '6304', lengths: LONG },
  { from: '6759', to: '6763', lengths: LONG },
  { from: '506', to: '509', lengths: [16] }, // Elo, RuPay
  { from: '504175', to: '504175', lengths: [16] },
  { from: '627780', to: '627780', lengths: [16] },
  { from: '636297', to: '636297', lengths: [16] },
  { from: '636368', to: '636368', lengths: [16] },
  { from: '9792', to: '9792', lengths: [16] }, // Troy
];

const SEPARATORS = separators(' -.\t\n,/_*');

/** What parts the groups of a card, or one number from another one: then they have to be those of a card. */
const AMBIGUOUS = /[\t\n,/_*]/;
const GROUPS_OF_CARDS = /^(?:4-4-4-4|4-6-[45])$/;

/** Payment cards: of an issuer's range, of its length, with the check digit. */
export function cardsIn(text: string): Finding[] {
  return numberRuns(text, SEPARATORS, FEWEST_DIGITS).flatMap((run) => cardsOf(text, run));
}

function cardsOf(text: string, run: NumberRun): Finding[] {
  const found: Finding[] = [];
  for (let first = 0; first + FEWEST_DIGITS <= run.digits.length; first += 1) {
    if (!beginsGroup(run, first) || isPartOfWord(text, run.places[first] ?? 0)) continue;
    const length = cardLengthAt(text, run, first);
    const start = run.places[first] ?? 0;
    if (length === undefined || (isOneGroup(run, first, length) && isIntroducedAsOther(text, start))) continue;
    const end = (run.places[first + length - 1] ?? 0) + 1;
    found.push({ kind: 'card', start, end, value: run.digits.slice(first, first + length) });
    first += length - 1;
  }
  return found;
}

/** The longest card that starts here. */
function cardLengthAt(text: string, run: NumberRun, first: number): number | undefined {
  return lengthsOf(run.digits.slice(first, first + LONGEST_PREFIX)).find((length) => {
    const last = first + length - 1;
    if (last >= run.digits.length || !endsGroup(run, last)) return false;
    const digits = run.digits.slice(first, last + 1);
    if (!hasCheckDigit(digits) || isArticle(digits) || !isGroupedAsCard(text, run, first, last)) return false;
    const behind = (run.places[last] ?? 0) + 1;
    return !CONTINUES.test(text.slice(behind, behind + 6));
  });
}

/** Letters, but those for what else is on a card. */
const CONTINUES = /^(?!exp|cv[vcn]|val|gült|cad|scad|ważn)[\p{Script=Latin}_]/iu;

/** How long the cards of an issuer are, the longest first. */
function lengthsOf(prefix: string): readonly number[] {
  for (const { from, to, lengths } of ISSUERS) {
    const begins = prefix.slice(0, from.length);
    if (begins >= from && begins <= to) return lengths;
  }
  return [];
}

function isOneGroup({ places }: NumberRun, first: number, length: number): boolean {
  return places[first + length - 1] === (places[first] ?? 0) + length - 1;
}

/** `Order number: 4111…`: one in fifty numbers of 16 digits could be a card. */
function isIntroducedAsOther(text: string, at: number): boolean {
  const word = numberWordBefore(contextBefore(text, at, CONTEXT));
  return word?.kind === 'other' && word.isDirect;
}

/** `ORD-4111…`, `A4111…`: of a longer identifier. */
function isPartOfWord(text: string, at: number): boolean {
  return /(?:[\p{Script=Latin}\p{N}_]|[\p{Script=Latin}\p{N}_][-./])$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** Five groups at most as on a card, or digits read out one by one or in pairs; not a list of numbers. */
function isGroupedAsCard(text: string, run: NumberRun, first: number, last: number): boolean {
  const sizes: number[] = [];
  for (let index = first; index <= last; index += 1) {
    if (index === first || beginsGroup(run, index)) sizes.push(1);
    else sizes.push((sizes.pop() ?? 0) + 1);
  }
  const gaps = gapsOf(text, run, first, last);
  if (gaps.some((gap) => AMBIGUOUS.test(gap))) return arePartsOfCard(gaps) && GROUPS_OF_CARDS.test(sizes.join('-'));
  return (
    (sizes.length <= 5 && sizes.every((size) => size >= 2)) ||
    sizes.every((size) => size === 1) ||
    sizes.slice(0, -1).every((size) => size === 2)
  );
}

function gapsOf(text: string, { places }: NumberRun, first: number, last: number): string[] {
  const gaps: string[] = [];
  for (let index = first + 1; index <= last; index += 1) {
    const gap = text.slice((places[index - 1] ?? 0) + 1, places[index]);
    if (gap !== '') gaps.push(gap);
  }
  return gaps;
}

/** One and the same character between all groups; a line may break once in place of it. */
function arePartsOfCard(gaps: readonly string[]): boolean {
  const lineBreaks = gaps.filter((gap) => gap.includes('\n'));
  const others = new Set(gaps.filter((gap) => !gap.includes('\n')));
  const isBrokenOnce = lineBreaks.length === 0 || (lineBreaks.length === 1 && /^ ?\n$/.test(lineBreaks[0] ?? ''));
  return isBrokenOnce && others.size <= 1 && [...others].every((gap) => gap.length === 1);
}

/** The Luhn formula. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** An article number of 13 digits (GTIN) has its own check digit; cards of 13 digits are next to extinct. */
function isArticle(digits: string): boolean {
  if (digits.length !== 13) return false;
  const sum = Array.from(digits, (digit, index) => Number(digit) * (index % 2 === 1 ? 3 : 1));
  return sum.reduce((one, other) => one + other, 0) % 10 === 0;
}
