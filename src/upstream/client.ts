import type { z } from 'zod';
import type { UtcDay } from '../model/time/day.ts';
import {
  InvalidArgument,
  RecordNotFound,
  UnreadableAnswer,
  WrongCredentials,
  type RecordKind,
} from '../model/errors.ts';
import { omitUndefined, mapKnown } from '../model/omit-undefined.ts';
import { trusted, type ProgramText } from '../model/text/trusted-text.ts';
import { systemClock, type Clock, type Seconds } from '../model/time/units.ts';
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
import type { Secret } from '../model/text/secret.ts';
import { addressBelow, createTransport, type Transport, type TransportOptions } from './transport/transport.ts';
import type { Answer } from './answers/answer-content.ts';
import { isBeyondTheLast, isMissingRecord, errorOf } from './answers/error-answers.ts';
import { answerShape } from './answers/answer-shape.ts';
import { NetworkFailure } from './transport/network-failure.ts';
import { waitTold } from './retry-timing.ts';
import { WireAgent } from './wire/agents.ts';
import { WireChat, WireTranscript } from './wire/chats.ts';
import { WireOfflineMessage, WireOfflineMessageThread } from './wire/offline-messages.ts';
import { readRows } from './wire/values.ts';
import { WireVisitor, WireVisitorProfile } from './wire/visitors.ts';

export type { Budget, Trouble } from './budget.ts';

/** A page of a list; `beyond`: the service says that there is no page of this number. */
export type Page<Row> =
  | {
      readonly kind: 'rows';
      readonly rows: readonly Row[];
      /** Rows that could not be read. */
      readonly rejected: number;
    }
  | { readonly kind: 'beyond' };

/** HTTP 429: too many requests. */
export class TooManyRequests extends Error {
  /** The time to wait, where the service told it; else the shape of the answer, without a value of it. */
  readonly told: Seconds | undefined;
  readonly untold: ProgramText | undefined;
  constructor(told: Seconds | undefined, untold: ProgramText | undefined) {
    super('HTTP 429');
    this.told = told;
    this.untold = untold;
  }
}

/** A page of the chats in a range of days, of one agent; the service decides what a range includes. */
export interface ChatsQuery {
  readonly page: number;
  readonly from?: UtcDay;
  readonly to?: UtcDay;
  readonly agentId?: AgentId;
}

/**
 * The REST API (specification, section 4), one method an endpoint. Each call is one request, sent once. Every method throws
 * of model/errors.ts WrongCredentials, PermissionDenied, UnreadableAnswer, InvalidArgument, and RecordNotFound for single
 * records; TooManyRequests; NetworkFailure for no answer, for HTTP 5xx and for one that was cut off; and the reason of an
 * aborted signal.
 */
export interface Upstream {
  listAgents(page: number, signal: AbortSignal): Promise<Page<Agent>>;
  getAgent(id: AgentId, signal: AbortSignal): Promise<Agent>;
  listChats(query: ChatsQuery, signal: AbortSignal): Promise<Page<Chat>>;
  getChat(id: ChatId, signal: AbortSignal): Promise<Transcript>;
  listOfflineMessages(page: number, signal: AbortSignal): Promise<Page<OfflineMessage>>;
  getOfflineMessage(id: OfflineMessageId, signal: AbortSignal): Promise<OfflineMessageThread>;
  listVisitors(page: number, signal: AbortSignal): Promise<Page<Visitor>>;
  getVisitor(id: VisitorId, signal: AbortSignal): Promise<VisitorProfile>;
  /** Ends every connection; what is under way fails. */
  close(): Promise<void>;
}

export interface UpstreamOptions extends Omit<TransportOptions, 'origin'> {
  /** The REST base address; it may carry a path. Its transport has been checked by config/. */
  readonly baseUrl: URL;
  readonly email: string;
  readonly password: Secret;
  readonly clock?: Clock | undefined;
  /** Sends; by default over real connections. */
  readonly transport?: Transport | undefined;
}

interface List<Row> {
  readonly path: string;
  readonly what: ProgramText;
  readonly row: z.ZodType<Row>;
}

