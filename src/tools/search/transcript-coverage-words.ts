import { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { TranscriptCoverage } from '../../answers/selection/selected-transcripts.ts';
import { coverageData, CoverageShape, coverageWords } from '../../answers/words/coverage-words.ts';
import { counted } from '../../answers/words/quantities.ts';

/** The coverage of a search, as data. */
export const TranscriptCoverageShape = CoverageShape.extend({
  transcripts: z.strictObject({ have: z.number(), of: z.number() }),
});

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
 * Coverage of a search in words: how many transcripts there are to search in, and what the others cost, which is told once.
 * Only the first page has read what was missing.
 */
export function transcriptCoverageWords(
  { coverage, have, of, rest }: TranscriptCoverage,
  question: AskedQuestion,
  zone: Zone,
  period: Period,
  isFirstPage: boolean,
): OwnText {
  const { remaining } = coverage;
  const missing = rest !== undefined && coverage.basis === 'partial' ? (remaining ?? rest) : undefined;
  // Nobody knows how many transcripts there are beyond the chats that are at hand.
  const listed = coverage.covered < coverage.asked && remaining === undefined ? safe` that are listed so far` : safe``;
  const ending = coverageWords(
    missing === undefined ? coverage : { ...coverage, remaining: missing },
    {
      what: safe`chats`,
      period,
      parts: [
        rest === undefined
          ? safe`with their transcripts`
          : safe`read: the transcripts of ${have} of the ${counted(of, 'chat')}${listed}, the newest first`,
      ],
      incomplete: isFirstPage ? undefined : FURTHER_PAGE,
      readsOn: rest === undefined,
    },
    // The list goes on being read behind an answer, and transcripts do not.
    coverage.covered >= coverage.asked ? { ...question, isLast: true } : question,
    zone,
  );
  return missing !== undefined && missing.seconds >= LONG_SECONDS
    ? safe`\`sync --transcripts all\` on the command line reads the other transcripts at once.\n${ending}`
    : ending;
}
