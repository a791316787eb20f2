import { MIN_PHONE_DIGITS, phoneIdentity } from '../../../model/person.ts';
import type { AskPlans, PlannedNumber, Region } from '../numbering-plans.ts';
import { DIGIT_ROLES, spelledDigit } from '../reading/groups.ts';
import {
  ahead,
  behind,
  either,
  has,
  LATIN,
  matchAt,
  matchBefore,
  maybe,
  not,
  NUMBER,
  past,
  type Row,
  sign,
  SPACE,
  token,
  upTo,
  word,
} from '../reading/pattern.ts';
import {
  calledBefore,
  calledBehind,
  type Called,
  isBeginningOfIdentifier,
  isCounted,
  isRestOfIdentifier,
} from '../reading/surroundings.ts';
import type { Window } from '../reading/window.ts';
import { openingBefore } from './known.ts';
import { areSizesOrDraw, beginsWithDate, isClearForm, isDateOrVersion, isFraction } from './phone-forms.ts';
import type { Finding, Rule } from './rule.ts';

const MAX_DIGITS = 15;
const MIN_INTERNATIONAL = 8;
/** The digits, its country's code included, with which an international number may be whole. */
const WHOLE_INTERNATIONAL = 10;
/** The reach of a word that speaks of a number, in characters. */
const CONTEXT = 48;
const CONTEXT_BEHIND = 32;
/** The largest distance from another number of the same person, in characters. */
const NEXT_TO = 16;
/** The number of ends that are tried for one beginning: each asks the numbering plans. */
const ENDS = 4;
const MIN_SPELLED = 7;
/** Counting, not a number. */
const COUNTING = /^0?1234567/;

const GAP = /^[ \-./()+\t\n]*$/;
const PARTING_GAP = /[/ ]{2}|[/\t\n]|- | -|\. /;
/** The beginning of a number that may continue on the next line or in the next column: an area code with its trunk prefix. */
const BROKEN_OFF = /^0[1-9]\d{1,3}\D/;
/** The rest of a number, on a line of its own. */
const REST = /^\d{2,8}(?: \d{2,4})* ?(?:\n|$)/;

const SHORT = token(({ kind, text }) => kind === 'word' && text.length <= 3);
const PHONE_LABEL = either([has('phone')], [word('no', 'n', 'nr', 'num')]);
/** What stands right before digits and makes them a part of something else: `ORD-0301234567`, `#0301234567`. */
const PART_OF_OTHER: Row = [
  either(
    [NUMBER],
    [sign('#§$€£¥@=_'), not(PHONE_LABEL)],
    [sign('./-'), not(PHONE_LABEL), LATIN],
    [sign('-_./:,'), either([NUMBER], [sign('_/?&')])],
  ),
];
const PART_OF_OTHER_PLUS: Row = [
  either([token(({ kind, text, isLatin }) => kind === 'word' && isLatin && text.length < 2)], [NUMBER], [sign('_@')]),
];
const EXTENSION: Row = [word('x', 'ext', 'app', 'dw'), maybe(either([SPACE], [sign('.')])), NUMBER];
const MONEY: Row = [maybe(SPACE), either([sign('$€£¥')], [word('eur', 'usd', 'gbp', 'chf', 'pln', 'nok', 'zł', 'kr')])];
const QUANTITY: Row = [maybe(SPACE), either([sign('$€£¥%')], [has('unit'), not(NUMBER)])];
/** `total of`, `sizes:` */
const AMOUNT: Row = [past(4, either([SPACE], [sign(':=~')], [SHORT]), has('amount'))];
/** `order no.`, `parcel is` */
const COUNT: Row = [
  past(
    8,
    either(
      [SPACE],
      [sign(':#=-(°º')],
      [sign('.'), ahead(has('counted', 'digits'))],
      [has('is', 'digits', 'counted')],
      [SHORT],
    ),
    has('count'),
  ),
];
const TRUNK: Row = [sign('('), word('0'), sign(')')];

