import type { z } from 'zod';
import type { UtcDay } from '../model/time/day.ts';
import { InvalidArgument, RecordNotFound, UnreadableAnswer, type RecordKind } from '../model/errors.ts';
import { omitUndefined, mapKnown } from '../model/omit-undefined.ts';
import { trusted, type ProgramText } from '../model/text/trusted-text.ts';
import type { Seconds } from '../model/time/units.ts';
import type { AgentId, ChatId, OfflineMessageId, VisitorId } from '../model/ids.ts';
import type {
  Agent,
  Chat,
  OfflineMessage,
  OfflineMessageThread,
  Transcript,
  Visitor,
  VisitorProfile,
} from '../model/records.ts';
import { addressBelow } from './transport/transport.ts';
import type { Claims } from './requests/claims.ts';
import type { Endpoint, PacedRequest } from './endpoints.ts';
import type { Budget } from './requests/shared-pace.ts';
import type { Answer } from './answers/answer-content.ts';
import type { Page } from './pages/pages-in-turn.ts';
import { isBeyondTheLast, isMissingRecord, errorOf } from './answers/error-answers.ts';
import { createRequests, type RequestContext, type RequestsOptions } from './requests/requests.ts';
import { WireAgent } from './wire/agents.ts';
import { WireChat, WireTranscript } from './wire/chats.ts';
import { WireOfflineMessage, WireOfflineMessageThread } from './wire/offline-messages.ts';
import { readRows } from './wire/values.ts';
import { WireVisitor, WireVisitorProfile } from './wire/visitors.ts';

export type { Page } from './pages/pages-in-turn.ts';
export {
  AskedElsewhere,
  PartAskedElsewhere,
  type Claims,
  type LastingWork,
  type OthersWork,
} from './requests/claims.ts';
export type { ClaimedWork, RequestContext } from './requests/requests.ts';
export type { Budget } from './requests/shared-pace.ts';
export type { Trouble } from './requests/shared-pace.ts';

/** A page of the chats in a range of days, of one agent; the service decides what a range includes. */
export interface ChatsQuery {
  readonly page: number;
  readonly from?: UtcDay;
  readonly to?: UtcDay;
  readonly agentId?: AgentId;
}

/**
 * The REST API (specification, section 4), one method an endpoint. Every method throws the errors of model/errors.ts
 * (WrongCredentials, PermissionDenied, RateLimited, DeadlinePassed, UpstreamUnavailable, UnreadableAnswer,
 * InvalidArgument; RecordNotFound for single records; AskedElsewhere for claimed work) or, when its signal is aborted, that
 * signal's reason.
 */
export interface Upstream {
  listAgents(page: number, context: RequestContext): Promise<Page<Agent>>;
  getAgent(id: AgentId, context: RequestContext): Promise<Agent>;
  listChats(query: ChatsQuery, context: RequestContext): Promise<Page<Chat>>;
  getChat(id: ChatId, context: RequestContext): Promise<Transcript>;
  listOfflineMessages(page: number, context: RequestContext): Promise<Page<OfflineMessage>>;
  getOfflineMessage(id: OfflineMessageId, context: RequestContext): Promise<OfflineMessageThread>;
  listVisitors(page: number, context: RequestContext): Promise<Page<Visitor>>;
  getVisitor(id: VisitorId, context: RequestContext): Promise<VisitorProfile>;
  /** Returns the requests that are allowed, as far as it is known. */
  budget(): Promise<Budget>;
  /** Returns the time until `count` further requests have gone, if nobody else asks. */
  timeFor(request: PacedRequest, count: number): Promise<Seconds>;
  /** Whether some process on the archive was refused the login, and none has been let in since. */
  readonly isLoginRefused: () => Promise<boolean>;
  /** The work that the processes on one archive ask for, each for all of them. */
  readonly claims: Claims;
  /** Ends every connection and every wait; what is under way fails. */
  close(): Promise<void>;
}

export interface UpstreamOptions extends Omit<RequestsOptions, 'origin'> {
  /** The REST base address; it may carry a path. Its transport has been checked by config/. */
  readonly baseUrl: URL;
}

interface List<Row> {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly what: ProgramText;
  readonly row: z.ZodType<Row>;
}

interface Single<Found> {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly kind: RecordKind;
  readonly wire: z.ZodType<Found>;
  readonly idOf: (found: Found) => number;
}

function numeral(value: number, what: ProgramText): string {
  if (Number.isSafeInteger(value) && value > 0) return String(value);
  throw new InvalidArgument(trusted`This is not ${what}.`, 'Use a positive whole number.');
}

