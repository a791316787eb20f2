import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ArchiveUnusable } from '../model/errors.ts';
import { AgentId, ChatId, OfflineMessageId, VisitorId } from '../model/ids.ts';
import { quoted, safe, type OwnText, type SafeText } from '../privacy/safe-text.ts';
import type { Screen } from '../privacy/screen.ts';
import { matching } from './arguments/completions.ts';
import { codebookOf, screenOf, type Desk, type DeskToOpen } from './protocol/desk.ts';
import type { AskedQuestion } from './protocol/question.ts';
import { paragraphs, RESOURCE_TOKENS } from './protocol/token-budget.ts';
import { unkeptWords } from './protocol/error-words.ts';
import { agentName, timeWords, visitorName } from './words/words.ts';
import { agentLine } from './agents/list-support-agents.ts';
import { offlineMessagePage } from './offline-messages/offline-message-page.ts';
import { transcriptPage } from './chats/transcript-page.ts';
import { visitorPage } from './visitors/visitor-page.ts';
import { knownOf, totalWords } from './visitors/known-visitor.ts';
import { asOfWords, PRIVATE, readResource, type ChatResource } from './protocol/resource.ts';

/** How many entries a template lists. */
const RECENT = 10;

/** Beside a page stand the call that goes on, and how old it is. */
const ROOM_FOR_PAGE = RESOURCE_TOKENS - 200;

/** A record that a host can list, complete and read by its id. */
interface RecordResource<Id extends number> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A template with one variable. */
  readonly uri: string;
  readonly variable: string;
  readonly id: (value: unknown) => Id | undefined;
  /** The newest records at hand, with what to call them; nothing is read for it. */
  recent(desk: Desk, screen: Screen): Promise<readonly { readonly id: Id; readonly label: SafeText }[]>;
  read(id: Id, desk: Desk, question: AskedQuestion): Promise<OwnText>;
}

function recordResource<Id extends number>(record: RecordResource<Id>): ChatResource {
  const { name, uri, variable, title, description } = record;
  const uriOf = (id: Id) => uri.replace(`{${variable}}`, String(id));
  return {
    name,
    advertisement: { uri, variable, title, description, cacheHint: PRIVATE },
    read: (asked, variables, open, context) =>
      readResource(asked, open, context, (desk, question) =>
        record.read(idIn(asked, variables, record), desk, question),
      ),
    list: async (open) =>
      (await recentOf(record, open)).slice(0, RECENT).map(({ id, label }) => ({
        uri: uriOf(id),
        name: `${name} ${id}`,
        title: label,
        mimeType: 'text/markdown',
      })),
    complete: async (typed, open) =>
      matching(
        typed,
        (await recentOf(record, open)).map(({ id }) => String(id)),
      ),
  };
}

/** The newest records, each once. None where they cannot be asked for now: other resources are there all the same. */
async function recentOf<Id extends number>(
  record: RecordResource<Id>,
  open: DeskToOpen['open'],
): Promise<{ readonly id: Id; readonly label: SafeText }[]> {
  try {
    const desk = await open();
    const recent = await desk.despiteDamage(async () => record.recent(desk, await screenOf(desk)));
    const newest = new Map<Id, { readonly id: Id; readonly label: SafeText }>();
    for (const one of recent) if (!newest.has(one.id)) newest.set(one.id, one);
    return [...newest.values()];
  } catch (error) {
    if (error instanceof ArchiveUnusable) return [];
    throw error;
  }
}

/** A stranger's name in a title, where no boundary can be. */
function named(name: SafeText | undefined): SafeText {
  return name === undefined ? safe`(no name)` : quoted(name);
}

function idIn<Id extends number>(
  uri: URL,
  variables: Readonly<Record<string, unknown>>,
  { id, variable }: RecordResource<Id>,
): Id {
  const text = variables[variable];
  const parsed = id(typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : undefined);
  if (parsed !== undefined) return parsed;
  throw new ResourceNotFoundError(uri.href, 'The address holds no valid id: ids are positive whole numbers.');
}