const NUMERAL = has(...DIGIT_ROLES, 'double', 'triple', 'hundred', 'numeral');
const BETWEEN_NUMERALS: Row = [
  upTo(3, either([SPACE], [sign(',-.')])),
  maybe(word('et', 'y', 'e', 'und', 'og', 'och', 'en', 'and'), either([SPACE], [sign('-')])),
];
/** `oh seven seven double oh …`, `zéro quatre, soixante-dix-huit …` */
const SPELLED: Row = [not(behind(...BETWEEN_NUMERALS, NUMERAL)), NUMERAL, upTo(30, ...BETWEEN_NUMERALS, NUMERAL)];

/** Digits that may begin a phone number. */
interface Candidate {
  readonly window: Window;
  /** The offset of its first token: a plus sign, a parenthesis or a digit. */
  readonly from: number;
  readonly isInternational: boolean;
  /** The characters to the phone number before it. */
  readonly distance: number;
  /** Where it may end, the farthest first. */
  readonly ends: readonly End[];
}

interface End {
  readonly to: number;
  readonly digits: string;
  readonly groups: number;
}

/** Finds phone numbers: international ones, those of the person's regions, and whatever a word calls one. */
export function phoneRules(regions: () => readonly Region[], plans: AskPlans): readonly Rule[] {
  let last: Last | undefined;
  const find = (window: Window): Finding[] => {
    if (window.group(0)?.first !== window.place) return [];
    const candidate = candidateAt(window, last);
    if (candidate === undefined) return [];
    const found = candidate.isInternational
      ? internationalPhone(candidate, plans)
      : localPhone(candidate, regions(), plans);
    if (found === undefined) return [];
    last = { end: window.at(found.to).end, place: window.place + found.to };
    return [found];
  };
  return [
    { name: 'phone', at: ['group'], find },
    {
      name: 'spelled phone',
      at: [...DIGIT_ROLES, 'double', 'triple', 'numeral'],
      find: spelledPhone,
    },
  ];
}

/** The number that was found last. */
interface Last {
  /** The place of its last character, and the index of its last token. */
  readonly end: number;
  readonly place: number;
}

function candidateAt(window: Window, last: Last | undefined): Candidate | undefined {
  const own = window.group(0);
  if (own === undefined || own.isSpelled) return undefined;
  const from = openingBefore(window);
  const opening = window.text(from, -1);
  const previous = window.group(-1);
  const isFirst =
    own.gap === undefined || !GAP.test(own.gap) || previous?.isSpelled === true || previous?.last === last?.place;
  // Elsewhere within a run numbers begin behind a wider gap only, or each group of it would be tried.
  const isParted = isFirst || PARTING_GAP.test(own.gap ?? '');
  const isDialled = own.digits.startsWith('00') && /^00[1-9]/.test(own.digits + (window.group(1)?.digits ?? ''));
  const isInternational = opening.includes('+') || (isParted && isDialled);
  if (!isInternational && !isParted && (opening === '' || own.digits.length === 1)) return undefined;
  const distance = last === undefined ? Infinity : window.at(from).start - last.end;
  if (distance > 1 && isPartOfOther(window, from)) return undefined;
  const ends = endsFrom(window, isInternational, opening);
  return ends.length === 0 ? undefined : { window, from, isInternational, distance, ends };
}

