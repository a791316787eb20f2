import { NO_CODE_BEHIND, NO_CODE_BEFORE, TALK_OF_CODES, THREE_DIGITS, WEAK_CODE_WORDS } from './code-talk.ts';
import { FILLER, type Finding } from '../finding.ts';
import { matchesIn } from '../matches.ts';
import type { Announcement } from '../secrets/spoken-secrets.ts';

/** How far a code may be from its word, in characters of a sentence. */
const FAR = 40;
const LONGEST_SENTENCE = 240;

/** Three to ten digits in any groups that a message or a person makes. */
const DIGITS =
  /(?<![\p{Script=Latin}\p{N}#@_=/&%$€£+-]|\d[.,:])\d(?:[ \-–]?\d){2,9}(?![\p{Script=Latin}\p{N}_@%€£$/]|[.,:–-]\d)/gu;
const MIXED =
  /(?<![\p{L}\p{N}-])(?=[A-Z\d -]{0,9}\d)(?=[\d -]{0,9}[A-Z])[A-Z\d]{3,5}[ -][A-Z\d]{3,5}(?:-[A-Z\d]{3,5}){0,3}(?![\p{L}\p{N}-])/gu;
const YEAR_OR_DATE = /^(?:19|20)\d\d$|^\d{1,2}[.-]\d{1,2}[.-](?:\d{2}|\d{4})$|^(?:19|20)\d\d-\d\d(?:-\d\d)?$/;
const END_OF_SENTENCE = /[\n!?。！？]|[.;] /;

/** Codes that stand in the sentence of a word for them, before it or after it. */
export function codesNearWordsIn(text: string, announcements: readonly Announcement[]): Finding[] {
  const strong = announcements.filter(({ kind }) => kind === 'code');
  const weak = matchesIn(WEAK_CODE_WORDS, text).map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const three = matchesIn(THREE_DIGITS, text).map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  if (strong.length + weak.length + three.length === 0) return [];
  const found: Finding[] = [];
  const [nearStrong, nearWeak, nearThree] = [nearest(strong), nearest(weak), nearest(three)];
  for (const expression of [DIGITS, MIXED]) {
    nearStrong.restart();
    nearWeak.restart();
    nearThree.restart();
    for (const { 0: value, index } of matchesIn(expression, text)) {
      const end = index + value.length;
      const place = { text, start: index, end };
      const isStrong = nearStrong.reaches(place);
      const isWeak = nearWeak.reaches(place);
      const isThree = nearThree.reaches(place);
      if (!isStrong && !isWeak && !isThree) continue;
      if (isCode({ ...place, value, isStrong, isWeak, isThree }))
        found.push({ kind: 'secret', start: index, end, value });
    }
  }
  return found;
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Candidate extends Place {
  readonly value: string;
  readonly isStrong: boolean;
  readonly isWeak: boolean;
  readonly isThree: boolean;
}

function isCode({ text, start, end, value, isStrong, isWeak, isThree }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const behind = text.slice(end, end + 24);
  const digits = value.replaceAll(/\D/g, '').length;
  if (NO_CODE_BEHIND.test(behind) || NO_CODE_BEFORE.test(before)) return false;
  const isDirect = DIRECT.test(before);
  if (YEAR_OR_DATE.test(value) && !(isStrong && isDirect)) return false;
  if (/\p{L}/u.test(value)) return isDirect;
  if (isThree && digits <= 4 && !/\D/.test(value)) return true;
  if (isStrong && (isDirect || [4, 6].includes(digits) || /\D/.test(value))) return digits <= 8 || isDirect;
  if (!isWeak || ![4, 6, 8].includes(digits)) return false;
  return TALK_OF_CODES.test(sentenceAround(text, start, end));
}

/** What a code follows directly: the word for it, a colon, "is". */
const DIRECT = /(?:\p{L}|[:=]|["'“„«])\s{0,2}$/u;

const PART = new RegExp(`[\\n${FILLER}]|[.!?] `);
const LINE = new RegExp(`[\\n${FILLER}]`);

function sentenceAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - LONGEST_SENTENCE), start)
      .split(PART)
      .at(-1) ?? '';
  const [behind = ''] = text.slice(end, end + LONGEST_SENTENCE).split(LINE, 1);
  return `${before} ${behind}`;
}

interface Nearest {
  restart(): void;
  /** Whether a word is near a place, in its sentence. Places are asked for in order. */
  reaches(place: Place): boolean;
}

function nearest(words: readonly { readonly start: number; readonly end: number }[]): Nearest {
  let next = 0;
  return {
    restart: () => {
      next = 0;
    },
    reaches: ({ text, start, end }) => {
      while (next < words.length && (words[next]?.start ?? 0) < start) next += 1;
      const before = words[next - 1];
      const behind = words[next];
      return (
        (before !== undefined &&
          before.end <= start &&
          isNear(text, before.end, start) &&
          !/[,;(]/.test(text.slice(before.end, start))) ||
        (behind !== undefined && behind.start >= end && isNear(text, end, behind.start))
      );
    },
  };
}

function isNear(text: string, from: number, until: number): boolean {
  if (until - from > FAR) return false;
  const between = text.slice(from, until);
  return (
    /^[:=]?\s*$/.test(between) || (!END_OF_SENTENCE.test(between.replace(/^[.?!:] ?/, '')) && !between.includes(FILLER))
  );
}
