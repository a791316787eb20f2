import type { Foreign } from '../../model/foreign.ts';
import { agentNamesOf, isNameOf, partiesNamed, type AgentNames } from '../../insights/codes/author-names.ts';
import { CODES_OF_ROWS } from '../../figures/code-counts.ts';
import type { CodeName, CodeObservations, SeenTranscript } from '../../model/codes.ts';
import type { Agent, Chat, OfflineMessage } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import { agentName } from '../../answers/words/names.ts';
import { counted } from '../../model/words/count.ts';
import { spanText } from '../../model/words/duration.ts';
import { weekdayMomentText } from '../../model/words/time.ts';

/** Words a moment. */
type At = (moment: EpochMillis) => string;

/** A few records are enough to remember how it was. */
const EXAMPLES = 3;
/** The newest chats, among which records with a value are looked for. */
const LOOKED_AT = 1000;

/**
 * The newest loaded records that have a value of a code, at most three, with what is known of each beside the code and
 * without a visitor's words: `53123, Mon 23 Nov 15:40, 3.4 min: Ann Berg wrote first, the visitor last`. Reads nothing.
 */
export async function examplesOf(
  code: CodeName,
  value: number,
  observed: CodeObservations,
  { archive, zone, clock }: Desk,
): Promise<readonly string[]> {
  const at: At = (moment) => weekdayMomentText(zone, moment, clock());
  switch (code) {
    case 'unread': {
      const messages = await archive.offlineMessages.find();
      return messages
        .filter(({ unreadCode }) => unreadCode === value)
        .slice(0, EXAMPLES)
        .map((message) => messageExample(message, at));
    }
    case 'enabled': {
      const agents = await archive.agents.all();
      return agents
        .filter(({ enabledCode }) => enabledCode === value)
        .slice(0, EXAMPLES)
        .map((agent) => agentExample(agent, at));
    }
    case 'user_type': {
      const agents = agentNamesOf(observed.agentNames);
      return observed.transcripts
        .filter(({ authors }) => authors.some(({ userTypeCode }) => userTypeCode === value))
        .slice(-EXAMPLES)
        .toReversed()
        .map((transcript) => authorExample(transcript, value, agents, at));
    }
    case 'is_missed':
    case 'chat_started_by':
    case 'is_chat_transferred':
    case 'chat_ended_by':
    case 'rating': {
      const codeOf = CODES_OF_ROWS[code];
      const read = new Map(observed.transcripts.map((transcript) => [transcript.chat.chatId, transcript]));
      const withTranscript = [...read.values()].map(({ chat }) => chat).filter((chat) => codeOf(chat) === value);
      const others = (await archive.chats.newest(LOOKED_AT)).filter(
        (chat) => codeOf(chat) === value && !read.has(chat.chatId),
      );
      // What was written tells most.
      const chats = [...newestFirst(withTranscript), ...newestFirst(others)].slice(0, EXAMPLES);
      const written = await archive.transcripts.authoredOf(chats.map(({ chatId }) => chatId));
      const writers = new Map(
        written.map(({ chatId, authors, by }) => [chatId, by.map((author) => authors[author]?.authorName)] as const),
      );
      const agents = agentNamesOf(observed.agentNames);
      return chats.map((chat) =>
        chatExample(chat, writersOf(chat, writers.get(chat.chatId) ?? [], agents, observed.agentNames), at),
      );
    }
  }
}

function newestFirst(chats: readonly Chat[]): Chat[] {
  return chats.toSorted((one, other) => other.requestedAt - one.requestedAt);
}

/** A chat with who wrote in it, in the order of the messages. */
function chatExample(chat: Chat, writers: readonly string[], at: At): string {
  const { startedAt, endedAt } = chat;
  const agent = chat.agent && agentName(chat.agent);
  const facts = [
    `${chat.chatId}`,
    at(chat.requestedAt),
    startedAt === undefined
      ? `no conversation`
      : endedAt === undefined
        ? `no end`
        : spanText((endedAt - startedAt) / 1000),
    ...(agent === undefined || writers.includes(agent) ? [] : [`agent ${agent}`]),
  ];
  const written = writtenWords(writers);
  return `${facts.join(', ')}${written === undefined ? `` : `: ${written}`}`;
}

/** `the visitor wrote first, then Ann Berg, Bo Lund last`. */
function writtenWords(writers: readonly string[]): string | undefined {
  const [first] = writers;
  const last = writers.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const others = [...new Set(writers)].filter((writer) => writer !== first && writer !== last);
  if (others.length === 0 && first === last) return `${first} wrote first and last`;
  return [`${first} wrote first`, ...(others.length === 0 ? [] : [`then ${others.join(', ')}`]), `${last} last`].join(
    ', ',
  );
}

/** Who wrote each message, as far as names tell: agents by theirs, and the visitor without it. */
function writersOf(
  chat: Chat,
  names: readonly (Foreign | undefined)[],
  agents: AgentNames,
  named: CodeObservations['agentNames'],
): string[] {
  const party = partiesNamed(chat.visitor, agents);
  return names.flatMap((name) => {
    if (party(name) === 'visitor') return [`the visitor`];
    const agent = party(name) === 'agent' ? named.find((one) => isNameOf(one, name)) : undefined;
    return agent === undefined ? [] : [agentName(agent) ?? `an agent`];
  });
}

function authorExample(transcript: SeenTranscript, value: number, agents: AgentNames, at: At): string {
  const { chat, authors } = transcript;
  const party = partiesNamed(chat.visitor, agents);
  const kinds = new Set(
    authors.filter(({ userTypeCode }) => userTypeCode === value).map(({ name }) => party(name) ?? 'other'),
  );
  const who = {
    visitor: `the visitor's name`,
    agent: `an agent's name`,
    other: `a name that is neither the visitor's nor an agent's`,
  };
  const words = [...kinds].map((kind) => who[kind]).join(', ');
  return `${chat.chatId}, ${at(chat.requestedAt)}: under ${words}`;
}

function messageExample({ offlineMessageId, receivedAt, replyCount }: OfflineMessage, at: At): string {
  const replies =
    replyCount === undefined ? `` : replyCount === 0 ? `, no reply` : `, ${counted(replyCount, 'reply', 'replies')}`;
  return `${offlineMessageId}, ${at(receivedAt)}${replies}`;
}

function agentExample(agent: Agent, at: At): string {
  const login = agent.lastLoginAt === undefined ? `no login` : `last login ${at(agent.lastLoginAt)}`;
  return `${agent.agentId}, ${agentName(agent) ?? `(no name)`}, ${login}`;
}
