import type { TranscriptSelection } from '../../archive/records/transcript-statements.ts';
import { isComplete, weakerBasis, type Coverage } from '../../model/coverage.ts';
import { PermissionDenied } from '../../model/errors.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import type { Desk } from '../desk.ts';
import type { AskedQuestion } from '../question.ts';
import { coverPart } from '../cover-part.ts';

/** The coverage of a period's chats, and of their transcripts. */
export interface TranscriptCoverage {
  readonly coverage: Coverage;
  readonly have: number;
  readonly of: number;
  /** The cost of reading the others; absent when nothing is missing. */
  readonly rest?: { readonly requests: number; readonly seconds: Seconds };
}

/** More than can be read within an answer is not even looked for. */
const MAX_READ = 1000;
/** This many refusals in a row show that the login may not read any. */
const BATCH_SIZE = 8;

/** Reads the transcripts that are missing, newest first, until the deadline, and says what is covered then. */
export async function readTranscripts(
  selection: TranscriptSelection,
  chats: Coverage,
  desk: Desk,
  question: AskedQuestion,
): Promise<TranscriptCoverage> {
  const known = await transcriptCoverage(selection, chats, desk);
  if (known.rest === undefined) return known;
  const missing = await desk.archive.transcripts.missing(selection, MAX_READ);
  const read = readInTurn(missing, desk, { ...question, priority: 'background' }).then(() => chats);
  return transcriptCoverage(selection, await coverPart(read, () => Promise.resolve(chats), question), desk);
}

/**
 * Reads the transcripts of some chats, in that order, until the question's deadline. Throws
 * PermissionDenied when enough are refused to show that the login may read none, and what else upstream throws.
 */
export async function readInTurn(missing: readonly ChatId[], { archive }: Desk, question: Question): Promise<void> {
  const { transcripts } = archive;
  let done = 0;
  const counting: Question = {
    ...question,
    progressed: () => {
      done += 1;
      question.progressed({ done, total: missing.length, what: 'transcripts' });
    },
  };
  for (let begin = 0; begin < missing.length; begin += BATCH_SIZE) {
    const { isFinished, refused } = await transcripts.readAll(missing.slice(begin, begin + BATCH_SIZE), counting);
    if (refused === BATCH_SIZE) throw new PermissionDenied('transcripts');
    if (!isFinished) return;
  }
}

/** The coverage by what is loaded, without reading anything. */
export async function transcriptCoverage(
  selection: TranscriptSelection,
  chats: Coverage,
  { archive }: Desk,
): Promise<TranscriptCoverage> {
  const { have, of, missing } = await archive.transcripts.held(selection);
  if (missing === 0) return { coverage: chats, have, of };
  const rest = { requests: missing, seconds: await archive.transcripts.timeFor(missing) };
  const { remaining, ...coverage } = chats;
  // How many transcripts there are beyond the loaded chats is unknown.
  const isListed = isComplete(chats) || remaining !== undefined;
  return {
    coverage: {
      ...coverage,
      basis: weakerBasis(coverage.basis, 'partial'),
      ...(isListed && {
        remaining: {
          requests: rest.requests + (remaining?.requests ?? 0),
          seconds: seconds(rest.seconds + (remaining?.seconds ?? 0)),
        },
      }),
    },
    have,
    of,
    rest,
  };
}
