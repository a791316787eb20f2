import { assumedBook } from '../../model/codebook/codebook.ts';
import { areRatingsAssumed, codesLine, CodeCounts } from '../../answers/codes.ts';
import type { Desk } from '../../answers/desk.ts';
import { section, type Section } from '../../answers/rows/sections.ts';
import type { Voice } from '../../answers/rows/voice.ts';
import { agentName } from '../../answers/words/names.ts';
import type { WaitingMessages } from '../../archive/records/visitors/waiting-visitors.ts';
import { ratingValueOf } from '../../model/codebook/code-states.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { isAnswered } from '../../figures/offline-replies.ts';
import type { Chat, OfflineMessage, VisitorProfile } from '../../model/records.ts';
import { inOwnSlice, mapInSlices } from '../../model/slices.ts';
import { epochMillis } from '../../model/time/units.ts';
import { rounded } from '../../model/words/number.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { CHAT, chatBeside } from '../chats/chat-record.ts';
import { codeCounts } from '../chats/chat-codes.ts';
import { MESSAGE, rowBeside } from '../offline-messages/message-record.ts';
import { CONTACT } from './contact-record.ts';
import { latestOf, servedSince } from './served-since.ts';
import { ratingText, waitingText } from './visitor-record.ts';

/** What is known of a visitor, the newest first. */
export interface KnownOfVisitor {
  readonly profile: VisitorProfile;
  readonly chats: readonly Chat[];
  readonly offlineMessages: readonly OfflineMessage[];
}

const CHAT_OF_VISITOR = CHAT.unsaid('visitor');
const MESSAGE_OF_VISITOR = MESSAGE.unsaid('visitor');

/** The shapes of the rows, by the name of their section. */
export const ROWS = {
  records: CONTACT.schema,
  chats: CHAT_OF_VISITOR.schema,
  offline_messages: MESSAGE_OF_VISITOR.schema,
};

/** The contact records, chats and offline messages of a visitor, with what sums up each of them in its heading. */
export async function sectionsOf(known: KnownOfVisitor, desk: Desk, voice: Voice): Promise<Section[]> {
  const { profile, chats, offlineMessages } = known;
  const redactor = redactorOf(known, voice);
  const isOfAll = desk.archive.shown.chats === 'all';
  // Each goes through all chats, of which one visitor may have any number.
  const agents = isOfAll && chats.length > 1 ? await inOwnSlice(() => agentsWords(chats)) : '';
  const ratings = chats.length > 1 ? await inOwnSlice(() => ratingsWords(chats, voice.book)) : '';
  const shownChats = await mapInSlices(chats, (chat) => chatBeside(chat, redactor));
  return [
    section(
      { name: 'records', heading: headingOf('Records', profile.records.length) },
      CONTACT,
      profile.records,
      (_, index) => profile.records.length - index,
    ),
    await inOwnSlice(() =>
      section(
        {
          name: 'chats',
          heading: headingOf(isOfAll ? 'Chats' : 'Chats of this agent', chats.length, agents, ratings),
        },
        CHAT_OF_VISITOR,
        shownChats,
        ({ chat }) => chat.chatId,
      ),
    ),
    section(
      {
        name: 'offline_messages',
        heading: headingOf('Offline messages', offlineMessages.length, await waitingWords(known, desk, voice)),
      },
      MESSAGE_OF_VISITOR,
      offlineMessages.map((message) => rowBeside(message, voice.now, redactor)),
      ({ message }) => message.offlineMessageId,
    ),
  ];
}

/** The lines about codes below chats and messages. */
export function codesLines({ chats, offlineMessages }: KnownOfVisitor, book: Codebook): string[] {
  const ofMessages = new CodeCounts('unread', ({ unreadCode }: OfflineMessage) => unreadCode, offlineMessages);
  return [codesLine(codeCounts(chats), book, 'chat'), codesLine([ofMessages], book, 'offline message')].filter(
    (line) => line !== undefined,
  );
}

function redactorOf({ profile: { records } }: KnownOfVisitor, { redactor }: Voice): Redactor {
  return redactor.about({ country: records[0]?.context.country });
}

/** `Chats (4; by agent: Marcus Bell (1104) 3, Ann Lee (1101) 1; 2 ratings: mean 4.50, lowest 4):`. */
function headingOf(name: string, count: number, ...facts: readonly string[]): string {
  return `${name} (${[count, ...facts.filter((fact) => fact !== '')].join('; ')}):`;
}

/** Agents beyond these are counted together. */
const MAX_AGENTS = 10;

/** The agents of some chats, most chats first. */
function agentsWords(chats: readonly Chat[]): string {
  const named = chats.flatMap(({ agent }) => agent ?? []);
  const byAgent = [...Map.groupBy(named, ({ agentId }) => agentId).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  const words = byAgent.slice(0, MAX_AGENTS).flatMap((theirs) =>
    // The newest chat comes first, and has the name as it is now.
    theirs.slice(0, 1).map((agent) => `${agentName(agent) ?? 'agent'} (${agent.agentId}) ${theirs.length}`),
  );
  const others = byAgent.length - words.length;
  return words.length === 0 ? '' : `by agent: ${[...words, ...(others === 0 ? [] : [`${others} others`])].join(', ')}`;
}

function ratingsWords(chats: readonly Chat[], book: Codebook): string {
  const assumed = assumedBook(book);
  if (!assumed.rating.settled) return '';
  const ratings = chats.flatMap((chat) => ratingValueOf(chat, assumed) ?? []);
  if (ratings.length === 0) return '';
  const mean = rounded(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length, 2);
  return ratingText({
    n: ratings.length,
    mean,
    lowest: ratings.reduce((low, rating) => Math.min(low, rating)),
    areLikely: areRatingsAssumed(book),
  });
}

/** Whether the visitor waits for a reply, and whether they were served since. */
async function waitingWords({ profile, offlineMessages }: KnownOfVisitor, desk: Desk, voice: Voice): Promise<string> {
  const { visitorId } = profile;
  const waiting = waitingOf(offlineMessages);
  if (waiting === undefined) return '';
  const latest = await latestOf([visitorId], voice.book, desk);
  const served = await servedSince(new Map([[visitorId, waiting]]), latest, desk);
  return waitingText({ waiting, served: served.get(visitorId) }, voice);
}

function waitingOf(messages: readonly OfflineMessage[]): WaitingMessages | undefined {
  const received = messages.filter((message) => !isAnswered(message)).map(({ receivedAt }) => receivedAt);
  if (received.length === 0) return undefined;
  const [oldest, newest] = [Math.min(...received), Math.max(...received)];
  return { messages: received.length, oldestAt: epochMillis(oldest), newestAt: epochMillis(newest) };
}
