import { rolesOf } from '../insights/authorship.ts';
import type { Codebook } from '../insights/codebook.ts';
import { responsesOf, type Responses } from '../insights/digest/responses.ts';
import { isMissed } from '../insights/metrics.ts';
import { responseTimesOf, type ResponseTimes } from '../insights/response-times.ts';
import type { ChatId } from '../model/ids.ts';
import type { ChatFigures } from '../model/records.ts';
import { MOST_USED, sampleAtHand, sampleOf } from '../model/sampling.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';
import { readBehind } from './reading-behind.ts';
import { readInTurn } from './transcript-reading.ts';

/** So many transcripts are read for response times where not all are at hand: the median is known to a tenth or so. */
const SAMPLE = 50;

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
  book: Codebook,
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
  const ordered = sampleOf(population, MOST_USED);
  let whole = await transcripts.wholeAmong(ordered);
  const isWhole = (chatId: ChatId) => whole.has(chatId);
  const isRefused = (chatId: ChatId) => !isWhole(chatId) && transcripts.isRefused(chatId);
  const wanted = mayRead ? ordered.filter((chatId) => !isRefused(chatId)).slice(0, SAMPLE) : [];
  const missing = wanted.filter((chatId) => !isWhole(chatId));
  if (missing.length > 0) {
    await readBehind((behind) => readInTurn(missing, desk, behind), desk, question);
    whole = await transcripts.wholeAmong(ordered);
  }
  const sample = new Set(sampleAtHand(ordered, isWhole, isRefused, SAMPLE, mayRead));
  const responses = await responsesIn([...new Set([...whole, ...sample])], book, desk);
  const untold = [...sample].filter((chatId) => responses.get(chatId) === undefined).length;
  const awaited = wanted.filter((chatId) => !isWhole(chatId) && !isRefused(chatId)).length;
  if (untold > 0) return { of: () => undefined, untold, awaited };
  return {
    of: (some) => {
      const ids = populationOf(some);
      const looked = ids.every(isWhole) ? ids : ids.filter((chatId) => sample.has(chatId));
      const told = looked.flatMap((chatId) => responses.get(chatId) ?? []);
      return told.length < looked.length ? undefined : responseTimesOf(told, ids.length);
    },
    untold,
    awaited,
  };
}

async function responsesIn(
  chatIds: readonly ChatId[],
  book: Codebook,
  { archive }: Desk,
): Promise<Map<ChatId, Responses>> {
  const authored = await archive.transcripts.authorsOf(chatIds);
  const agents = await archive.agents.all();
  const told = new Map<ChatId, Responses>();
  for (const chat of await archive.chats.byIds(chatIds)) {
    const messages = authored.get(chat.chatId) ?? [];
    const responses = responsesOf(messages, rolesOf(messages, chat, agents, book));
    if (responses !== undefined) told.set(chat.chatId, responses);
  }
  return told;
}
