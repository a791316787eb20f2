import { agentNameOf, agentNamesOf, partiesNamed, type AgentNames } from '../../insights/codes/author-names.ts';
import { CODES_OF_ROWS } from '../../insights/figures/code-counts.ts';
import type { CodeName, CodeObservations, SeenTranscript } from '../../model/codes.ts';
import { nameIdentity } from '../../model/person.ts';
import type { Agent, Chat, OfflineMessage } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { agentName } from '../../answers/words/names.ts';
import { counted, durationWords, timeWords } from '../../answers/words/quantities.ts';

/** A few records are enough to remember how it was. */
const EXAMPLES = 3;
/** The newest chats, among which records with a value are looked for. */
const LOOKED_AT = 1000;

/**
 * The newest records at hand that have a value of a code, at most three, with what is known of each beside the code and
 * without a visitor's words: `53123, Mon 23 Nov 15:40, 3.4 min: Ann Berg wrote first, the visitor last`. Reads nothing.
 */
export async function examplesOf(
  code: CodeName,
  value: number,
  observed: CodeObservations,
  { archive, zone }: Desk,
): Promise<readonly OwnText[]> {
  switch (code) {
    case 'unread': {
      const messages = await archive.offlineMessages.find();
      return messages
        .filter(({ unreadCode }) => unreadCode === value)
        .slice(0, EXAMPLES)
        .map((message) => messageExample(message, zone));
    }
    case 'enabled': {
      const agents = await archive.agents.all();
      return agents
        .filter(({ enabledCode }) => enabledCode === value)
        .slice(0, EXAMPLES)
        .map((agent) => agentExample(agent, zone));
    }
    case 'user_type': {
      const agents = agentNamesOf(observed.agentNames);
      return observed.transcripts
        .filter(({ authors }) => authors.some(({ userTypeCode }) => userTypeCode === value))
        .slice(-EXAMPLES)
        .toReversed()
        .map((transcript) => authorExample(transcript, value, agents, zone));
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
        chatExample(chat, writersOf(chat, writers.get(chat.chatId) ?? [], agents, observed.agentNames), zone),
      );
    }
  }
}

function newestFirst(chats: readonly Chat[]): Chat[] {
  return chats.toSorted((one, other) => other.requestedAt - one.requestedAt);
}

/** A chat with who wrote in it, in the order of the messages. */
function chatExample(chat: Chat, writers: readonly OwnText[], zone: Zone): OwnText {
  const { startedAt, endedAt } = chat;
  const agent = chat.agent && agentName(chat.agent);
  const facts = [
    safe`${chat.chatId}`,
    timeWords(zone, chat.requestedAt),
    startedAt === undefined
      ? safe`no conversation`
      : endedAt === undefined
        ? safe`no end`
        : durationWords((endedAt - startedAt) / 1000),
    ...(agent === undefined || writers.includes(agent) ? [] : [safe`agent ${agent}`]),
  ];
  const written = writtenWords(writers);
  return safe`${joinSafe(facts, ', ')}${written === undefined ? safe`` : safe`: ${written}`}`;
}

/** `the visitor wrote first, then Ann Berg, Bo Lund last`. */
function writtenWords(writers: readonly OwnText[]): OwnText | undefined {
  const [first] = writers;
  const last = writers.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const others = [...new Set(writers)].filter((writer) => writer !== first && writer !== last);
  if (others.length === 0 && first === last) return safe`${first} wrote first and last`;
  return joinSafe(
    [
      safe`${first} wrote first`,
      ...(others.length === 0 ? [] : [safe`then ${joinSafe(others, ', ')}`]),
      safe`${last} last`,
    ],
    ', ',
  );
}

/** Who wrote each message, as far as names tell: agents by theirs, and the visitor without it. */
function writersOf(
  chat: Chat,
  names: readonly (string | undefined)[],
  agents: AgentNames,
  named: CodeObservations['agentNames'],
): OwnText[] {
  const party = partiesNamed(chat.visitor, agents);
  return names.flatMap((name) => {
    if (party(name) === 'visitor') return [safe`the visitor`];
    const agent = party(name) === 'agent' ? named.find((one) => agentNameOf(one) === nameIdentity(name)) : undefined;
    return agent === undefined ? [] : [agentName(agent) ?? safe`an agent`];
  });
}

function authorExample(transcript: SeenTranscript, value: number, agents: AgentNames, zone: Zone): OwnText {
  const { chat, authors } = transcript;
  const party = partiesNamed(chat.visitor, agents);
  const kinds = new Set(
    authors.filter(({ userTypeCode }) => userTypeCode === value).map(({ name }) => party(name) ?? 'other'),
  );
  const who = {
    visitor: safe`the visitor's name`,
    agent: safe`an agent's name`,
    other: safe`a name that is neither the visitor's nor an agent's`,
  };
  const words = joinSafe(
    [...kinds].map((kind) => who[kind]),
    ', ',
  );
  return safe`${chat.chatId}, ${timeWords(zone, chat.requestedAt)}: under ${words}`;
}

function messageExample({ offlineMessageId, receivedAt, replyCount }: OfflineMessage, zone: Zone): OwnText {
  const replies =
    replyCount === undefined
      ? safe``
      : replyCount === 0
        ? safe`, no reply`
        : safe`, ${counted(replyCount, 'reply', 'replies')}`;
  return safe`${offlineMessageId}, ${timeWords(zone, receivedAt)}${replies}`;
}

function agentExample(agent: Agent, zone: Zone): OwnText {
  const login =
    agent.lastLoginAt === undefined ? safe`no login` : safe`last login ${timeWords(zone, agent.lastLoginAt)}`;
  return safe`${agent.agentId}, ${agentName(agent) ?? safe`(no name)`}, ${login}`;
}