function contentOf({ content, headers }: Answer): unknown {
  if (content !== undefined && 'value' in content) return content.value;
  const flaw = content?.flaw ?? 'text that is not JSON';
  const isPage = flaw === 'text that is not JSON' && headers.get('content-type')?.includes('html') === true;
  throw new UnreadableAnswer(isPage ? 'returned a web page instead of data' : trusted`answered with ${flaw}`);
}

/** The client of one login. Nothing is sent before the first method is called. */
export function createUpstream({ baseUrl, ...options }: UpstreamOptions): Upstream {
  const requests = createRequests({ origin: baseUrl.origin, ...options });

  async function list<Row>(
    { endpoint, path, what, row }: List<Row>,
    page: number,
    context: RequestContext,
    filters: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Page<Row>> {
    const query = omitUndefined({ page_no: numeral(page, trusted`a page number`), ...filters });
    const answer = await requests.get(endpoint, addressBelow(baseUrl, path, query), context);
    if (isBeyondTheLast(answer, page)) return { kind: 'beyond' };
    if (answer.status !== 200) throw errorOf(answer, what);
    const content = contentOf(answer);
    if (!Array.isArray(content)) throw new UnreadableAnswer('answered with something other than a list');
    return { kind: 'rows', ...(await readRows(row, content, context.signal)) };
  }

  async function single<Found>(
    { endpoint, path, kind, wire, idOf }: Single<Found>,
    id: number,
    context: RequestContext,
  ): Promise<Found> {
    const segment = numeral(id, trusted`the id of a record (${kind})`);
    const answer = await requests.get(endpoint, addressBelow(baseUrl, path + segment), context);
    if (isMissingRecord(answer)) throw new RecordNotFound(kind, id);
    if (answer.status !== 200) throw errorOf(answer, trusted`${kind} ${id}`);
    const found = await wire.safeParseAsync(contentOf(answer));
    context.signal.throwIfAborted();
    if (!found.success) throw new UnreadableAnswer(trusted`answered with an unreadable ${kind}`);
    if (idOf(found.data) !== id) throw new UnreadableAnswer(trusted`answered with another ${kind}`);
    return found.data;
  }

  const agents: List<Agent> = { endpoint: 'agents', path: '/api/agents/', what: trusted`agents`, row: WireAgent };
  const chats: List<Chat> = { endpoint: 'chats', path: '/api/chats/', what: trusted`the list of chats`, row: WireChat };
  const offlineMessages: List<OfflineMessage> = {
    endpoint: 'offline_messages',
    path: '/api/offlinemessages/',
    what: trusted`the list of offline messages`,
    row: WireOfflineMessage,
  };
  const visitors: List<Visitor> = {
    endpoint: 'visitors',
    path: '/api/visitors/',
    what: trusted`the list of visitors`,
    row: WireVisitor,
  };

  const agent: Single<Agent> = {
    endpoint: 'agent',
    path: agents.path,
    kind: 'agent',
    wire: WireAgent,
    idOf: ({ agentId }) => agentId,
  };
  const chat: Single<Transcript> = {
    endpoint: 'chat',
    path: chats.path,
    kind: 'chat',
    wire: WireTranscript,
    idOf: (transcript) => transcript.chat.chatId,
  };
  const offlineMessage: Single<OfflineMessageThread> = {
    endpoint: 'offline_message',
    path: offlineMessages.path,
    kind: 'offline message',
    wire: WireOfflineMessageThread,
    idOf: ({ message }) => message.offlineMessageId,
  };
  const visitor: Single<VisitorProfile> = {
    endpoint: 'visitor',
    path: visitors.path,
    kind: 'visitor',
    wire: WireVisitorProfile,
    idOf: ({ visitorId }) => visitorId,
  };

  return {
    listAgents: (page, context) => list(agents, page, context),
    getAgent: (id, context) => single(agent, id, context),
    listChats: ({ page, from, to, agentId }, context) =>
      list(chats, page, context, {
        date_from: from,
        date_to: to,
        agent_id: mapKnown(agentId, (id) => numeral(id, trusted`an agent's id`)),
      }),
    getChat: (id, context) => single(chat, id, context),
    listOfflineMessages: (page, context) => list(offlineMessages, page, context),
    getOfflineMessage: (id, context) => single(offlineMessage, id, context),
    listVisitors: (page, context) => list(visitors, page, context),
    getVisitor: (id, context) => single(visitor, id, context),
    budget: requests.budget,
    timeFor: requests.timeFor,
    claims: requests.claims,
    isLoginRefused: requests.isLoginRefused,
    close: requests.close,
  };
}
