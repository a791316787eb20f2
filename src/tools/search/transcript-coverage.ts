import { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import { closingLine, type Covered } from '../../answers/closing.ts';
import { coverageData, CoverageShape } from '../../answers/coverage-data.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { TranscriptCoverage } from '../../answers/selection/selected-transcripts.ts';

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

/** Longer than anybody waits for an answer and calls again. */
const LONG_SECONDS = 600;

/** How to load very many transcripts at once. */
export function syncWords({ coverage, rest }: TranscriptCoverage): OwnText | undefined {
  const missing = rest !== undefined && coverage.basis === 'partial' ? (coverage.remaining ?? rest) : undefined;
  return missing !== undefined && missing.seconds >= LONG_SECONDS
    ? safe`\`sync --transcripts all\` on the command line loads the other transcripts at once.`
    : undefined;
}

/** The last line of a search. Only the first page loads what was missing, and nothing loads transcripts behind an answer. */
export function searchClosing(
  found: TranscriptCoverage,
  { isFirstPage, ...searched }: SearchedChats & { readonly isFirstPage: boolean },
  question: AskedQuestion,
  now: EpochMillis,
): OwnText {
  const { coverage } = found;
  const rest = isFirstPage ? undefined : safe`a call without cursor loads the rest`;
  return closingLine(
    coveredBy(found, searched).map((part) => ({ ...part, rest })),
    coverage.covered >= coverage.asked ? { ...question, isLast: true } : question,
    searched.period.zone,
    now,
  );
}

/** The chats whose transcripts are searched. */
interface SearchedChats {
  readonly what: Covered['what'];
  readonly period: Period;
}

/** What a search rests on: transcripts, and the list of chats while it is not whole. */
function coveredBy({ coverage, have, of, rest }: TranscriptCoverage, { what, period }: SearchedChats): Covered[] {
  if (rest === undefined) {
    return [{ what: what === 'chats' ? 'chats with transcripts' : what, coverage, count: of, period }];
  }
  const remaining = coverage.basis === 'partial' ? (coverage.remaining ?? rest) : undefined;
  const transcripts: Covered = {
    what: 'transcripts',
    coverage: { ...coverage, asked: 1, covered: 0, ...omitUndefined({ remaining }) },
    count: have,
    of,
    period,
  };
  if (coverage.covered >= coverage.asked) return [transcripts];
  return [
    { what, coverage, count: of, period },
    { ...transcripts, coverage: { ...transcripts.coverage, rejectedRecords: 0 } },
  ];
}
