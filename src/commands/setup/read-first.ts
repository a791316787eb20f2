import { ChatOperationsError } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
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

/**
 * Reads a little of everything into the archive: the agents, today's and yesterday's chats with some of their transcripts, and the first
 * offline messages. Then says how long more will take. Returns the number of requests.
 */
export async function readFirst(desk: Desk, dialogue: Dialogue): Promise<number> {
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
      const lately = { start: startOfDay(addDays(today, -1)), end: clock() };
      const missing = await archive.transcripts.missing(lately, TRANSCRIPTS);
      await archive.transcripts.readAll(missing, part(TRANSCRIPTS));
    });
    await unlessStopped(() => archive.offlineMessages.cover(part(1)));
  });
  const { count: chats, transcripts } = (await archive.holdings()).chats;
  dialogue.good(`${chats} chats and ${transcripts} transcripts are at hand`);
  return spent;
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
  const { count, pageSize = USUAL_PAGE_SIZE } = (await desk.archive.holdings()).chats;
  const days = (desk.clock() - startOfDay(addDays(utcDayOf(desk.clock()), -1))) / MILLIS_PER_DAY;
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
