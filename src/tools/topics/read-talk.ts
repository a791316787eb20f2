import type { Conversation } from '../../archive/search/transcript-search.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';
import { readInTurn } from '../../answers/selection/selected-transcripts.ts';
import { DrawnSample, type StandIn, type StandIns } from '../../figures/statistics/drawn-sample.ts';
import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { mayHideParty, rolesOf, type AuthorClues, type Role } from '../../insights/codes/authorship.ts';
import { languageDetector } from '../../insights/language.ts';
import { chatsOf, type WeighedChats } from '../../insights/topics/changed-terms.ts';
import { beginningOfTexts } from '../../insights/topics/said-words.ts';
import { MAX_SPOKEN_CHARACTERS, SpokenChats } from '../../insights/topics/spoken-chats.ts';
import { chatIdAt, isVisitorId } from '../../model/chat-columns.ts';
import { Foreign } from '../../model/foreign.ts';
import type { ChatId, VisitorId } from '../../model/ids.ts';
import type { NamedAgent } from '../../model/records.ts';
import { eachInSlices, slices } from '../../model/slices.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { Seconds } from '../../model/time/units.ts';
import { cleaned } from '../../privacy/cleaning.ts';
import { sampleOrder } from '../figures/random-sample.ts';
import { readBehind } from '../figures/reading-behind.ts';

/**
 * As many transcripts say enough, of each of two periods half: at 60 requests a minute they take 3 to 4 minutes, and what has come is
 * shown meanwhile. 200 show a share of 10 % to 4 points, and have three chats of a topic of 3 % nearly always.
 */
const SAMPLE = 200;

/** The most transcripts of a period that are looked at: a share of 10 % is shown to 1.3 points. */
const MOST = 2000;

/** The transcripts whose texts are held at once. */
const BATCH_SIZE = 50;

/** What was said in a period. */
export interface PeriodTalk {
  readonly chats: SelectedChats;
  /** The chats that are over, of whose transcripts these are all, or stand for all. */
  readonly population: number;
  readonly read: StandIns<ChatId>;
  /** Whether they are not all of the period. */
  readonly isSample: boolean;
  /** The transcripts that are still to be loaded, and how long that takes. */
  readonly awaited: number;
  readonly awaitedFor: Seconds;
  /** Whether the service gives none of the transcripts that are missing. */
  readonly isRefused: boolean;
  /** The transcripts in which nobody can tell what the visitor wrote, and the chats in which a visitor wrote something. */
  readonly untold: number;
  readonly areMostUntold: boolean;
  readonly spoken: number;
  readonly weighed: WeighedChats;
}

/** What was said in a period, and in the one that it is compared with. */
export interface Talk {
  readonly spoken: SpokenChats;
  readonly now: PeriodTalk;
  readonly before: PeriodTalk | undefined;
  /** Whether both periods are read as fully as they are to be. */
  readonly isComparable: boolean;
  /** The agents of the chats. */
  readonly named: ReadonlyMap<number, NamedAgent>;
}

/** Whose chats are asked about: those of one visitor, or of some; of all where nothing is said. */
export interface Asked {
  readonly visitor?: VisitorId | undefined;
  readonly isAsked?: ((visitorId: VisitorId) => boolean) | undefined;
}

/**
 * Reads what was said in one period, or in two: all that is loaded, and of the rest a random sample. The earlier period is to
 * say as much as the later one. What is missing of both is loaded as far as time allows, and behind the answer.
 */
export async function talkIn(
  selected: readonly SelectedChats[],
  asked: Asked,
  desk: Desk,
  question: AskedQuestion,
): Promise<Talk> {
  const { transcripts } = desk.archive;
  const ordered: ChatId[][] = [];
  const populations: number[] = [];
  for (const { isWhole, days } of selected) {
    // The sample of what is known of a period would be none of the period.
    const over = isWhole ? await chatsThatAreOver(days, asked, desk, question) : [];
    populations.push(over.length);
    ordered.push(sampleOrder(over, 'sample'));
  }
  const missing = async (): Promise<ChatId[][]> => {
    const least = SAMPLE / selected.length;
    let size = least;
    return (await samplesOf(ordered, desk)).map((sample) => {
      const wanted = sample.missingFor(size);
      // The later period comes first: the earlier one is to say as much.
      size = Math.max(least, Math.min(MOST, wanted.size));
      return [...wanted.ids];
    });
  };
  const first = (await missing()).flat();
  if (first.length > 0) {
    const read = async (behind: AskedQuestion, answeredAt: AskedQuestion['deadline']): Promise<void> => {
      await readInTurn(first, desk, { ...behind, priority: 'person', deadline: answeredAt });
      const come = await transcripts.wholeAmong(first);
      const rest = first.filter((id) => !come.has(id));
      await readInTurn(rest, desk, behind);
    };
    await readBehind((behind, answeredAt) => read({ ...question, ...behind }, answeredAt), 1, desk, question);
  }
  const awaited = await missing();
  const samples = await samplesOf(ordered, desk);
  const spoken = new SpokenChats(await languageDetector());
  const named = new Map<number, NamedAgent>();
  // Also those whom only chats name: the list may not be read yet, and forgets who has left.
  const agents = agentNamesOf((await desk.archive.observedCodes()).agentNames);
  const clues = { agents, book: await codebookOf(desk) };
  const talks: PeriodTalk[] = [];
  for (const [index, chats] of selected.entries()) {
    const begin = spoken.chats.length;
    const read = samples[index]?.standIns(MOST) ?? { all: [], loaded: 0, drawn: 0, rest: 0 };
    const population = populations[index] ?? 0;
    const untold = await addSpoken(spoken, named, read.all, index > 0, clues, asked, desk, question);
    const left = awaited[index]?.length ?? 0;
    talks.push({
      chats,
      population,
      read,
      isSample: read.all.length < population,
      awaited: left,
      awaitedFor: await transcripts.timeFor(left),
      isRefused: read.all.length === 0 && (ordered[index] ?? []).some((id) => transcripts.isRefused(id)),
      untold,
      areMostUntold: 2 * untold > read.all.length,
      spoken: spoken.chats.length - begin,
      weighed: chatsOf(spoken, index > 0),
    });
  }
  const [now, before] = talks;
  if (now === undefined) throw new TypeError('no period was asked for');
  const isComparable = talks.every(
    ({ awaited, areMostUntold, spoken }) => awaited === 0 && !areMostUntold && spoken > 0,
  );
  return { spoken, now, named, before, isComparable };
}

