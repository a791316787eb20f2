import { rolesOf, type AuthorClues } from '../../insights/codes/authorship.ts';
import { conversationColumns } from '../../insights/digest/conversation-columns.ts';
import { responsesOf, type Responses } from '../../insights/digest/responses.ts';
import type { Conversations } from '../../figures/group-sums.ts';
import { isChatId } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import { eachInSlices } from '../../model/slices.ts';
import { epochMillis, seconds, type Seconds } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { drawSample, sampleOrder, type Reading } from './random-sample.ts';
import { readInTurn } from '../../answers/selection/selected-transcripts.ts';

/** The size of the sample of transcripts where not all are at hand: it tells the median to a tenth or so. */
export const SAMPLE = 50;

/** So many of a sample make it whole: the service may not give each one. */
const WHOLE = 0.9;

/** The transcripts that stand for a period, and those that are missing. */
export interface DrawnTranscripts {
  /** In the order of samples; of the largest population, only the first ones are told. */
  readonly atHand: readonly ChatId[];
  readonly sample: ReadonlySet<number>;
  readonly isAtHand: (chatId: number) => boolean;
  /** The number of wanted transcripts that are still being read, and how long that takes. */
  readonly awaited: number;
  readonly awaitedFor: Seconds;
  readonly isWhole: boolean;
  /** The size that the sample is to have: smaller ones are compared with none. */
  readonly planned: number;
  /** The number of all that are not at hand. */
  readonly missing: number;
}

/** Whether so many transcripts are nearly all that were to be looked at. */
export function isSampleWhole(looked: number, planned: number): boolean {
  return looked >= WHOLE * planned;
}

/**
 * Draws the transcripts that stand for some chats, or all of theirs, and reads what is missing of them, if it may.
 */
export async function drawTranscripts(
  population: Float64Array,
  reading: Reading,
  isAskedFor: boolean,
  desk: Desk,
  question: AskedQuestion,
): Promise<DrawnTranscripts> {
  const { transcripts } = desk.archive;
  const ordered = sampleOrder(population, reading).filter(isChatId);
  const { ids, isAtHand, awaited, isWhole } = await drawSample(
    ordered,
    {
      size: SAMPLE,
      atHand: (some) => transcripts.wholeAmong(some),
      isRefused: (chatId) => transcripts.isRefused(chatId),
      read: (missing, behind) => readInTurn(missing, desk, behind),
    },
    reading,
    isAskedFor,
    desk,
    question,
  );
  const atHand = ordered.filter(isAtHand);
  const known = new Set<number>(atHand);
  return {
    atHand,
    sample: new Set<number>(ids),
    isAtHand: (chatId) => known.has(chatId),
    awaited,
    isWhole,
    planned: Math.min(reading === 'all' ? population.length : SAMPLE, population.length),
    missing: population.length - atHand.length,
    awaitedFor: awaited === 0 ? seconds(0) : await transcripts.timeFor(awaited),
  };
}

/**
 * Measures transcripts. Those in which nobody can tell who wrote are left out and counted; where they are more than half, the
 * others are no random sample any more, and nothing is measured.
 */
export async function conversationsIn(
  { atHand, sample, isAtHand }: DrawnTranscripts,
  clues: AuthorClues,
  desk: Desk,
): Promise<{ readonly conversations?: Conversations; readonly untold: number; readonly looked: number }> {
  const measured = await responsesIn(atHand, clues, desk);
  const columns = conversationColumns(measured);
  const untold = [...sample].filter((chatId) => columns.placeOf(chatId) === undefined).length;
  const looked = sample.size;
  if (2 * untold > looked) return { untold, looked };
  return {
    conversations: {
      columns,
      isAtHand,
      isSampled: (chatId) => sample.has(chatId),
      isUntold: (chatId) => isAtHand(chatId) && columns.placeOf(chatId) === undefined,
    },
    untold,
    looked,
  };
}

async function responsesIn(
  chatIds: readonly ChatId[],
  clues: AuthorClues,
  { archive }: Desk,
): Promise<Map<ChatId, Responses>> {
  const told = new Map<ChatId, Responses>();
  await eachInSlices(await archive.transcripts.authoredOf(chatIds), (transcript) => {
    const { chatId, by, at } = transcript;
    const roles = rolesOf(transcript.authors, transcript, clues);
    const messages = at.map((time) => (Number.isNaN(time) ? {} : { at: epochMillis(time) }));
    const responses = responsesOf(
      messages,
      by.map((author) => roles[author] ?? 'unknown'),
    );
    if (responses !== undefined) told.set(chatId, responses);
  });
  return told;
}
