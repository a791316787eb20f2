import { withoutHalfMark } from '../../privacy/redaction/marks.ts';
import { z } from 'zod';
import { ROLES } from '../../insights/codes/authorship.ts';
import type { ForeignPart, TranscriptDigest } from '../../insights/digest/digest.ts';
import { LAST_BYTES, type LastSaid } from '../../insights/digest/last-words.ts';
import type { Said } from '../../insights/digest/questions.ts';
import { REQUEST_BYTES } from '../../insights/digest/request.ts';
import { sentencesOf } from '../../insights/digest/sentences.ts';
import { IDENTIFIER_KINDS } from '../../insights/digest/vocabulary/vocabulary.ts';
import { CODE_MEANINGS } from '../../model/codes.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Transcript } from '../../model/records.ts';
import type { Foreign } from '../../model/foreign.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { inQuotes, joinMixed, mixed, plainText, shortened, type Quoted } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { advertisedAs } from '../../answers/tool.ts';
import type { ReadTranscript } from './read-transcript.ts';
import { BYTES_PER_TOKEN, estimatedTokens } from '../../answers/token-budget.ts';
import { rounded } from '../../model/words/number.ts';
import { laterText } from '../../model/words/time.ts';

/** The budget of a digest's words, in tokens. */
const DIGEST_TOKENS = 700;
const REQUEST_TOKENS = Math.ceil(REQUEST_BYTES / BYTES_PER_TOKEN);
const SENTENCE_TOKENS = 65;
/** Enough for what is quoted of a last message, with the mark before it, so that its end is not cut off. */
const LAST_TOKENS = Math.ceil((LAST_BYTES + 5) / BYTES_PER_TOKEN);
/** Less of a sentence is not worth showing. */
const FEWEST_TOKENS = 20;
/** Stands before the end of a message of which only that is quoted. */
const CUT_BEFORE = '… ';

const LIST = advertisedAs({ type: 'array' });
const IdentifierShape = z.strictObject({ kind: z.enum(IDENTIFIER_KINDS).optional(), value: QuotedText });
/** `message` is the place in the chat, from 0. */
const SaidShape = z.strictObject({ at: z.string().optional(), text: QuotedText, message: z.number() });
/** What each of them wrote last. */
const LastWordsShape = z.strictObject({ visitor: SaidShape.optional(), agent: SaidShape.optional() });

/** The digest of a transcript; further pages of it have the counts alone. */
export const DigestShape = z.strictObject({
  messages: z.record(z.enum(ROLES), z.number()).meta(advertisedAs({ type: 'object' })),
  wait_seconds: z.number().optional(),
  duration_seconds: z.number().optional(),
  first_response_seconds: z.number().optional(),
  longest_silence: z
    .strictObject({ seconds: z.number(), waiting_for: z.enum(['visitor', 'agent']), at: z.string() })
    .meta(advertisedAs({ type: 'object' }))
    .optional(),
  turns: z.number().optional(),
  ended_by: z.enum(CODE_MEANINGS.chat_ended_by).optional(),
  ends_with_visitor: z.boolean().optional(),
  request: QuotedText.optional(),
  last_words: LastWordsShape.meta(advertisedAs({ type: 'object' })).optional(),
  unanswered_questions: z.array(SaidShape).meta(LIST).optional(),
  commitments: z.array(SaidShape).meta(LIST).optional(),
  identifiers: z.array(IdentifierShape).meta(LIST).optional(),
  language: z.string().optional(),
  key_sentences: z
    .array(SaidShape.extend({ role: z.enum(['visitor', 'agent']) }))
    .meta(LIST)
    .optional(),
  left_out: z
    .strictObject({ unanswered_questions: z.number(), commitments: z.number(), identifiers: z.number() })
    .meta(advertisedAs({ type: 'object' }))
    .optional(),
});

/** A digest as it is shown: the data has the same quotations as the words, cut in the same places. */
export interface ShownDigest {
  /** What was said, a line each. */
  readonly quotes: readonly Quoted[];
  /** When something was promised or asked, for where the messages themselves are shown; empty where nothing was. */
  readonly times: string;
  readonly data: z.input<typeof DigestShape>;
}

