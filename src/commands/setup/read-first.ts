import { ChatOperationsError } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import type { ChatId } from '../../model/ids.ts';
import { addDays, MILLIS_PER_DAY, startOfDay, utcDayOf } from '../../model/time/day.ts';
import { after, seconds } from '../../model/time/units.ts';
import type { Desk } from '../../mcp/desk.ts';
import { durationWords } from '../../mcp/words/quantities.ts';
import type { OwnText } from '../../privacy/safe-text.ts';
import type { Dialogue } from './dialogue.ts';

/** The requests and the time that a first reading may take: the first question of an assistant has to have its own. */
const MOST_REQUESTS = 20;
const WITHIN = seconds(25);

/** The transcripts that are read to see what codes mean. */
const TRANSCRIPTS = 6;
/** The newest chats, among which they are chosen. */
const LOOKED_AT = 1000;

/**
 * Reads a little of everything into the archive: the agents, today's and yesterday's chats with some of their transcripts, and the first
 * offline messages. Says how much is at hand then.
 */
export async function readFirst(desk: Desk, dialogue: Dialogue): Promise<void> {
  const { archive, clock } = desk;
  let spent = 0;
  const part = (share: number): Question => {
    const most = spent + share;
    const stop = new AbortController();
    return {
      signal: stop.signal,
      deadline: after(clock(), WITHIN),
      spent: () => {
        spent += 1;
      },
      // Not as soon as the last request goes out: its answer is to be kept.
      progressed: () => {
        if (spent >= Math.min(most, MOST_REQUESTS)) stop.abort(new EnoughRead());
      },
    };
  };
  const today = utcDayOf(clock());
  await dialogue.during('Reading today and yesterday', async () => {
    await unlessStopped(() => archive.agents.cover(part(4)));
    await unlessStopped(() => archive.chats.cover({ from: addDays(today, -1), to: today }, undefined, part(12)));
    await unlessStopped(async () => {
      const chosen = await telling(desk);
      const atHand = await archive.transcripts.wholeAmong(chosen);
      await archive.transcripts.readAll(
        chosen.filter((chatId) => !atHand.has(chatId)),
        part(TRANSCRIPTS),
      );
    });
    await unlessStopped(() => archive.offlineMessages.cover(part(1)));
  });
  const { count: chats, transcripts } = (await archive.holdings()).chats;
  dialogue.good(`${chats} chats and ${transcripts} transcripts are at hand`);
}

/** Newest chats that are over, of each value of the code that transcripts alone tell, whether a chat was passed on; those of the rarer value first. */
async function telling({ archive }: Desk): Promise<ChatId[]> {
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

/** What cannot be read, or is not read any further, is no failure of a set-up: each question says so again. */
async function unlessStopped(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof EnoughRead) && !(error instanceof ChatOperationsError)) throw error;
  }
}

/** The days whose reading is told. */
const PERIODS = [7, 30, 90];

/** The transcripts of a day that figures of first responses rest on: a sample of 400 a month. */
const SAMPLED_A_DAY = 400 / 30;

const USUAL_PAGE_SIZE = 50;

/** Says how long reading some periods will take, by the chats of yesterday and today and the rate that is known. */
export async function tellDurations(desk: Desk, dialogue: Dialogue): Promise<void> {
  const { perMinute } = await desk.budget();
  const { pageSize = USUAL_PAGE_SIZE } = (await desk.archive.holdings()).chats;
  const start = startOfDay(addDays(utcDayOf(desk.clock()), -1));
  const { of: count } = await desk.archive.transcripts.held({ start, end: desk.clock() });
  const days = (desk.clock() - start) / MILLIS_PER_DAY;
  if (count === 0) {
    dialogue.tell('There were no chats yesterday and today, so nobody can say yet how long it takes to read more.');
    return;
  }
  const aDay = count / days;
  const time = (requests: number): OwnText => durationWords(Math.ceil((requests / perMinute) * 6) * 10);
  const rows = PERIODS.map((period) => {
    const lists = Math.ceil((aDay * period) / pageSize) + 1;
    const whole = lists + period * Math.min(aDay, SAMPLED_A_DAY);
    return `${`${period} days`.padEnd(9)}${time(lists).padEnd(14)}${time(whole)}`;
  });
  dialogue.tell(
    [
      `Yesterday and today had ${Math.round(aDay)} chats a day. At ${perMinute} requests a minute, reading days like these takes about`,
      `${''.padEnd(9)}${'chats'.padEnd(14)}chats, and transcripts for first responses`,
      ...rows,
      'Answers come before that, with what is there. To read it at once: chat-operations-mcp sync',
    ].join('\n'),
  );
}
