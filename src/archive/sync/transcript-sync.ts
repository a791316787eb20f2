import { addDays, daysOf, startOfDay, utcDayOf, type DayRange, type UtcDay } from '../../model/time/day.ts';
import { ChatOperationsError, PermissionDenied, UnreadableAnswer, UpstreamUnavailable } from '../../model/errors.ts';
import type { ChatId } from '../../model/ids.ts';
import { sampleOf } from '../../model/sampling.ts';
import { joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { epochMillis } from '../../model/time/units.ts';
import type { Archive } from '../archive.ts';
import { refuseUnkept } from '../records/single-records.ts';
import type { TranscriptSelection } from '../records/transcript-statements.ts';
import type { Patience } from './patience.ts';
import { questionOf, runConcurrently, type Outcome, type SyncRun } from './sync-run.ts';
import { setbackOf } from './setbacks.ts';

/** The transcripts that a sync reads: of every chat, of a sample of each month's, or none. */
export type TranscriptChoice = 'all' | 'sampled' | 'none';

/** The chats of a sample, in each calendar month (UTC). */
export const SAMPLE_A_MONTH = 400;

/** The transcripts that are asked for at once. */
const CONCURRENCY = 4;

/** The times that one is tried which the service failed to give. */
const MAX_ROUNDS = 2;

/** The refusals or failures, and nothing else, after which none can be read. */
const ALL_BUT_NONE = 10;

/** The most ids that are named of those that could not be read. */
const MAX_NAMED = 10;

/** Calendar months in UTC, as far as they lie in a range; newest first. */
export function monthsOf(range: DayRange): DayRange[] {
  const months = Map.groupBy(daysOf(range), (day) => day.slice(0, 7));
  return [...months.values()].flatMap(rangeOf).toReversed();
}

function rangeOf(days: readonly UtcDay[]): DayRange[] {
  const [from] = days;
  const to = days.at(-1);
  return from === undefined || to === undefined ? [] : [{ from, to }];
}

/** The chats of a period whose transcripts a sync has to read: newest first, and only of chats that are over. */
export async function chosenTranscripts(
  { transcripts }: Pick<Archive, 'transcripts'>,
  { start, end }: Pick<TranscriptSelection, 'start' | 'end'>,
  choice: TranscriptChoice,
): Promise<ChatId[]> {
  if (choice === 'none') return [];
  const missing = await transcripts.missing({ start, end, isOver: true });
  if (choice === 'all' || missing.length === 0) return missing;
  const sampled = new Set<ChatId>();
  for (const month of monthsOf({ from: utcDayOf(start), to: utcDayOf(epochMillis(end - 1)) })) {
    // Of the whole month, also where the period begins in the middle of it: else another day would draw another sample.
    for (const chatId of sampleOf(await transcripts.chatIds(monthAround(month.from)), SAMPLE_A_MONTH)) {
      sampled.add(chatId);
    }
  }
  return missing.filter((chatId) => sampled.has(chatId));
}

/**
 * Returns the number of transcripts that a sync will choose, about, when all chats of these days are at hand: as many a day as of the days
 * that are. Nothing is read for it.
 */
export async function expectedTranscripts(
  { chats, transcripts }: Pick<Archive, 'chats' | 'transcripts'>,
  plan: Pick<TranscriptSelection, 'start' | 'end'> & { readonly transcripts: TranscriptChoice },
  days: DayRange,
): Promise<number> {
  const chosen = await chosenTranscripts({ transcripts }, plan, plan.transcripts);
  const asked = daysOf(days).length;
  const { missing } = await chats.plan([days]);
  if (missing === 0 || missing === asked) return chosen.length;
  const expected = Math.round((chosen.length * asked) / (asked - missing));
  return plan.transcripts === 'all' ? expected : Math.min(expected, SAMPLE_A_MONTH * monthsOf(days).length);
}

function monthAround(day: UtcDay): Pick<TranscriptSelection, 'start' | 'end'> {
  const start = startOfDay(addDays(day, 1 - Number(day.slice(8))));
  const within = new Date(start);
  return { start, end: epochMillis(Date.UTC(within.getUTCFullYear(), within.getUTCMonth() + 1)) };
}

/**
 * Reads transcripts, several at once, in that order. Those that the service does not give are added to `refused`, and
 * left out where they are in it. Throws what ends the sync as a whole, and the signal's reason when it is stopped.
 */
export async function readTranscripts(
  run: SyncRun,
  patience: Patience,
  chatIds: readonly ChatId[],
  refused: Set<ChatId>,
): Promise<Outcome> {
  const wanted = chatIds.filter((chatId) => !refused.has(chatId));
  let read = 0;
  let refusals = 0;
  let denied: TrustedText | undefined;
  let over: TrustedText | undefined;

  /** Reads one. Answers whether it is to be tried once more, after the others. */
  async function readOne(run: SyncRun, chatId: ChatId): Promise<boolean> {
    for (;;) {
      try {
        refuseUnkept(
          await run.archive.transcripts.read(
            chatId,
            questionOf(run, () => undefined),
          ),
        );
        read += 1;
        patience.reset();
        run.events.progressed({ done: read, total: wanted.length, what: 'transcripts' });
        return false;
      } catch (error) {
        run.signal.throwIfAborted();
        const setback = setbackOf(error);
        // One that fails by itself must not keep the others waiting.
        if (error instanceof UnreadableAnswer || (error instanceof UpstreamUnavailable && error.retry === 'now')) {
          return true;
        }
        if ('kind' in setback || isAboutTheRecord(error)) {
          refused.add(chatId);
          refusals += 1;
          if (error instanceof PermissionDenied && read === 0 && refusals >= ALL_BUT_NONE) denied = error.message;
          return false;
        }
        if (!(await patience.waitOut(run, setback))) {
          over = setback.why;
          return true;
        }
      }
    }
  }

  async function readEach(chatIds: readonly ChatId[]): Promise<ChatId[]> {
    const failed: ChatId[] = [];
    const queue = chatIds.values();
    const readOn = async (run: SyncRun): Promise<void> => {
      for (const chatId of queue) {
        if (await readOne(run, chatId)) failed.push(chatId);
        if (denied !== undefined || over !== undefined) return;
      }
    };
    await runConcurrently(
      run,
      Array.from({ length: CONCURRENCY }, () => readOn),
    );
    return failed;
  }

  let left = wanted;
  for (let round = 1; round <= MAX_ROUNDS && left.length > 0; round += 1) {
    left = await readEach(left);
    if (denied !== undefined) return { kind: 'denied', why: denied };
    if (over !== undefined) return { kind: 'left', why: over };
  }
  if (left.length === 0) return { kind: 'read' };
  const why = trusted`The chat service failed ${MAX_ROUNDS} times to give ${left.length} of them, which the next sync tries again: chats ${namesOf(left)}.`;
  // One that is broken is nothing that another sync would mend; that all are is.
  return read === 0 && left.length >= ALL_BUT_NONE ? { kind: 'left', why } : { kind: 'read', flaw: why };
}

function namesOf(chatIds: readonly ChatId[]): TrustedText {
  const named = joined(
    chatIds
      .toSorted((one, other) => one - other)
      .slice(0, MAX_NAMED)
      .map((chatId) => trusted`${chatId}`),
    ', ',
  );
  return chatIds.length > MAX_NAMED ? trusted`${named} and ${chatIds.length - MAX_NAMED} more` : named;
}

/** Whether asking again for the same record never helps. */
function isAboutTheRecord(error: unknown): boolean {
  return error instanceof ChatOperationsError && error.retry === 'no';
}