/** Shows what a transcript says at a glance, within about 700 tokens. */
export function shownDigest({ transcript, voice }: ReadTranscript, digest: TranscriptDigest): ShownDigest {
  const { zone, redactor } = voice;
  const quote = quoting(DIGEST_TOKENS, redactor);
  const request = digest.request === undefined ? undefined : quote(digest.request, REQUEST_TOKENS);
  const quotedSaid = ({ text, at, message }: ForeignPart<Said>, atMost = SENTENCE_TOKENS, before = '') => {
    const cut = quote(text, atMost, before);
    return cut && omitUndefined({ at: mapKnown(at, (at) => zone.iso(at)), text: cut, message });
  };
  const quotedLast = (last: ForeignPart<LastSaid>) => quotedSaid(last, LAST_TOKENS, last.isEnd ? CUT_BEFORE : '');
  const saidOf = (all: readonly ForeignPart<Said>[]) => all.flatMap((said) => quotedSaid(said) ?? []);
  const questions = digest.unansweredQuestions && saidOf(digest.unansweredQuestions);
  const lastWords = mapKnown(digest.lastWords, ({ visitor, agent }) =>
    omitUndefined({ visitor: mapKnown(visitor, quotedLast), agent: mapKnown(agent, quotedLast) }),
  );
  const identifiers = digest.identifiers.flatMap(({ value, kind }) => {
    const cut = quote(value, SENTENCE_TOKENS);
    return cut === undefined ? [] : [omitUndefined({ kind, value: cut })];
  });
  const commitments = digest.commitments && saidOf(digest.commitments);
  const keySentences = digest.keySentences.flatMap((sentence) => {
    const said = quotedSaid(sentence);
    return said === undefined ? [] : [{ role: sentence.role, ...said }];
  });
  const leftOut = {
    unanswered_questions: missing(digest.unansweredQuestions, questions, digest.leftOut.unansweredQuestions),
    commitments: missing(digest.commitments, commitments, digest.leftOut.commitments),
    identifiers: missing(digest.identifiers, identifiers, digest.leftOut.identifiers),
  };
  const told = [request, ...[...(questions ?? []), ...(commitments ?? [])].map(({ text }) => text)];
  const timesOf = (said: readonly { readonly message: number }[]) => timesIn(transcript, said, zone);
  return {
    quotes: [
      ...(request === undefined ? [] : [mixed`Request: ${inQuotes(request)}`]),
      ...saidLines('Unanswered questions', questions, leftOut.unanswered_questions, timesOf),
      ...identifierLines(identifiers, leftOut.identifiers),
      ...saidLines('Promises', commitments, leftOut.commitments, timesOf),
      ...lastLines(lastWords, new Set(told.flatMap((text) => sentencesOf(plainText(text ?? ''))))),
      ...keyLines(keySentences),
    ],
    times: [
      ...timesWords('Unanswered questions', digest.unansweredQuestions, digest.leftOut.unansweredQuestions, timesOf),
      ...timesWords('Promises by the agent', digest.commitments, digest.leftOut.commitments, timesOf),
    ].join(' '),
    data: omitUndefined({
      ...figuresData(digest, zone),
      request,
      last_words: lastWords,
      unanswered_questions: questions,
      commitments,
      identifiers,
      language: digest.language,
      key_sentences: keySentences,
      ...(Object.values(leftOut).some((count) => count > 0) && { left_out: leftOut }),
    }),
  };
}

/** Cuts quotations until so many tokens are used up; undefined where too little of one would be left. */
function quoting(tokens: number, redactor: Redactor) {
  let left = tokens;
  return (text: Foreign, atMost: number, before = ''): Quoted | undefined => {
    const room = Math.min(atMost, left);
    const line = mixed`${before}${redactor.piece(withoutHalfMark(text), 400 - before.length)}`;
    const whole = estimatedTokens(line);
    if (whole > room && room < FEWEST_TOKENS) return undefined;
    let fitting = line;
    for (let length = line.length; estimatedTokens(fitting) > room; length = Math.floor(length * 0.9)) {
      fitting = shortened(line, length);
    }
    left -= estimatedTokens(fitting) + TOKENS_AROUND;
    return fitting;
  };
}

/** The tokens around a quotation: its label, the time and the marks. */
const TOKENS_AROUND = 14;

function missing(all: readonly unknown[] = [], shown: readonly unknown[] = [], leftOut: number): number {
  return leftOut + all.length - shown.length;
}

