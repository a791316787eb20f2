import { MIN_PHONE_DIGITS, phoneIdentity } from '../../../model/person.ts';
import { contextBefore, contextBehind, type Finding, introductionOf } from '../reading/finding.ts';
import { beginsGroup, endsGroup, type NumberRun, findNumberRuns, separators } from '../numbers/number-runs.ts';
import { isCalledOther, numberWordBefore, numberWordBehind } from '../numbers/number-words.ts';
import type { AskPlans, PlannedNumber, Region } from './numbering-plans.ts';
import {
  areSizesOrDraw,
  beginsWithDate,
  introducesAmount,
  isClearForm,
  isDateOrVersion,
  isFraction,
  isMoneyBehind,
  isQuantityBefore,
} from './phone-forms.ts';
import { goesOn, isPartOfOther } from './phone-surroundings.ts';

const MAX_DIGITS = 15;
const MIN_INTERNATIONAL = 8;

const SEPARATORS = separators(' -./()+\t\n');

/** The reach of a word that speaks of a number, in characters. */
const CONTEXT = 48;
const CONTEXT_BEHIND = 32;

/** The largest distance from another number of the same person, in characters. */
const NEXT_TO = 16;

/** The number of ends that are tried for one beginning: each asks the numbering plans. */
const ENDS = 4;

/** Finds phone numbers: international ones, those of the person's regions, and whatever a word calls one. */
export function phonesIn(text: string, person: { readonly regions: readonly Region[] }, plans: AskPlans): Finding[] {
  const found: Finding[] = [];
  const runs = findNumberRuns(text, SEPARATORS, MIN_PHONE_DIGITS);
  if (runs.length === 0) return found;
  for (const run of runs) {
    let next = 0;
    for (let first = 0; first + MIN_PHONE_DIGITS <= run.digits.length; first += 1) {
      if (!beginsGroup(run, first)) continue;
      const candidate = candidateAt(text, run, first, found.at(-1)?.end ?? 0, first === next);
      const phone = candidate === undefined ? undefined : phoneOf(candidate, person.regions, plans);
      if (phone === undefined) continue;
      found.push(phone.finding);
      first = phone.last;
      next = first + 1;
    }
  }
  return found;
}

/** Digits that may begin a phone number. */
interface Candidate {
  readonly text: string;
  readonly run: NumberRun;
  readonly first: number;
  /** The place where it starts, with its plus sign or parenthesis. */
  readonly start: number;
  /** The place of its farthest end. */
  readonly end: number;
  readonly isInternational: boolean;
  /** The end of the phone number before it, or zero. */
  readonly behind: number;
  /** The digits that it may end with, the farthest first. */
  readonly lasts: readonly number[];
}

interface Phone {
  readonly finding: Finding;
  readonly last: number;
}

