import type { WaitingMessages } from '../../archive/records/visitors/waiting-visitors.ts';
import { ratingValueOf } from '../../insights/codes/code-states.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { isAnswered } from '../../insights/triage/message-facts.ts';
import { isComplete } from '../../model/coverage.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Chat, OfflineMessage, VisitorProfile } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { agentName } from '../../answers/words/names.ts';
import { counted, durationWords, isAreWords, timeWords } from '../../answers/words/quantities.ts';
import { latestOf, servedSince, type ServedSince } from './served-since.ts';
import { servedCount, type VisitorRecords } from './visitor-records.ts';
import { rounded } from '../../model/words/number.ts';

/** Agents beyond these are told together. */
const MAX_AGENTS = 10;

/** Sums up what is at hand of a visitor: whether they wait, what they rated, and who talked with them. */
export async function visitorSummary(
  profile: VisitorProfile,
  records: VisitorRecords,
  book: Codebook,
  desk: Desk,
): Promise<OwnText> {
  const { chats } = records;
  const { shown } = desk.archive;
  const ofChats =
    shown.chats === 'all'
      ? [chatsWords(profile, records), ...agentsWords(chats), ...ratedWords(chats, book)]
      : shown.chats === 'none'
        ? []
        : [safe`At hand: ${counted(chats.length, 'chat')} of the agent.`, ...ratedWords(chats, book)];
  return paragraphs(
    joinSafe(ofChats, ' ') || undefined,
    shown.offlineMessages ? await messagesWords(profile.visitorId, records, book, desk) : undefined,
  );
}

/** Says how many chats are at hand, and of which days there may be more. */
function chatsWords({ totalChats = 0, visitorId }: VisitorProfile, { chats, days, coverage }: VisitorRecords): OwnText {
  const served = servedCount(chats);
  const without = chats.length - served;
  const found = safe`At hand: ${counted(chats.length, 'chat')}${without === 0 ? safe`` : safe`, ${without} of them without a conversation`}`;
  if (isComplete(coverage)) return safe`${found}: all there are.`;
  const others = totalChats - served;
  const areAllRead = days !== undefined && days.read >= days.asked;
  const missing =
    others > 0 ? safe`; ${others} more of the total ${isAreWords(others)} not` : safe`, with all that the total counts`;
  if (areAllRead) {
    return others > 0
      ? safe`${found}${missing}, though every day since the first visit was read: the service does not list them.`
      : safe`${found}${missing}.`;
  }
  const read = days === undefined ? safe`` : safe`; days read since the first visit: ${days.read} of ${days.asked}`;
  const how =
    days === undefined
      ? safe`list_chats with visitor ${visitorId} and a longer period reads more`
      : safe`list_chats with visitor ${visitorId} and from ${ownWord(days.from)} reads the others`;
  const what = others > 0 ? safe`` : safe`, but maybe not all missed ones`;
  return safe`${found}${missing}${what}${read}; ${how}.`;
}

/** The agents of some chats, most chats first. */
function agentsWords(chats: readonly Chat[]): OwnText[] {
  const named = chats.flatMap(({ agent }) => agent ?? []);
  if (named.length === 0) return [];
  const byAgent = [...Map.groupBy(named, ({ agentId }) => agentId).values()].sort(
    (one, other) => other.length - one.length,
  );
  const parts = byAgent.slice(0, MAX_AGENTS).flatMap((theirs) =>
    // The newest chat comes first, and has the name as it is now.
    theirs.slice(0, 1).map((agent) => safe`${agentName(agent) ?? safe`agent`} (${agent.agentId}) ${theirs.length}`),
  );
  const others = byAgent.length - parts.length;
  return [safe`By agent: ${joinSafe([...parts, ...(others === 0 ? [] : [counted(others, 'other')])], ', ')}.`];
}

function ratedWords(chats: readonly Chat[], book: Codebook): OwnText[] {
  if (!book.rating.settled) return [];
  const ratings = chats.flatMap((chat) => ratingValueOf(chat, book) ?? []);
  const [latest] = ratings;
  if (latest === undefined) return chats.length === 0 ? [] : [safe`No rating at hand.`];
  const mean = rounded(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length, 2);
  const words = ratingWords({ n: ratings.length, mean, lowest: Math.min(...ratings) });
  return [safe`They ${words}${ratings.length === 1 ? safe`` : safe`, latest ${latest}`}.`];
}

/** Says whether the visitor waits for a reply, and whether they were served since. */
async function messagesWords(
  visitorId: VisitorId,
  { offlineMessages, listed }: VisitorRecords,
  book: Codebook,
  desk: Desk,
): Promise<OwnText> {
  const waiting = waitingOf(offlineMessages);
  if (waiting === undefined) {
    const soFar = isComplete(listed) ? safe`` : safe` as far as their list was read`;
    return offlineMessages.length === 0
      ? safe`No offline message${soFar}.`
      : safe`${counted(offlineMessages.length, 'offline message')}${soFar}, none waits for a reply.`;
  }
  const waits = new Map([[visitorId, waiting]]);
  const served = await servedSince(waits, await latestOf([visitorId], book, desk), desk);
  const words = waitingWords(waiting, served.get(visitorId), desk.zone, desk.clock());
  return safe`**${counted(offlineMessages.length, 'offline message')}**: ${words}.`;
}

function waitingOf(messages: readonly OfflineMessage[]): WaitingMessages | undefined {
  const received = messages.filter((message) => !isAnswered(message)).map(({ receivedAt }) => receivedAt);
  if (received.length === 0) return undefined;
  const [oldest, newest] = [Math.min(...received), Math.max(...received)];
  return { messages: received.length, oldestAt: epochMillis(oldest), newestAt: epochMillis(newest) };
}

/** Words the ratings of a visitor: `rated 4.5 on average, lowest 3 (2 ratings)`. */
function ratingWords({
  n,
  mean,
  lowest,
}: {
  readonly n: number;
  readonly mean: number;
  readonly lowest: number;
}): OwnText {
  return n === 1 ? safe`rated ${lowest}` : safe`rated ${mean} on average, lowest ${lowest} (${n} ratings)`;
}

/** Words how many messages of a visitor wait for a reply, since when, and whether they were served since the latest of them. */
function waitingWords(
  { messages, oldestAt }: WaitingMessages,
  served: ServedSince | undefined,
  zone: Zone,
  now: EpochMillis,
): OwnText {
  const wait = messages === 1 ? safe`message waits` : safe`messages wait`;
  const since = safe`${messages} ${wait} since ${timeWords(zone, oldestAt)} (${durationWords((now - oldestAt) / 1000)})`;
  if (served === undefined) return since;
  if (served === 'no') return safe`${since}, not served since`;
  return served === 'unknown'
    ? safe`${since}, not known whether served since`
    : safe`${since}, served since at ${timeWords(zone, served)}`;
}