interface Single<Found> {
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

/** The client of one login (specification, section 5). Nothing is sent before the first method is called. */
export function createUpstream({
  baseUrl,
  email,
  password,
  clock = systemClock,
  ca,
  answerWithin,
  transport = createTransport({ origin: baseUrl.origin, ca, answerWithin }),
}: UpstreamOptions): Upstream {
  async function get(address: URL, signal: AbortSignal): Promise<Answer> {
    // Made for each request: nothing but the secret itself keeps the password.
    const authorization = `Basic ${Buffer.from(`${email}:${password.reveal()}`).toString('base64')}`;
    const answer = await transport.get(address, { accept: 'application/json', authorization }, signal);
    const { status, headers, text } = answer;
    if (status === 401) throw new WrongCredentials();
    if (status === 429) {
      const told = waitTold({ headers, body: text }, clock());
      throw new TooManyRequests(told, told === undefined ? answerShape(answer) : undefined);
    }
    if (status >= 500) {
      const retryAfter = headers.has('retry-after') ? waitTold({ headers, body: '' }, clock()) : undefined;
      throw new NetworkFailure(trusted`HTTP ${status}`, { neverSent: false, passing: true, retryAfter });
    }
    return answer;
  }

  async function list<Row>(
    { path, what, row }: List<Row>,
    page: number,
    signal: AbortSignal,
    filters: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Page<Row>> {
    const query = omitUndefined({ page_no: numeral(page, trusted`a page number`), ...filters });
    const answer = await get(addressBelow(baseUrl, path, query), signal);
    if (isBeyondTheLast(answer, page)) return { kind: 'beyond' };
    if (answer.status !== 200) throw errorOf(answer, what);
    const content = contentOf(answer);
    if (!Array.isArray(content)) throw new UnreadableAnswer('answered with something other than a list');
    return { kind: 'rows', ...(await readRows(row, content, signal)) };
  }

  async function single<Found>(
    { path, kind, wire, idOf }: Single<Found>,
    id: number,
    signal: AbortSignal,
  ): Promise<Found> {
    const segment = numeral(id, trusted`the id of a record (${kind})`);
    const answer = await get(addressBelow(baseUrl, path + segment), signal);
    if (isMissingRecord(answer)) throw new RecordNotFound(kind, id);
    if (answer.status !== 200) throw errorOf(answer, trusted`${kind} ${id}`);
    const found = await wire.safeParseAsync(contentOf(answer));
    signal.throwIfAborted();
    if (!found.success) throw new UnreadableAnswer(trusted`answered with an unreadable ${kind}`);
    if (idOf(found.data) !== id) throw new UnreadableAnswer(trusted`answered with another ${kind}`);
    return found.data;
  }

  const agents: List<Agent> = { path: '/api/agents/', what: trusted`agents`, row: WireAgent };
  const chats: List<Chat> = { path: '/api/chats/', what: trusted`the list of chats`, row: WireChat };
  const offlineMessages: List<OfflineMessage> = {
    path: '/api/offlinemessages/',
    what: trusted`the list of offline messages`,
    row: WireOfflineMessage,
  };
  const visitors: List<Visitor> = {
    path: '/api/visitors/',
    what: trusted`the list of visitors`,
    row: WireVisitor,
  };

  const agent: Single<Agent> = {
    path: agents.path,
    kind: 'agent',
    wire: WireAgent,
    idOf: ({ agentId }) => agentId,
  };
  const chat: Single<Transcript> = {
    path: chats.path,
    kind: 'chat',
    wire: WireTranscript,
    idOf: (transcript) => transcript.chat.chatId,
  };
  const offlineMessage: Single<OfflineMessageThread> = {
    path: offlineMessages.path,
    kind: 'offline message',
    wire: WireOfflineMessageThread,
    idOf: ({ message }) => message.offlineMessageId,
  };
  const visitor: Single<VisitorProfile> = {
    path: visitors.path,
    kind: 'visitor',
    wire: WireVisitorProfile,
    idOf: ({ visitorId }) => visitorId,
  };

  return {
    listAgents: (page, signal) => list(agents, page, signal),
    getAgent: (id, signal) => single(agent, id, signal),
    listChats: ({ page, from, to, agentId }, signal) =>
      list(chats, page, signal, {
        date_from: from,
        date_to: to,
        agent_id: mapKnown(agentId, (id) => numeral(id, trusted`an agent's id`)),
      }),
    getChat: (id, signal) => single(chat, id, signal),
    listOfflineMessages: (page, signal) => list(offlineMessages, page, signal),
    getOfflineMessage: (id, signal) => single(offlineMessage, id, signal),
    listVisitors: (page, signal) => list(visitors, page, signal),
    getVisitor: (id, signal) => single(visitor, id, signal),
    close: () => transport.close(),
  };
}