function candidateAt(
  text: string,
  run: NumberRun,
  first: number,
  behind: number,
  isFirst: boolean,
): Candidate | undefined {
  const at = run.places[first] ?? 0;
  const opening = /(?:\+ ?\(?|\(\+?)$/.exec(text.slice(Math.max(behind, at - 3), at))?.[0] ?? '';
  const start = at - opening.length;
  // Elsewhere within a run numbers begin behind a wider gap only, or each group of it would be tried.
  const isParted = isFirst || /[/ ]{2}|[/\t\n]|- | -|\. /.test(text.slice((run.places[first - 1] ?? 0) + 1, at));
  const isDialled = run.digits.startsWith('00', first) && run.digits[first + 2] !== '0';
  const isInternational = opening.includes('+') || (isParted && isDialled);
  if (!isInternational && !isParted && (opening === '' || endsGroup(run, first))) return undefined;
  if (isPartOfOther(text, start, behind)) return undefined;
  const lasts: number[] = [];
  const most = MAX_DIGITS + (opening.includes('+') ? 1 : 2);
  const farthest = lastOnLines(text, run, first, Math.min(first + most, run.digits.length) - 1, isInternational);
  for (let last = farthest; last >= first + MIN_PHONE_DIGITS - 1; last -= 1) {
    if (endsGroup(run, last) && !goesOn(text, (run.places[last] ?? 0) + 1)) lasts.push(last);
  }
  const end = (run.places[lasts[0] ?? first] ?? 0) + 1;
  return { text, run, first, start, end, behind, isInternational, lasts: lasts.slice(0, ENDS) };
}

/** The beginning of a number that the next line or column can go on with: an area behind its trunk prefix. */
const BROKEN_OFF = /^0[1-9]\d{1,3}\D/;
/** The rest of a number, on a line of its own. */
const REST = /^\d{2,8}(?: \d{2,4})* ?(?:\n|$)/;
/** The digits, its country's code included, with which an international number may be whole. */
const WHOLE_INTERNATIONAL = 10;

/**
 * The farthest digit that is on the same line as the first one; or on the next one, where this one has the beginning of a
 * number alone. Columns are lines in this; a plus sign is a space in links only.
 */
function lastOnLines(text: string, run: NumberRun, first: number, farthest: number, isInternational: boolean): number {
  const { places } = run;
  const isInLink = /=[+(]{0,2}$/.test(text.slice(Math.max(0, (places[first] ?? 0) - 3), places[first]));
  let isBroken = false;
  for (let index = first + 1; index <= farthest; index += 1) {
    if (!beginsGroup(run, index)) continue;
    const at = places[index] ?? 0;
    const gap = text.slice((places[index - 1] ?? 0) + 1, at);
    if (gap.includes('+') && !(isInLink && /^\)?\+$/.test(gap))) return index - 1;
    if (!/[\t\n]/.test(gap)) continue;
    const isBeginning =
      index - first < MIN_PHONE_DIGITS
        ? isInternational || BROKEN_OFF.test(text.slice(places[first], (places[first] ?? 0) + 6))
        : isInternational && index - first < WHOLE_INTERNATIONAL && REST.test(text.slice(at, at + 16));
    if (
      !isBeginning ||
      !/^ ?[\t\n] ?$/.test(gap) ||
      (isBroken && gap.includes('\n')) ||
      beginsWithDate(text.slice(at, at + 12))
    ) {
      return index - 1;
    }
    isBroken ||= gap.includes('\n');
  }
  return farthest;
}

function phoneOf(candidate: Candidate, regions: readonly Region[], plans: AskPlans): Phone | undefined {
  return candidate.isInternational ? internationalPhone(candidate, plans) : localPhone(candidate, regions, plans);
}

function phone(candidate: Candidate, last: number, planned: PlannedNumber | undefined): Phone {
  const { text, run, start } = candidate;
  const { international: value, national } = planned ?? {
    international: digitsTo(candidate, last),
    national: digitsTo(candidate, last),
  };
  const end = (run.places[last] ?? 0) + 1;
  // The parenthesis around a whole number is none of it.
  const begin = /^\([^)]*$/.test(text.slice(start, end)) ? start + 1 : start;
  return { last, finding: { kind: 'phone', start: begin, end, value, identity: phoneIdentity(national) } };
}

function digitsTo({ run, first }: Candidate, last: number): string {
  return run.digits.slice(first, last + 1);
}

function internationalPhone(candidate: Candidate, plans: AskPlans): Phone | undefined {
  // Article numbers begin with two zeros, too.
  if (
    candidate.text[candidate.start] === '0' &&
    isCalledOther(introductionOf(candidate.text, candidate.start, CONTEXT))
  ) {
    return undefined;
  }
  let possible: Phone | undefined;
  for (const last of candidate.lasts) {
    const digits = digitsTo(candidate, last);
    const isDialled = candidate.text[candidate.start] !== '+' && digits.startsWith('00');
    const written = withoutTrunk(candidate, last).replace(/^00/, '');
    if (written.length < MIN_INTERNATIONAL) continue;
    const number = plans(`+${written}`);
    if (number === undefined) continue;
    const found = phone(candidate, last, number);
    if (number.isValid) return found;
    // Numbers that are written wrongly are numbers of somebody all the same.
    if (!isDialled || spokenOf(candidate) === 'phone') possible ??= found;
  }
  return possible;
}

/** Digits without a trunk prefix in parentheses: `+49 (0) 170 …`. */
function withoutTrunk({ text, run, first }: Candidate, last: number): string {
  let digits = '';
  for (let index = first; index <= last; index += 1) {
    const place = run.places[index] ?? 0;
    if (text.slice(place - 1, place + 2) !== '(0)') digits += run.digits[index] ?? '';
  }
  return digits;
}

/** Returns what words say of a number; one next to a phone number is one, too: `… or …`. */
function spokenOf({ text, start, end, behind }: Candidate): 'phone' | 'other' | undefined {
  const before = introductionOf(text, start, Math.min(CONTEXT, start - behind));
  return (
    numberWordBefore(before)?.kind ??
    (behind > 0 && start - behind <= NEXT_TO ? 'phone' : undefined) ??
    numberWordBehind(contextBehind(text, end, CONTEXT_BEHIND))
  );
}

function localPhone(candidate: Candidate, regions: readonly Region[], plans: AskPlans): Phone | undefined {
  const { text, start, run, first } = candidate;
  const lasts = candidate.lasts.filter((last) => {
    const end = (run.places[last] ?? 0) + 1;
    return (
      last - first < MAX_DIGITS &&
      !isDateOrVersion(text.slice(start, end)) &&
      !isQuantityBefore(text.slice(end, end + 10))
    );
  });
  const [longest] = lasts;
  if (longest === undefined || isMoneyBehind(text.slice(Math.max(0, start - 5), start))) return undefined;
  const spoken = spokenOf(candidate);
  if (spoken === 'other' || introducesAmount(contextBefore(text, start, CONTEXT))) return undefined;
  for (const last of lasts) {
    const digits = digitsTo(candidate, last);
    const written = text.slice(start, (run.places[last] ?? 0) + 1);
    if (isFraction(written) && (spoken !== 'phone' || written.startsWith('0'))) return undefined;
    if (areSizesOrDraw(written) && spoken !== 'phone') return undefined;
    const planned = planOf(digits, regions, plans);
    const isClear =
      isClearForm(written) ||
      (planned !== undefined && (spoken === 'phone' || looksLikePhone(candidate, last, planned)));
    if (isClear) return phone(candidate, last, planned);
  }
  return spoken === 'phone' ? phone(candidate, longest, undefined) : undefined;
}

function planOf(digits: string, regions: readonly Region[], plans: AskPlans): PlannedNumber | undefined {
  for (const region of regions) {
    const number = plans(digits, region);
    if (number?.isValid === true || (number !== undefined && hasTrunk(digits))) return number;
  }
  return undefined;
}

/** Plans leave out numbers that are not given to anybody, or lag behind. */
function hasTrunk(digits: string): boolean {
  return /^0[1-9]/.test(digits) && digits.length >= 10;
}

/** Whether a number of a plan is a phone: it has a trunk prefix or groups, is of a mobile, or is all that is said. */
function looksLikePhone(
  { text, run, first, start }: Candidate,
  last: number,
  { isValid, isMobile }: PlannedNumber,
): boolean {
  const digits = run.digits.slice(first, last + 1);
  if (digits.length < 9 && !isGrouped(run, first, last)) return false;
  if (isValid && (digits.startsWith('0') || isMobile)) return true;
  const isAll = text.slice(0, start).trim() === '' && text.slice((run.places[last] ?? 0) + 1).trim() === '';
  return isAll || isGrouped(run, first, last);
}

function isGrouped(run: NumberRun, first: number, last: number): boolean {
  let groups = 0;
  for (let index = first; index <= last; index += 1) if (endsGroup(run, index)) groups += 1;
  return groups >= 3;
}
