import type { Archive } from '../../archive/archive.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import {
  ChatOperationsError,
  DeadlinePassed,
  PermissionDenied,
  RateLimited,
  UpstreamUnavailable,
} from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import type { ChatId } from '../../model/ids.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import { addDays, MILLIS_PER_DAY, startOfDay, utcDayOf, type DayRange } from '../../model/time/day.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import { NotResponding, withPatience, type TestEnd } from '../doctor/patience.ts';
import type { Dialogue } from './dialogue.ts';
import { durationText } from '../../model/words/duration.ts';

/** The requests that a first reading may take: the first question of an assistant has to have its own. */
const MOST_REQUESTS = 20;

/** The transcripts that are read to see what codes mean. */
const TRANSCRIPTS = 6;
/** The newest chats, among which they are chosen. */
const LOOKED_AT = 1000;

/** How far the chats of yesterday and today could be read: to their end, in part, or not at all. */
export type FirstChats = 'complete' | 'incomplete' | ChatOperationsError;

/**
 * Reads a little of everything into the archive, within 15 seconds: the agents, today's and yesterday's chats with some of their
 * transcripts, and the first offline messages. Says how much was loaded, or why no chats could be.
 */
export async function readFirst(desk: Desk, dialogue: Dialogue): Promise<FirstChats> {
  const host = DeskText.parse(new URL(desk.service).host);
  const chats = await dialogue.during('Reading today and yesterday', () =>
    withPatience(host, desk.clock, (end) => readParts(desk, end, new NotResponding(host))),
  );
  if (chats instanceof ChatOperationsError) {
    dialogue.bad(`Could not load the chats of yesterday and today. ${chats.message}`, chats.advice);
  } else {
    const { count, transcripts } = (await desk.archive.holdings()).chats;
    const rest = chats === 'incomplete' ? '. The chats of yesterday and today are not all loaded yet' : '';
    dialogue.good(`Loaded ${count} chats and ${transcripts} transcripts${rest}`);
  }
  return chats;
}

async function readParts({ archive, clock }: Desk, end: TestEnd, notResponding: NotResponding): Promise<FirstChats> {
  let spent = 0;
  const part = (share: number, answered?: () => void): Question => {
    const most = spent + share;
    const stop = new AbortController();
    return {
      signal: AbortSignal.any([stop.signal, end.signal]),
      deadline: end.deadline,
      spent: () => {
        spent += 1;
      },
      // Not as soon as the last request goes out: its answer is to be kept.
      progressed: () => {
        answered?.();
        if (spent >= Math.min(most, MOST_REQUESTS)) stop.abort(new EnoughRead());
      },
    };
  };
  await unlessStopped(() => archive.agents.cover(part(4)));
  let pages = 0;
  const coverage = await unlessStopped(() =>
    archive.chats.cover(
      newestDays(clock),
      undefined,
      part(12, () => {
        pages += 1;
      }),
    ),
  );
  await unlessStopped(async () => {
    const chosen = await telling(archive);
    const atHand = await archive.transcripts.wholeAmong(chosen);
    await archive.transcripts.readAll(
      chosen.filter((chatId) => !atHand.has(chatId)),
      part(TRANSCRIPTS),
    );
  });
  await unlessStopped(() => archive.offlineMessages.cover(part(1)));
  if (coverage !== undefined && !(coverage instanceof Error) && isComplete(coverage)) return 'complete';
  return pages > 0 ? 'incomplete' : (failureIn(coverage, notResponding) ?? 'incomplete');
}

/** Why no page came; undefined where no request was allowed, which says nothing of the login or the service. */
function failureIn(
  coverage: Coverage | ChatOperationsError | undefined,
  notResponding: NotResponding,
): ChatOperationsError | undefined {
  if (coverage instanceof RateLimited) return undefined;
  if (coverage instanceof ChatOperationsError) return coverage instanceof DeadlinePassed ? notResponding : coverage;
  // Chats of an earlier setup are in the archive.
  if (coverage?.basis === 'denied') return new PermissionDenied('the list of chats');
  if (coverage?.basis === 'stale') return new UpstreamUnavailable('it gave no usable answer');
  return coverage?.opensIn === undefined ? notResponding : undefined;
}

/** Yesterday and today. */
function newestDays(clock: Clock): DayRange {
  const today = utcDayOf(clock());
  return { from: addDays(today, -1), to: today };
}

/** Newest chats that are over, of each value of the code that transcripts alone tell, whether a chat was passed on; those of the rarer value first. */
async function telling(archive: Archive): Promise<ChatId[]> {
  const over = (await archive.chats.newest(LOOKED_AT)).filter(({ startedAt, endedAt }) => startedAt && endedAt);
  const byValue = [...Map.groupBy(over, ({ transferredCode }) => transferredCode).values()].sort(
    (one, other) => one.length - other.length,
  );
  return byValue
    .flatMap((chats) => chats.slice(0, Math.ceil(TRANSCRIPTS / byValue.length)))
    .slice(0, TRANSCRIPTS)
    .map(({ chatId }) => chatId);
}

/** The part of a reading that a set-up does is done. */
class EnoughRead extends Error {}

/** Resolves with the error where something cannot be read, which is no failure of a set-up; with nothing where enough is read. */
async function unlessStopped<Result>(work: () => Promise<Result>): Promise<Result | ChatOperationsError | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EnoughRead) return undefined;
    if (error instanceof ChatOperationsError) return error;
    throw error;
  }
}

/** The days whose reading is told. */
const PERIODS = [7, 30, 90];

/** The transcripts of a day that figures of first responses rest on: a sample of 400 a month. */
const SAMPLED_A_DAY = 400 / 30;

const USUAL_PAGE_SIZE = 50;

/** Says how long reading some periods will take, by the chats of yesterday and today and the rate that is known. */
export async function tellDurations(desk: Desk, chats: 'complete' | 'incomplete', dialogue: Dialogue): Promise<void> {
  const { perMinute } = await desk.budget();
  const { pageSize = USUAL_PAGE_SIZE } = (await desk.archive.holdings()).chats;
  const start = startOfDay(newestDays(desk.clock).from);
  const { of: count } = await desk.archive.transcripts.held({ start, end: desk.clock() });
  const days = (desk.clock() - start) / MILLIS_PER_DAY;
  if (count === 0) {
    dialogue.tell(
      chats === 'complete'
        ? 'No chats yesterday or today, so loading times are not known yet.'
        : 'The chats of yesterday and today are not fully loaded, so loading times are not known yet.',
    );
    return;
  }
  const aDay = count / days;
  const time = (requests: number): string => durationText(Math.ceil((requests / perMinute) * 6) * 10);
  const rows = PERIODS.map((period) => {
    const lists = Math.ceil((aDay * period) / pageSize) + 1;
    const whole = lists + period * Math.min(aDay, SAMPLED_A_DAY);
    return `${`${period} days`.padEnd(9)}${time(lists).padEnd(14)}${time(whole)}`;
  });
  const about = chats === 'complete' ? 'about' : 'at least';
  dialogue.tell(
    [
      `Yesterday and today had ${about} ${Math.round(aDay)} chats a day. At ${perMinute} requests a minute, reading days like these takes ${about}`,
      `${''.padEnd(9)}${'chats'.padEnd(14)}chats, and transcripts for first responses`,
      ...rows,
      'Answers come before that, with what is there. To read it at once: chat-operations-mcp sync',
    ].join('\n'),
  );
}
