import { BEING, BEING_USED, CUES, FIRST_OF_TWO, SECOND_OF_TWO, WHOSE } from './cue-words.ts';
import { contextBefore, FILLER, type Finding } from './finding.ts';
import { looksMadeUp, looksRandom, withoutPunctuation } from './secret-looks.ts';
import type { Announcement } from './spoken-secrets.ts';

/** How far a word for passwords may be from one, in characters. */
const FAR = 72;
const NEAR = 40;
/** What is made up behind a short word such as "pass" is longer than names of zones and seasons. */
const SHORTEST_BEHIND_SHORT = 8;

const LONGEST_TOKEN = 128;
const PARTING = new RegExp(`[\\s"“”„«»\x60${FILLER}]`);
const TOKENS = new RegExp(`[^\\s"“”„«»\x60${FILLER}]{5,${LONGEST_TOKEN}}`, 'gu');
const OPENING = /^(?:[([{'*]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+[：:]?)/u;
const QUOTE = String.raw`["'“”„«»)\]*\x60]{0,2}`;
const WORD = String.raw`[\p{L}'’]{1,12}`;

/** `pass …`, `pw for the box was …`. */
const SHORT_GAP = new RegExp(String.raw`^(?: ${WORD}){0,3}?(?: (?:${BEING.join('|')}))? $`, 'iu');

/** `… is my password`, `… was not accepted as password`, `… (password)`, `…がパスワード`. */
const BEFORE_WORD = new RegExp(
  String.raw`^${QUOTE}(?:!?,? (?:${BEING.join('|')})(?: (?:${WHOSE})){0,3} |(?: ${WORD}){0,4} (?:${BEING_USED})(?: (?:${WHOSE})){0,3} | ?(?:\(|=|<-|-) ?(?:(?:${WHOSE}) ){0,2}|[がはは是이가은는]?)$`,
  'iu',
);
/** `password from …`, `password I set: …`, `password …`. */
const BEHIND_WORD = new RegExp(
  String.raw`^${QUOTE}(?: ${WORD}){0,3}? (?:${FIRST_OF_TWO}|${CUES})(?: ${WORD})? ?:? ?${QUOTE}$|^${QUOTE} ${QUOTE}$`,
  'iu',
);
/** "I entered the username …" tells of no password. */
const OF_NAME =
  'user|login|account|name|benutzer|nutzer|konto|utilisat|identifiant|compte|usuari|cuenta|utente|gebruiker|użytk|bruker';
const CUE = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${CUES})(?: (?!${OF_NAME})${WORD}){0,2} ?:? ?${QUOTE}$`, 'iu');
const PAIR = new RegExp(
  String.raw`^${QUOTE}[.,;]?(?: ${WORD}){0,2}? ?(?:${SECOND_OF_TWO})(?: ${WORD}){0,3} ?[:=]? ?${QUOTE}$`,
  'iu',
);

/**
 * What is made up and stands near a word for passwords, though no sign is between them: `… is my password`, `from … to …`,
 * `I keep typing …`; and what a program made up near a word for keys.
 * @param found the secrets that the words before them announce
 */
export function secretsNearWordsIn(
  text: string,
  announcements: readonly Announcement[],
  found: readonly Finding[],
): Finding[] {
  const words = announcements.filter(({ kind }) => kind !== 'code');
  if (words.length === 0) return [];
  const known = found.toSorted((one, other) => one.start - other.start);
  const near: Finding[] = [];
  let knownBefore = 0;
  let wordBefore = 0;
  for (const { start, value, end } of tokensNear(text, words)) {
    while (wordBefore < words.length && (words[wordBefore]?.start ?? 0) < start) wordBefore += 1;
    while (knownBefore < known.length && (known[knownBefore]?.start ?? 0) < start) knownBefore += 1;
    const lastEnd = Math.max(known[knownBefore - 1]?.end ?? -1, near.at(-1)?.end ?? -1);
    if (lastEnd > start) continue;
    const before = words[wordBefore - 1];
    const behind = words[wordBefore];
    if (isSecret({ text, start, end, value, lastEnd, before, behind })) {
      near.push({ kind: 'secret', start, end, value });
    }
  }
  return near;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** What is made up within reach of a word, each token once. */
function* tokensNear(text: string, words: readonly Announcement[]): Generator<Token> {
  for (const { start, end } of reachesOf(words)) {
    const first = wholeFrom(text, start);
    for (const { 0: written, index } of text.slice(first, end + LONGEST_TOKEN).matchAll(TOKENS)) {
      const at = first + index;
      if (at >= end) break;
      const opening = OPENING.exec(written)?.[0] ?? '';
      const value = withoutPunctuation(written.slice(opening.length));
      if (!looksMadeUp(value) && !looksRandom(value)) continue;
      const begin = at + opening.length;
      yield { start: begin, end: begin + value.length, value };
    }
  }
}

/** The parts of a text that are within reach of words, one for words that are near to each other. */
function* reachesOf(words: readonly Announcement[]): Generator<{ readonly start: number; readonly end: number }> {
  let [start, end] = [0, 0];
  for (const word of words) {
    if (word.start - FAR > end) {
      if (end > 0) yield { start, end };
      start = word.start - FAR;
    }
    end = word.end + FAR;
  }
  yield { start, end };
}

/** The next place where no token has begun already: one is looked at whole, or not at all. */
function wholeFrom(text: string, place: number): number {
  if (place === 0 || PARTING.test(text[place - 1] ?? '')) return place;
  return (
    place +
    text
      .slice(place, place + LONGEST_TOKEN)
      .split(PARTING, 1)
      .join('').length
  );
}

interface Surroundings extends Token {
  readonly text: string;
  /** Where the secret before it ends, or -1. */
  readonly lastEnd: number;
  readonly before: Announcement | undefined;
  readonly behind: Announcement | undefined;
}

function isSecret({ text, start, end, value, lastEnd, before, behind }: Surroundings): boolean {
  if (before?.kind === 'password' && text.slice(before.end, start) === '\n' && looksMadeUp(value)) return true;
  const gapBefore = before === undefined ? undefined : gap(text, before.end, start);
  const gapBehind = behind === undefined || behind.kind === 'short' ? undefined : gap(text, end, behind.start);
  if (gapBefore === undefined && gapBehind === undefined) return false;
  if (before?.kind === 'short')
    return SHORT_GAP.test(gapBefore ?? '') && value.length >= SHORTEST_BEHIND_SHORT && looksMadeUp(value);
  if (looksRandom(value) && ((gapBefore?.length ?? FAR) <= NEAR || (gapBehind?.length ?? FAR) <= NEAR)) return true;
  if (!looksMadeUp(value)) return false;
  const isAboutKeys =
    (gapBefore === undefined || before?.kind === 'key') && (gapBehind === undefined || behind?.kind === 'key');
  if (isAboutKeys) return false;
  if (gapBehind !== undefined && BEFORE_WORD.test(gapBehind)) return true;
  if (gapBefore !== undefined && BEHIND_WORD.test(gapBefore)) return true;
  const pair = lastEnd < 0 ? undefined : gap(text, lastEnd, start);
  if (pair !== undefined && pair.length <= NEAR && PAIR.test(pair)) return true;
  return CUE.test(contextBefore(text, start, NEAR));
}

/** What is between two places of the same line that are not far from each other. */
function gap(text: string, from: number, until: number): string | undefined {
  if (until < from || until - from > FAR) return undefined;
  const between = text.slice(from, until);
  return between.includes('\n') || between.includes(FILLER) ? undefined : between;
}
