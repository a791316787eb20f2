import { rolesOf } from '../insights/authorship.ts';
import type { Codebook } from '../insights/codebook.ts';
import { responsesOf, type Responses } from '../insights/digest/responses.ts';
import { isMissed } from '../insights/metrics.ts';
import { responseTimesOf, type ResponseTimes } from '../insights/response-times.ts';
import type { ChatId } from '../model/ids.ts';
import type { Agent, ChatFigures } from '../model/records.ts';
import { epochMillis } from '../model/units.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';
import { drawSample } from './random-sample.ts';
import { readInTurn } from './transcript-reading.ts';

/** So many transcripts are read for response times where not all are at hand: the median is known to a tenth or so. */
const SAMPLE = 50;

/** By whom it is told who wrote a message. */
interface Parties {
  readonly agents: readonly Agent[];
  readonly book: Codebook;
}

/** Response times of chats of one period, as far as transcripts are at hand. */
export interface ResponseSample {
  of(chats: readonly ChatFigures[]): ResponseTimes | undefined;
  /** Of how many of the chats that were looked at nobody can tell who wrote: then there are no response times. */
  readonly untold: number;
  /** How many transcripts of the sample are still being read. */
  readonly awaited: number;
}

/** None: the sample of a period that is not known whole would not be one. */
export const NO_SAMPLE: ResponseSample = { of: () => undefined, untold: 0, awaited: 0 };

/**
 * Makes response times of some chats of a period, and of groups of them: of all transcripts where they are at hand, else
 * of those of one random sample, which is read where it is missing, if it may.
 */
export async function responseSampleOf(
  chats: readonly ChatFigures[],
  mayRead: boolean,
  { agents, book }: Parties,
  desk: Desk,
  question: AskedQuestion,
): Promise<ResponseSample> {
  const { transcripts } = desk.archive;
  const now = desk.clock();
  const populationOf = (some: readonly ChatFigures[]): ChatId[] =>
    some
      .filter(({ codes, endedAt }) => endedAt !== undefined && endedAt <= now && isMissed(codes, book) === false)
      .map(({ chatId }) => chatId);
  const population = populationOf(chats);
  const { ids, isAtHand, awaited } = await drawSample(
    population,
    {
      size: SAMPLE,
      atHand: (some) => transcripts.wholeAmong(some),
      isRefused: (chatId) => transcripts.isRefused(chatId),
      read: (missing, behind) => readInTurn(missing, desk, behind),
    },
    mayRead,
    desk,
    question,
  );
  const sample = new Set(ids);
  const responses = await responsesIn(population.filter(isAtHand), { agents, book }, desk);
  const untold = [...sample].filter((chatId) => responses.get(chatId) === undefined).length;
  if (untold > 0) return { of: () => undefined, untold, awaited };
  return {
    of: (some) => {
      const ids = populationOf(some);
      const looked = ids.every(isAtHand) ? ids : ids.filter((chatId) => sample.has(chatId));
      const told = looked.flatMap((chatId) => responses.get(chatId) ?? []);
      return told.length < looked.length ? undefined : responseTimesOf(told, ids.length);
    },
    untold,
    awaited,
  };
}

async function responsesIn(
  chatIds: readonly ChatId[],
  { agents, book }: Parties,
  { archive }: Desk,
): Promise<Map<ChatId, Responses>> {
  const told = new Map<ChatId, Responses>();
  for (const transcript of await archive.transcripts.authoredOf(chatIds)) {
    const { chatId, by, at } = transcript;
    const roles = rolesOf(transcript.authors, transcript, agents, book);
    const messages = at.map((time) => (Number.isNaN(time) ? {} : { at: epochMillis(time) }));
    const responses = responsesOf(
      messages,
      by.map((author) => roles[author] ?? 'unknown'),
    );
    if (responses !== undefined) told.set(chatId, responses);
  }
  return told;
}