/** Says when messages came: `24 Nov 00:00`, `00:03`, the day only where it is another one than before. */
function timesIn(
  { chat, messages }: Transcript,
  said: readonly { readonly message: number }[],
  zone: Zone,
): (string | undefined)[] {
  let before = chat.requestedAt;
  return said.map(({ message }) => {
    const at = messages[message]?.at;
    if (at === undefined) return undefined;
    const time = laterText(zone, at, before);
    before = at;
    return time;
  });
}

type TimesOf = (said: readonly { readonly message: number }[]) => readonly (string | undefined)[];

function saidLines(
  label: string,
  said: readonly { readonly message: number; readonly text: Quoted }[] = [],
  leftOut: number,
  timesOf: TimesOf,
): Quoted[] {
  if (said.length === 0) return [];
  const times = timesOf(said);
  const quotes = said.map(({ text }, index) => {
    const time = times[index];
    return time === undefined ? inQuotes(text) : mixed`${inQuotes(text)} (${time})`;
  });
  return [mixed`${label}: ${joinMixed([...quotes, ...moreWords(leftOut)], '; ')}`];
}

/** `Promises by the agent: 24 Nov 00:00, 00:03.` */
function timesWords(
  label: string,
  said: readonly ForeignPart<Said>[] = [],
  leftOut: number,
  timesOf: TimesOf,
): string[] {
  if (said.length === 0) return [];
  const times = timesOf(said).map((time) => time ?? 'no time');
  return [`${label}: ${[...times, ...moreWords(leftOut)].join(', ')}.`];
}

/** What each wrote last, unless all of it stands in a line above. */
function lastLines({ visitor, agent }: z.input<typeof LastWordsShape> = {}, told: ReadonlySet<string>): Quoted[] {
  const isNew = ({ text: quoted }: { readonly text: Quoted }) => {
    const text = plainText(quoted);
    const said = text.startsWith(CUT_BEFORE) ? text.slice(CUT_BEFORE.length) : text;
    return !sentencesOf(said).every((sentence) => told.has(sentence));
  };
  const words = [
    ...(visitor && isNew(visitor) ? [mixed`visitor ${inQuotes(visitor.text)}`] : []),
    ...(agent && isNew(agent) ? [mixed`agent ${inQuotes(agent.text)}`] : []),
  ];
  return words.length === 0 ? [] : [mixed`Last words: ${joinMixed(words, '; ')}`];
}

function keyLines(sentences: readonly { readonly role: 'visitor' | 'agent'; readonly text: Quoted }[]): Quoted[] {
  const linesOf = (role: 'visitor' | 'agent', label: string) => {
    const quotes = sentences.filter((one) => one.role === role).map(({ text }) => inQuotes(text));
    return quotes.length === 0 ? [] : [mixed`${label}: ${joinMixed(quotes, '; ')}`];
  };
  return [...linesOf('visitor', 'Visitor'), ...linesOf('agent', 'Agent')];
}

function identifierLines(identifiers: readonly z.input<typeof IdentifierShape>[], leftOut: number): Quoted[] {
  if (identifiers.length === 0) return [];
  const words = identifiers.map(({ kind, value }) => (kind === undefined ? value : mixed`${kind} ${value}`));
  return [mixed`Numbers: ${joinMixed([...words, ...moreWords(leftOut)], ', ')}`];
}

function moreWords(leftOut: number): string[] {
  return leftOut === 0 ? [] : [`and ${leftOut} more`];
}

function figuresData(digest: TranscriptDigest, zone: Zone) {
  const { wait, duration, firstResponse, longestSilence, turns, endedBy, endsWithVisitor } = digest;
  return omitUndefined({
    messages: { ...digest.messages },
    wait_seconds: mapKnown(wait, (wait) => rounded(wait, 3)),
    duration_seconds: mapKnown(duration, (duration) => rounded(duration, 3)),
    first_response_seconds: mapKnown(firstResponse, (firstResponse) => rounded(firstResponse, 3)),
    ...(longestSilence !== undefined && {
      longest_silence: {
        seconds: rounded(longestSilence.duration, 3),
        waiting_for: longestSilence.waitingFor,
        at: zone.iso(longestSilence.at),
      },
    }),
    turns,
    ended_by: endedBy,
    ends_with_visitor: endsWithVisitor,
  });
}