const chatTranscript = recordResource<ChatId>({
  name: 'chat transcript',
  title: 'Chat transcript',
  description: 'One chat: a digest, and its messages as far as they fit.',
  uri: 'chat://chats/{chat_id}/transcript',
  variable: 'chat_id',
  id: (value) => ChatId.safeParse(value).data,
  recent: async (desk, screen) =>
    (await desk.archive.chats.newest(RECENT)).map((chat) => ({
      id: chat.chatId,
      label: safe`${timeWords(desk.zone, chat.requestedAt)} ${named(visitorName(chat.visitor, screen))}`,
    })),
  read: async (id, desk, question) => {
    const args = { chat_id: id, view: 'full' as const };
    const { read, text, page, nextCursor } = await transcriptPage(args, desk, question, ROOM_FOR_PAGE);
    return paragraphs(
      text,
      nextCursor && safe`${page.left}: get_chat_transcript with chat_id ${id} and cursor ${nextCursor}`,
      unkeptWords(read.unkept),
      asOfWords(desk, read.asOf),
    );
  },
});

const offlineMessage = recordResource<OfflineMessageId>({
  name: 'offline message',
  title: 'Offline message',
  description: 'One offline message with its replies and the decision about it.',
  uri: 'chat://offline-messages/{offline_message_id}',
  variable: 'offline_message_id',
  id: (value) => OfflineMessageId.safeParse(value).data,
  recent: async (desk, screen) =>
    (await desk.archive.offlineMessages.find()).slice(0, RECENT).map((message) => ({
      id: message.offlineMessageId,
      label: safe`${timeWords(desk.zone, message.receivedAt)} ${named(visitorName(message.visitor, screen))}`,
    })),
  read: async (id, desk, question) => {
    const args = { offline_message_id: id };
    const { asOf, unkept, text, page, nextCursor } = await offlineMessagePage(args, desk, question, ROOM_FOR_PAGE);
    return paragraphs(
      text,
      nextCursor && safe`${page.left}: get_offline_message with offline_message_id ${id} and cursor ${nextCursor}`,
      unkeptWords(unkept),
      asOfWords(desk, asOf),
    );
  },
});

const visitor = recordResource<VisitorId>({
  name: 'visitor',
  title: 'Visitor',
  description: 'One visitor: totals for life, and chats and offline messages at hand.',
  uri: 'chat://visitors/{visitor_id}',
  variable: 'visitor_id',
  id: (value) => VisitorId.safeParse(value).data,
  recent: async (desk, screen) =>
    (await desk.archive.chats.newest(RECENT)).flatMap((chat) =>
      chat.visitor.visitorId === undefined
        ? []
        : [{ id: chat.visitor.visitorId, label: named(visitorName(chat.visitor, screen)) }],
    ),
  read: async (id, desk, question) => {
    const { record, asOf, unkept } = await desk.archive.visitors.read(id, question);
    const known = await knownOf(id, desk);
    const book = await codebookOf(desk);
    const screen = question.screen.about({ country: record.records[0]?.context.country });
    const page = await visitorPage(
      { profile: record, ...known },
      { visitor: String(id) },
      undefined,
      { rows: Infinity, tokens: ROOM_FOR_PAGE },
      {
        desk,
        book,
        screen,
        question,
      },
    );
    return paragraphs(
      safe`**Visitor ${id}**. ${totalWords(record)}`,
      page.text,
      page.nextCursor && safe`${page.left} more: get_visitor_stats with visitor ${id} and cursor ${page.nextCursor}`,
      unkeptWords(unkept),
      asOfWords(desk, asOf),
    );
  },
});

const agent = recordResource<AgentId>({
  name: 'agent',
  title: 'Agent',
  description: 'One agent: role, status, last login, chat limit.',
  uri: 'chat://agents/{agent_id}',
  variable: 'agent_id',
  id: (value) => AgentId.safeParse(value).data,
  recent: async (desk) =>
    (await desk.archive.agents.all()).map((one) => ({ id: one.agentId, label: agentName(one) ?? safe`(no name)` })),
  read: async (id, desk, question) => {
    const { record, asOf, unkept } = await desk.archive.agents.read(id, question);
    return paragraphs(agentLine(record, desk.zone), unkeptWords(unkept), asOfWords(desk, asOf));
  },
});

export const RECORD_RESOURCES: readonly ChatResource[] = [chatTranscript, offlineMessage, visitor, agent];
