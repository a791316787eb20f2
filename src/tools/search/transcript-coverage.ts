import type { Covered } from '../../answers/closing.ts';
import type { TranscriptCoverage } from '../../answers/selection/selected-transcripts.ts';
import type { Period } from '../../model/calendar/period.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';

/** What a search rests on: transcripts, and the list of chats while it is not whole. Only the first page loads what is missing. */
export function coveredBySearch(
  { coverage, have, of, rest }: TranscriptCoverage,
  what: Covered['what'],
  period: Period,
  isFirstPage: boolean,
): Readonly<{ coverage: Covered } & Record<string, Covered>> {
  const onward = isFirstPage ? {} : { rest: 'a call without cursor loads the rest' };
  const chats: Covered = { what, coverage, count: of, period, transcripts: { have, of }, ...onward };
  if (rest === undefined) return { coverage: { ...chats, what: what === 'chats' ? 'chats with transcripts' : what } };
  const remaining = coverage.basis === 'partial' ? (coverage.remaining ?? rest) : undefined;
  const transcripts: Covered = {
    ...chats,
    what: 'transcripts',
    coverage: { ...coverage, asked: 1, covered: 0, ...omitUndefined({ remaining }) },
    count: have,
    of,
    isLoadedByCalls: true,
  };
  if (coverage.covered >= coverage.asked) return { coverage: transcripts };
  const { transcripts: _, ...others } = transcripts;
  return {
    coverage: chats,
    transcripts_coverage: { ...others, coverage: { ...transcripts.coverage, rejectedRecords: 0 } },
  };
}

/** Longer than anybody waits for an answer and calls again. */
const LONG_SECONDS = 600;

/** How to load very many transcripts at once. */
export function syncWords({ coverage, rest }: TranscriptCoverage): string[] {
  const missing = rest !== undefined && coverage.basis === 'partial' ? (coverage.remaining ?? rest) : undefined;
  return missing !== undefined && missing.seconds >= LONG_SECONDS
    ? ['`sync --transcripts all` on the command line loads the other transcripts at once.']
    : [];
}