/** The samples of some periods as they are now, without what the service does not give. */
async function samplesOf(
  ordered: readonly (readonly ChatId[])[],
  { archive: { transcripts } }: Desk,
): Promise<DrawnSample<ChatId>[]> {
  const samples: DrawnSample<ChatId>[] = [];
  for (const ids of ordered) {
    const loaded = await transcripts.wholeAmong(ids);
    samples.push(
      new DrawnSample(
        ids.filter((id) => loaded.has(id) || !transcripts.isRefused(id)),
        loaded,
      ),
    );
  }
  return samples;
}

/** The chats of a selection to which nothing is added any more. */
async function chatsThatAreOver(
  days: SelectedChats['days'],
  { visitor, isAsked }: Asked,
  { clock }: Desk,
  { signal }: AskedQuestion,
): Promise<ChatId[]> {
  const now = clock();
  const isOf = (id: number | undefined): boolean =>
    (visitor === undefined || id === visitor) && (isAsked === undefined || (isVisitorId(id) && isAsked(id)));
  const over: ChatId[] = [];
  for await (const { columns, rows } of days()) {
    if (slices.isOver()) await slices.next(signal);
    for (const row of rows) {
      const [requested, ended] = [columns.requests[row] ?? Number.NaN, columns.ends[row] ?? Number.NaN];
      const isOver = ended <= now || requested <= now - MILLIS_PER_DAY;
      if (isOver && isOf(columns.visitors[row])) over.push(chatIdAt(columns, row));
    }
  }
  return over;
}

/** Adds what was said in some transcripts, and returns the number of those in which nobody can tell what the visitor wrote. */
async function addSpoken(
  spoken: SpokenChats,
  named: Map<number, NamedAgent>,
  read: readonly StandIn<ChatId>[],
  isBefore: boolean,
  clues: AuthorClues,
  { visitor }: Asked,
  { archive }: Desk,
  { signal }: AskedQuestion,
): Promise<number> {
  let untold = 0;
  const weights = new Map(read.map(({ id, weight }) => [id, weight]));
  for (let begin = 0; begin < read.length; begin += BATCH_SIZE) {
    const batch = read.slice(begin, begin + BATCH_SIZE).map(({ id }) => id);
    await eachInSlices(
      (await archive.search.conversations(batch)).values(),
      (conversation) => {
        const { chat, messages } = conversation;
        const roles = rolesOf(messages, chat, clues);
        if (mayHideParty(roles) && !roles.includes('visitor')) untold += 1;
        else addChat(spoken, conversation, roles, isBefore, weights.get(chat.chatId) ?? 1, visitor);
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
  weight: number,
  asked: VisitorId | undefined,
): void {
  const { chatId, requestedAt, visitor, agent } = chat;
  const agentNames = [agent?.firstName, agent?.lastName].flatMap((name) =>
    name === undefined ? [] : new Foreign(name),
  );
  const names = [...messages.map(({ authorName }) => authorName), visitor.name, ...agentNames];
  spoken.add({
    chatId,
    requestedAt,
    // Of one visitor each chat counts for itself.
    visitorId: asked === undefined ? visitor.visitorId : undefined,
    agentId: agent?.agentId,
    isBefore,
    weight,
    said: messages
      .filter((_, index) => roles[index] === 'visitor')
      .map(({ text }) => cleaned(beginningOfTexts([text], MAX_SPOKEN_CHARACTERS))),
    names: names.flatMap((name) => name ?? []),
  });
}
