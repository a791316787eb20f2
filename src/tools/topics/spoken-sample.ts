import { Foreign } from '../../model/foreign.ts';
import type { Conversation } from '../../archive/search/transcript-search.ts';
import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { mayHideParty, rolesOf, type AuthorClues, type Role } from '../../insights/codes/authorship.ts';
import { beginningOfTexts } from '../../insights/topics/said-words.ts';
import { MAX_SPOKEN_CHARACTERS, SpokenChats } from '../../insights/topics/spoken-chats.ts';
import { chatIdAt } from '../../model/chat-columns.ts';
import type { Coverage } from '../../model/coverage.ts';
import { languageDetector } from '../../insights/language.ts';
import type { ChatId } from '../../model/ids.ts';
import type { NamedAgent } from '../../model/records.ts';
import { eachInSlices, slices } from '../../model/slices.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { cleaned } from '../../privacy/cleaning.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import { drawSample, sampleOrder } from '../figures/random-sample.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';
import { readInTurn } from '../../answers/selection/selected-transcripts.ts';

/**
 * The transcripts that are read for an answer where not all are at hand, of each of two periods half: at 60 requests a minute
 * they take 3 to 4 minutes, and what has come is told meanwhile. 200 tell a share of 10 % to 4 points, and have three chats of a
 * topic of 3 % nearly always, which 100 have half the time.
 */
const SAMPLE = 200;

/** The most transcripts of a period that are looked at: a share of 10 % is told to 1.3 points. */
const MOST = 2000;

/** The transcripts whose texts are held at once. */
const BATCH_SIZE = 50;

/** The transcripts of a period that are looked at. */
export interface SpokenSample {
  readonly coverage: Coverage;
  /** Whether no chat of the period is missing, so that a sample of them can be drawn. */
  readonly isListed: boolean;
  /** The chats that are over, of whose transcripts these are all, or a random sample. */
  readonly population: number;
  readonly looked: readonly ChatId[];
  /** The number of the sample that is still being read, and how long that takes. */
  readonly awaited: number;
  readonly awaitedFor: Seconds;
  readonly isWhole: boolean;
  /** Whether the service gives none of the transcripts that are missing. */
  readonly isRefused: boolean;
}

/** Draws the transcripts that stand for the chats of a period, and reads what is missing of so many, as far as time allows. */
export async function drawSpoken(
  { coverage, days, isWhole: isListed }: SelectedChats,
  size: number,
  desk: Desk,
  question: AskedQuestion,
): Promise<SpokenSample> {
  const none = { coverage, isListed, population: 0, looked: [], awaited: 0, awaitedFor: seconds(0) };
  // The sample of what is known of a period would be none of the period.
  if (!isListed) return { ...none, isWhole: false, isRefused: false };
  const { transcripts } = desk.archive;
  const over = await chatsThatAreOver(days, desk, question);
  const ordered = sampleOrder(over, 'sample');
  const { ids, awaited, isWhole } = await drawSample(
    ordered,
    {
      size,
      atHand: (some) => transcripts.wholeAmong(some),
      isRefused: (chatId) => transcripts.isRefused(chatId),
      read: (missing, behind) => readInTurn(missing, desk, behind),
    },
    'sample',
    true,
    desk,
    question,
  );
  return {
    coverage,
    isListed,
    population: over.length,
    looked: ids.slice(0, MOST),
    awaited,
    awaitedFor: awaited === 0 ? seconds(0) : await transcripts.timeFor(awaited),
    isWhole,
    isRefused: ids.length === 0 && ordered.slice(0, size).some((chatId) => transcripts.isRefused(chatId)),
  };
}

/** The chats of a selection to which nothing is added any more. */
async function chatsThatAreOver(
  days: SelectedChats['days'],
  { clock }: Desk,
  { signal }: AskedQuestion,
): Promise<ChatId[]> {
  const now = clock();
  const over: ChatId[] = [];
  for await (const { columns, rows } of days()) {
    if (slices.isOver()) await slices.next(signal);
    for (const row of rows) {
      const [requested, ended] = [columns.requests[row] ?? Number.NaN, columns.ends[row] ?? Number.NaN];
      if (ended <= now || requested <= now - MILLIS_PER_DAY) over.push(chatIdAt(columns, row));
    }
  }
  return over;
}

