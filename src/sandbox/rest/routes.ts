import { type Context, Hono, type MiddlewareHandler } from 'hono';
import {
  agentObject,
  chatDetail,
  chatItem,
  offlineMessageDetail,
  offlineMessageItem,
  visitorDetail,
  visitorItem,
  type WireObject,
} from '../wire.ts';
import type { Agent, Chat, World } from '../world/types.ts';
import { authenticate } from './access.ts';
import {
  badCredentials,
  forbidden,
  forbiddenChat,
  invalidId,
  invalidParameters,
  methodNotAllowed,
  noRecord,
  type ResourceName,
  tooManyRequests,
} from './errors.ts';
import { type ChatQuery, type Parsed, parseChatQuery, parseDigits, parsePageQuery } from './query.ts';
import type { RateLimit } from './rate-limit.ts';

export interface RestOptions {
  world: World;
  rateLimit: RateLimit;
  pageSize: number;
  clock: () => number;
}

interface Env {
  Variables: { caller: Agent };
}

/** The eight REST endpoints (specification, sections 4.1 to 4.4), with and without a trailing slash. */
export function restRoutes({ world, rateLimit, pageSize, clock }: RestOptions): Hono<Env> {
  const routes = new Hono<Env>({ strict: false });

  const guard: MiddlewareHandler<Env> = async (context, next) => {
    if (context.req.method !== 'GET') return methodNotAllowed(context, 'GET');
    const caller = authenticate(world, context.req.header('Authorization'));
    if (!caller) return badCredentials(context);
    const wait = rateLimit.take(caller.email, clock());
    if (wait > 0) return tooManyRequests(context, rateLimit.perMinute, wait);
    context.set('caller', caller);
    return next();
  };

  const superAdminOnly: MiddlewareHandler<Env> = async (context, next) =>
    context.var.caller.role === 'Super Admin' ? next() : forbidden(context);

  /** Answers with one page of the rows that `find` gives. */
  function listPage<Q extends { page: number }, T>(
    context: Context<Env>,
    query: Parsed<Q>,
    find: (query: Q) => readonly T[],
    toWire: (row: T) => WireObject,
  ): Response {
    if (!query.ok) return invalidParameters(context, query.messages);
    const end = query.value.page * pageSize;
    return context.json(
      find(query.value)
        .slice(end - pageSize, end)
        .map(toWire),
    );
  }

  /** Answers with the record whose id is in the path. */
  function single<T>(
    context: Context<Env>,
    resource: ResourceName,
    find: (id: number) => T | undefined,
    answer: (record: T) => Response,
  ): Response {
    const text = context.req.param('id') ?? '';
    const id = parseDigits(text);
    if (id === undefined) return invalidId(context, resource, text);
    const record = find(id);
    return record === undefined ? noRecord(context, resource, id) : answer(record);
  }

  routes.all('/api/agents', guard, (context) =>
    listPage(
      context,
      parsePageQuery(reader(context)),
      () => world.agents.toSorted((a, b) => a.agentId - b.agentId),
      agentObject,
    ),
  );
  routes.all('/api/agents/:id', guard, (context) =>
    single(
      context,
      'Agent',
      (id) => world.agents.find(({ agentId }) => agentId === id),
      (agent) => context.json(agentObject(agent)),
    ),
  );

  routes.all('/api/chats', guard, superAdminOnly, (context) =>
    listPage(
      context,
      parseChatQuery(reader(context), clock()),
      (query) => findChats(world, query),
      (chat) => chatItem(world, chat),
    ),
  );
  routes.all('/api/chats/:id', guard, (context) =>
    single(
      context,
      'Chat',
      (id) => world.chats.find(({ chatId }) => chatId === id),
      (chat) => {
        const { caller } = context.var;
        if (caller.role === 'Agent' && !involves(chat, caller.agentId)) return forbiddenChat(context, chat.chatId);
        return context.json(chatDetail(world, chat));
      },
    ),
  );

  routes.all('/api/offlinemessages', guard, superAdminOnly, (context) =>
    listPage(
      context,
      parsePageQuery(reader(context)),
      () => newestFirst(world.offlineMessages, (message) => message.receivedAt),
      offlineMessageItem,
    ),
  );
  routes.all('/api/offlinemessages/:id', guard, (context) =>
    single(
      context,
      'Offline Message',
      (id) => world.offlineMessages.find(({ offlineMessageId }) => offlineMessageId === id),
      (message) => context.json(offlineMessageDetail(world, message)),
    ),
  );

  routes.all('/api/visitors', guard, superAdminOnly, (context) =>
    listPage(
      context,
      parsePageQuery(reader(context)),
      () => newestFirst(world.visitors, (visitor) => visitor.firstVisitAt),
      visitorItem,
    ),
  );
  routes.all('/api/visitors/:id', guard, (context) =>
    single(
      context,
      'Visitor',
      (id) => world.visitors.find(({ visitorId }) => visitorId === id),
      (visitor) => context.json(visitorDetail(world, visitor)),
    ),
  );

  return routes;
}

function reader(context: Context<Env>): (name: string) => string | undefined {
  return (name) => context.req.query(name);
}

function findChats(world: World, { from, to, agentId, agentEmail }: ChatQuery): Chat[] {
  const email = agentEmail?.toLowerCase();
  const addressed = email === undefined ? [] : world.agents.filter((agent) => agent.email.toLowerCase() === email);
  const chats = world.chats.filter(
    (chat) =>
      chat.requestedAt >= from &&
      chat.requestedAt < to &&
      (agentId === undefined || involves(chat, agentId)) &&
      (email === undefined || addressed.some((agent) => involves(chat, agent.agentId))),
  );
  return newestFirst(chats, (chat) => chat.requestedAt);
}

/** Whether an agent had the chat: at its end, or before it was transferred. */
function involves(chat: Chat, agentId: number): boolean {
  return chat.agentId === agentId || chat.transferredFrom === agentId;
}

/** The latest first; of rows with the same time, the one added last. */
function newestFirst<T>(rows: readonly T[], time: (row: T) => number): T[] {
  return rows.toReversed().sort((a, b) => time(b) - time(a));
}