/** The ends that a number may have: at groups, on the same line, where no other text continues right behind. */
function endsFrom(window: Window, isInternational: boolean, opening: string): End[] {
  const most = MAX_DIGITS + (opening.includes('+') ? 1 : 2);
  const isInLink = window.is(openingBefore(window) - 1, '=');
  const ends: End[] = [];
  let digits = '';
  let isBroken = false;
  for (let offset = 0; ; offset += 1) {
    const group = window.group(offset);
    if (group === undefined || group.isSpelled) break;
    const at = group.first - window.place;
    if (offset > 0) {
      const { gap } = group;
      if (gap === undefined || !GAP.test(gap) || (gap.includes('+') && !(isInLink && /^\)?\+$/.test(gap)))) break;
      if (/[\t\n]/.test(gap)) {
        const isBeginning =
          digits.length < MIN_PHONE_DIGITS
            ? isInternational || BROKEN_OFF.test(window.text(0, 3))
            : isInternational && digits.length < WHOLE_INTERNATIONAL && REST.test(window.text(at, at + 5));
        const isSecond = isBroken && gap.includes('\n');
        if (!isBeginning || !/^ ?[\t\n] ?$/.test(gap) || isSecond || beginsWithDate(window.text(at, at + 5))) break;
        isBroken ||= gap.includes('\n');
      }
    }
    digits += offset > 0 && matchAt(window, TRUNK, at - 1) ? '' : group.digits;
    if (digits.length > most) break;
    const to = group.last - window.place;
    if (digits.length >= MIN_PHONE_DIGITS && !goesOn(window, to)) ends.unshift({ to, digits, groups: offset + 1 });
  }
  return ends.slice(0, ENDS);
}

function isPartOfOther(window: Window, from: number): boolean {
  if (window.is(from, '+')) return matchBefore(window, PART_OF_OTHER_PLUS, from) !== undefined;
  if (matchBefore(window, [LATIN], from) === undefined) return matchBefore(window, PART_OF_OTHER, from) !== undefined;
  if (window.has(from - 1, 'phone')) return false;
  return !/^00[1-9]/.test(window.at(from).text) || isRestOfIdentifier(window, from, false);
}

/** Whether other text continues right behind a number: letters, a percentage, a decimal part. */
function goesOn(window: Window, to: number): boolean {
  const next = to + 1;
  if (window.is(next, '%°_')) return true;
  if (matchAt(window, [LATIN], next))
    return isBeginningOfIdentifier(window, to) && matchAt(window, EXTENSION, next) === undefined;
  if (matchAt(window, [sign('-.'), LATIN], next)) return isBeginningOfIdentifier(window, next);
  if (matchAt(window, [sign('-.,:/'), NUMBER], next) === undefined) return false;
  return !(window.is(next, '/,') && digitsBehind(window, next + 1) >= MIN_PHONE_DIGITS);
}

function digitsBehind(window: Window, from: number): number {
  let count = 0;
  for (let offset = from; count < MIN_PHONE_DIGITS; offset += 1) {
    const { kind, text } = window.at(offset);
    if (kind === 'number') count += text.length;
    else if (kind !== 'space' && !window.is(offset, '()-')) break;
  }
  return count;
}

function found({ window, from }: Candidate, { to, digits }: End, planned: PlannedNumber | undefined): Finding {
  const { international: value, national } = planned ?? { international: digits, national: digits };
  // The parenthesis around a whole number does not belong to it.
  const isEnclosed = window.is(from, '(') && !window.text(from, to).includes(')');
  return { kind: 'phone', from: isEnclosed ? from + 1 : from, to, value, identity: phoneIdentity(national) };
}

function internationalPhone(candidate: Candidate, plans: AskPlans): Finding | undefined {
  const { window, from, ends } = candidate;
  const isDialled = !window.text(from, 0).includes('+');
  // Article numbers begin with two zeros, too.
  if (isDialled && isCounted(window, from, CONTEXT)) return undefined;
  let possible: Finding | undefined;
  for (const end of ends) {
    const digits = end.digits.replace(/^00/, '');
    if (digits.length < MIN_INTERNATIONAL) continue;
    const number = plans(`+${digits}`);
    if (number === undefined) continue;
    if (number.isValid) return found(candidate, end, number);
    // A number that is written wrongly may still be a person's number.
    if (!isDialled || called(candidate) === 'phone') possible ??= found(candidate, end, number);
  }
  return possible;
}

