import { z } from 'zod';
import type { WordQuery } from '../../archive/words/word-query.ts';
import type { RankedChat } from '../../archive/search/transcript-search.ts';
import { ROLES } from '../../insights/codes/authorship.ts';
import { isComplete } from '../../model/coverage.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { known, mapKnown } from '../../model/known.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { ownWord, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { FoundMessage } from './found-messages.ts';
import type { AskedQuestion } from '../protocol/question.ts';
import type { TranscriptCoverage } from '../selection/selected-transcripts.ts';
import { coverageData, CoverageShape, coverageWords } from '../words/coverage-words.ts';
import { passageOf } from './passage.ts';
import { durationWords, isoTime, timeWords } from '../words/quantities.ts';

/** The coverage of a search, as data. */
export const TranscriptCoverageShape = CoverageShape.extend({
  transcripts: z.strictObject({ have: z.number(), of: z.number() }),
});

/** A message that a search found, for its chat. */
export const HitShape = z.strictObject({
  chat_id: z.number(),
  at: OwnText.optional(),
  role: z.enum(ROLES),
  author: QuotedText.optional(),
  passage: QuotedText,
  score: z.number(),
});

/** A hit as data: its score tells the order within one answer and no more. */
export function hitData(
  { chatId, score }: RankedChat,
  { message, role }: FoundMessage,
  query: WordQuery,
  zone: Zone,
  redactor: Redactor,
): z.input<typeof HitShape> {
  return known({
    chat_id: chatId,
    at: mapKnown(message.at, (at) => isoTime(zone, at)),
    role,
    author: mapKnown(message.authorName, (authorName) => redactor.line(authorName, 60)),
    passage: passageOf(message.text, query, redactor),
    score: Number(score.toPrecision(4)),
  });
}

/** A hit as a line of text. */
export function hitLine(hit: z.input<typeof HitShape>, { message }: FoundMessage, zone: Zone): SafeText {
  const time = message.at === undefined ? safe`` : safe`${timeWords(zone, message.at)} · `;
  const author = hit.author === undefined ? safe`` : safe` ${hit.author}`;
  return safe`- ${hit.chat_id}: ${time}${ownWord(hit.role)}${author}: ${hit.passage}`;
}

/** Coverage of a search as data. */
export function transcriptCoverageData(
  { coverage, have, of }: TranscriptCoverage,
  question: AskedQuestion,
  zone: Zone,
  period: Period,
): z.input<typeof TranscriptCoverageShape> {
  return { ...coverageData(coverage, question, zone, period), transcripts: { have, of } };
}

/** Longer than anybody waits for an answer and asks again. */
const LONG_SECONDS = 600;

const FURTHER_PAGE = safe`**Incomplete: a further page reads nothing; the question without a cursor does**`;

/**
 * Coverage of a search in words: how many transcripts there are to search in, and what the others cost. Only the first
 * page has read what was missing.
 */
export function transcriptCoverageWords(
  { coverage, have, of, rest }: TranscriptCoverage,
  question: AskedQuestion,
  zone: Zone,
  period: Period,
  isFirstPage: boolean,
): OwnText {
  const listed = isComplete(coverage) || rest !== undefined ? safe`` : safe` so far`;
  const held = safe`Transcripts at hand: ${have} of the ${of} chats of this period${listed}.`;
  const covered = coverageWords(
    coverage,
    {
      what: safe`chats`,
      period,
      parts: have < of ? [safe`transcripts of ${have} of ${of}`] : [safe`with their transcripts`],
      incomplete: isFirstPage ? undefined : FURTHER_PAGE,
      isAside: rest !== undefined,
    },
    question,
    zone,
  );
  return safe`${held}${rest === undefined ? safe`` : restWords(rest)}\n${covered}`;
}

function restWords({ requests, seconds }: { readonly requests: number; readonly seconds: number }): OwnText {
  const sync =
    seconds < LONG_SECONDS
      ? safe``
      : safe` For all of them at once, let \`sync --transcripts all\` run on the command line.`;
  return safe` Only those are searched: reading ${requests} more takes as many requests, about ${durationWords(seconds)}; the same question again reads on, newest first.${sync}`;
}