/** What was said in the transcripts of a period. */
export interface PeriodTalk {
  readonly sample: SpokenSample;
  /** The transcripts in which nobody can tell what the visitor wrote, and the chats in which a visitor wrote something. */
  readonly untold: number;
  readonly areMostUntold: boolean;
  readonly chats: number;
  /** Whether they are not all of the period. */
  readonly isSample: boolean;
}

/** What was said in a period, and in the one that it is compared with. */
export interface Talk {
  readonly spoken: SpokenChats;
  readonly now: PeriodTalk;
  /** Comparable where the transcripts of both are all that they are to be. */
  readonly before: (PeriodTalk & { readonly isComparable: boolean }) | undefined;
  /** The agents of the chats. */
  readonly named: ReadonlyMap<number, NamedAgent>;
}

/** Reads what was said in one period, or in two. */
export async function talkIn(selected: readonly SelectedChats[], desk: Desk, question: AskedQuestion): Promise<Talk> {
  const samples: SpokenSample[] = [];
  const size = SAMPLE / selected.length;
  for (const chats of selected) samples.push(await drawSpoken(chats, size, desk, question));
  const spoken = new SpokenChats(await languageDetector());
  const named = new Map<number, NamedAgent>();
  // Also those whom only chats name: the list may not be read yet, and forgets who has left.
  const agents = agentNamesOf((await desk.archive.observedCodes()).agentNames);
  const clues = { agents, book: await codebookOf(desk) };
  const talks: PeriodTalk[] = [];
  for (const [index, sample] of samples.entries()) {
    const begin = spoken.chats.length;
    const untold = await addSpoken(spoken, named, sample.looked, index > 0, clues, desk, question);
    const isSample = sample.looked.length < sample.population;
    const areMostUntold = 2 * untold > sample.looked.length;
    talks.push({ sample, untold, areMostUntold, chats: spoken.chats.length - begin, isSample });
  }
  const [now, before] = talks;
  if (now === undefined) throw new TypeError('no period was asked for');
  const isComparable = talks.every(({ sample, areMostUntold }) => sample.isWhole && !areMostUntold);
  return { spoken, now, named, before: before && { ...before, isComparable } };
}

/** Adds what was said in some transcripts, and returns the number of those in which nobody can tell what the visitor wrote. */
async function addSpoken(
  spoken: SpokenChats,
  named: Map<number, NamedAgent>,
  looked: readonly ChatId[],
  isBefore: boolean,
  clues: AuthorClues,
  { archive }: Desk,
  { signal }: AskedQuestion,
): Promise<number> {
  let untold = 0;
  for (let begin = 0; begin < looked.length; begin += BATCH_SIZE) {
    const conversations = await archive.search.conversations(looked.slice(begin, begin + BATCH_SIZE));
    await eachInSlices(
      conversations.values(),
      (conversation) => {
        const { chat, messages } = conversation;
        const roles = rolesOf(messages, chat, clues);
        if (mayHideParty(roles) && !roles.includes('visitor')) untold += 1;
        else addChat(spoken, conversation, roles, isBefore);
        if (chat.agent !== undefined) named.set(chat.agent.agentId, chat.agent);
      },
      signal,
    );
  }
  return untold;
}

function addChat(
  spoken: SpokenChats,
  { chat, messages }: Conversation,
  roles: readonly Role[],
  isBefore: boolean,
): void {
  const { chatId, requestedAt, visitor, agent } = chat;
  const agentNames = [agent?.firstName, agent?.lastName].flatMap((name) =>
    name === undefined ? [] : new Foreign(name),
  );
  const names = [...messages.map(({ authorName }) => authorName), visitor.name, ...agentNames];
  spoken.add({
    chatId,
    requestedAt,
    visitorId: visitor.visitorId,
    agentId: agent?.agentId,
    isBefore,
    said: messages
      .filter((_, index) => roles[index] === 'visitor')
      .map(({ text }) => cleaned(beginningOfTexts([text], MAX_SPOKEN_CHARACTERS))),
    names: names.flatMap((name) => name ?? []),
  });
}