/** What words say of a number; one next to a phone number is one, too. */
function called({ window, from, distance, ends }: Candidate): Called | undefined {
  return (
    calledBefore(window, from, Math.min(CONTEXT, distance)) ??
    (distance <= NEXT_TO ? 'phone' : undefined) ??
    calledBehind(window, ends[0]?.to ?? 0, CONTEXT_BEHIND)
  );
}

function localPhone(candidate: Candidate, regions: readonly Region[], plans: AskPlans): Finding | undefined {
  const { window, from } = candidate;
  const ends = candidate.ends.filter(
    ({ to, digits }) =>
      digits.length <= MAX_DIGITS &&
      !isDateOrVersion(window.text(from, to)) &&
      matchAt(window, QUANTITY, to + 1) === undefined,
  );
  const [longest] = ends;
  const isOther = [MONEY, AMOUNT, COUNT].some((row) => matchBefore(window, row, from) !== undefined);
  if (longest === undefined || isOther) return undefined;
  const said = called(candidate);
  for (const end of ends) {
    const written = window.text(from, end.to);
    if (isFraction(written) && (said !== 'phone' || written.startsWith('0'))) return undefined;
    if (areSizesOrDraw(written) && said !== 'phone') return undefined;
    // Digits in groups are no order's, unless the word is right before them.
    if (said === 'count' && (end.groups < 2 || calledBehind(window, end.to, CONTEXT_BEHIND) === 'count')) continue;
    const planned = planOf(end.digits, regions, plans);
    const isPlanned = planned !== undefined && (said === 'phone' || looksLikePhone(candidate, end, planned));
    if (isClearForm(written) || isPlanned) return found(candidate, end, planned);
  }
  return said === 'phone' ? found(candidate, longest, undefined) : undefined;
}

function planOf(digits: string, regions: readonly Region[], plans: AskPlans): PlannedNumber | undefined {
  for (const region of regions) {
    const number = plans(digits, region);
    // Plans leave out numbers that are not given to anybody, or lag behind.
    if (number?.isValid === true || (number !== undefined && /^0[1-9]/.test(digits) && digits.length >= 10))
      return number;
  }
  return undefined;
}

/** Whether a number of a plan is a phone: it has a trunk prefix or groups, is of a mobile, or is all that is said. */
function looksLikePhone(
  { window, from }: Candidate,
  { to, digits, groups }: End,
  { isValid, isMobile }: PlannedNumber,
): boolean {
  if (digits.length < 9 && groups < 3) return false;
  if (isValid && (digits.startsWith('0') || isMobile)) return true;
  return groups >= 3 || (window.at(from - 1).kind === 'edge' && window.at(to + 1).kind === 'edge');
}

/** Finds digits that are spelled, as many as a phone number has, one by one or in tens. */
function spelledPhone(window: Window): Finding[] {
  const match = matchAt(window, SPELLED);
  if (match === undefined) return [];
  let digits = '';
  let [repeat, numerals, words] = [1, 0, 0];
  for (let offset = 0; offset <= match.to; offset += 1) {
    const one = window.at(offset);
    const digit = spelledDigit(one);
    words += digit === undefined ? 0 : 1;
    if (digit?.startsWith('×') === true) repeat = Number(digit.slice(1));
    else if (digit !== undefined) [digits, repeat] = [digits + digit.repeat(repeat), 1];
    else if (one.roles.has('numeral')) [digits, numerals] = [digits + one.lower, numerals + 1];
  }
  const said = calledBefore(window, 0, CONTEXT);
  // Tens are also said of other things: of a phone there are many, or a zero first.
  const isEnough =
    numerals === 0
      ? digits.length >= MIN_SPELLED && digits.length <= MAX_DIGITS
      : words + numerals * 2 >= MIN_SPELLED &&
        (digits.startsWith('0') || said === 'phone' || (words >= 2 && words + numerals >= 7));
  if (!isEnough || COUNTING.test(digits) || said === 'count') return [];
  return [{ kind: 'phone', from: 0, to: match.to, value: digits, identity: phoneIdentity(digits) }];
}
