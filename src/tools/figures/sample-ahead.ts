import type { AheadSamples } from '../../archive/sync/ahead-steps.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import { chatIdAt, isChatId } from '../../model/chat-columns.ts';
import { isComplete } from '../../model/coverage.ts';
import type { ChatId } from '../../model/ids.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { epochMillis } from '../../model/time/units.ts';
import { resolvePeriod, utcDaysOf, type Period } from '../../model/calendar/period.ts';
import { sampleOf } from '../../model/sampling.ts';
import type { Desk } from '../../answers/desk.ts';
import { populationOf } from './measuring.ts';
import { sampleOrder } from './random-sample.ts';
import { SAMPLE } from './response-sample.ts';

/** The transcripts that tell who wrote, of the chats of any kind. */
const ANY = 8;

/** Those of each value of the code that only transcripts with several agents tell. */
const OF_EACH_TRANSFER = 4;

/** The chats whose transcripts the figures of the last days will rest on, drawn as a question draws them. */
export function aheadSamples(desk: Desk, signal: AbortSignal): AheadSamples {
  return {
    ofDays: async (days) => (await sampleOfDays(lastDays(days, desk), desk, signal)).slice(0, SAMPLE),
    forCodes: async (days) => {
      const period = lastDays(days, desk);
      const any = (await sampleOfDays(period, desk, signal)).slice(0, ANY);
      return [...new Set([...any, ...(await ofEachTransfer(period, desk))])];
    },
  };
}

/**
 * The transcripts of a period that a question about its figures would read: those of its sample that are not at hand; as many
 * as a sample has where its chats have yet to be read.
 */
export async function sampleMissing(period: Period, desk: Desk, signal: AbortSignal): Promise<number> {
  if (!(await isRead(period, desk))) return SAMPLE;
  const sample = (await sampleOfDays(period, desk, signal)).slice(0, SAMPLE);
  return sample.length - (await desk.archive.transcripts.wholeAmong(sample)).size;
}

/** The days that `last_7_days` and its like name, in the zone of the desk. */
function lastDays(days: number, { clock, zone }: Desk): Period {
  const dayAgo = (count: number) => zone.dateOf(epochMillis(clock() - count * MILLIS_PER_DAY));
  return resolvePeriod({ from: dayAgo(days), to: dayAgo(1) }, zone, clock());
}

async function isRead(period: Period, { archive, clock }: Desk): Promise<boolean> {
  return isComplete(await archive.chats.coverageOf(utcDaysOf(period, clock())));
}

async function sampleOfDays(period: Period, desk: Desk, signal: AbortSignal): Promise<ChatId[]> {
  if (!(await isRead(period, desk))) return [];
  const { start, end } = period;
  const metrics = METRICS.filter(({ basis }) => basis === 'transcripts');
  const asked = { metrics, groupings: [], agent: undefined, time: {}, serviceLevel: undefined };
  const days = () => desk.archive.chats.columns({ start, end });
  return sampleOrder(await populationOf(period, days, asked, desk, signal), 'sample').filter(isChatId);
}

async function ofEachTransfer(period: Period, desk: Desk): Promise<ChatId[]> {
  if (!(await isRead(period, desk))) return [];
  const { start, end } = period;
  const byValue = new Map<number, ChatId[]>();
  for await (const { columns, rows } of desk.archive.chats.columns({ start, end })) {
    for (const row of rows) {
      const value = columns.codeSets[columns.codes[row] ?? -1]?.transferredCode;
      // A chat that has not ended has a transcript that tells only a part.
      if (value === undefined || Number.isNaN(columns.ends[row])) continue;
      const chats = byValue.get(value) ?? [];
      byValue.set(value, chats);
      chats.push(chatIdAt(columns, row));
    }
  }
  return [...byValue.values()].flatMap((chats) => sampleOf(chats, OF_EACH_TRANSFER));
}
