import { rolesOf } from '../insights/authorship.ts';
import type { Codebook } from '../insights/codebook.ts';
import { responsesOf, type Responses } from '../insights/digest/responses.ts';
import { isMissed } from '../insights/metrics.ts';
import { responseTimesOf, type ResponseTimes } from '../insights/response-times.ts';
import type { ChatId } from '../model/ids.ts';
import type { ChatFigures } from '../model/records.ts';
import { MOST_USED, randomSampleOf, sampleOf } from '../model/sampling.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';
import { readBehind } from './reading-behind.ts';
import { readInTurn } from './transcript-reading.ts';

/** So many transcripts are read for response times where not all are at hand: the median is known to a tenth or so. */
const SAMPLE = 50;

/** Response times of chats of one period, as far as transcripts are at hand. */
export interface ResponseSample {
  of(chats: readonly ChatFigures[]): ResponseTimes | undefined;
}

/** None: the sample of a period that is not known whole would not be one. */
export const NO_SAMPLE: ResponseSample = { of: () => undefined };

/**
 * Makes response times of some chats of a period: of all transcripts where they are at hand, else of a random sample,
 * which is read where it is missing, if it may. `groups` are the parts of them that will be asked about: whatever transcripts at
 * hand are a random sample of a part are used for it.
 */
export async function responseSampleOf(
  chats: readonly ChatFigures[],
  groups: readonly (readonly ChatFigures[])[],
  mayRead: boolean,
  book: Codebook,
  desk: Desk,
  question: AskedQuestion,
): Promise<ResponseSample> {
  const now = desk.clock();
  const populationOf = (some: readonly ChatFigures[]): ChatId[] =>
    some
      .filter(({ codes, endedAt }) => endedAt !== undefined && endedAt <= now && isMissed(codes, book) === false)
      .map(({ chatId }) => chatId);
  const population = populationOf(chats);
  if (population.length === 0) return NO_SAMPLE;
  // Of all beyond these, too, they are a random sample.
  const candidates = sampleOf(population, MOST_USED);
  let whole = await desk.archive.transcripts.wholeAmong(candidates);
  let refused: ReadonlySet<ChatId> = new Set();
  const wanted = mayRead ? candidates.slice(0, SAMPLE) : [];
  const missing = wanted.filter((chatId) => !whole.has(chatId));
  if (missing.length > 0) {
    const isFinished = await readBehind((behind) => readInTurn(missing, desk, behind), desk, question);
    whole = await desk.archive.transcripts.wholeAmong(candidates);
    if (isFinished) refused = new Set(missing.filter((chatId) => !whole.has(chatId)));
  }
  const atHand = (ids: readonly ChatId[]) => randomSampleOf(ids, (id) => whole.has(id), refused);
  const used = [...new Set([population, ...groups.map(populationOf)].flatMap(atHand))];
  const responses = await responsesIn(used, book, desk);
  return {
    of: (some) => {
      const ids = populationOf(some);
      return responseTimesOf(
        atHand(ids).flatMap((chatId) => responses.get(chatId) ?? []),
        ids.length,
      );
    },
  };
}

async function responsesIn(
  chatIds: readonly ChatId[],
  book: Codebook,
  { archive }: Desk,
): Promise<Map<ChatId, Responses>> {
  const authored = await archive.transcripts.authorsOf(chatIds);
  const agents = await archive.agents.all();
  return new Map(
    (await archive.chats.byIds(chatIds)).map((chat) => {
      const messages = authored.get(chat.chatId) ?? [];
      return [chat.chatId, responsesOf(messages, rolesOf(messages, chat, agents, book))];
    }),
  );
}
