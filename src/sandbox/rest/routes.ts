import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Dialect } from '../dialects.ts';
import type { WireObject } from '../field-forms.ts';
import { createWire } from '../wire.ts';
import { involves, recordsOf } from '../world/records.ts';
import type { Agent, AnyWorld, Rows } from '../world/world-records.ts';
import { type Endpoint, ENDPOINTS } from './endpoints.ts';
import {
  badCredentials,
  forbidden,
  forbiddenChat,
  invalidId,
  invalidParameters,
  methodNotAllowed,
  noRecord,
  noSuchPage,
  type ResourceName,
} from './error-answers.ts';
import { agentsInOrder, chatChoice, pageOf } from './lists.ts';
import { type Parsed, parseChatQuery, parseDigits, parsePageQuery } from './query-parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { limitReached } from './too-many-requests.ts';

export interface RestOptions {
  world: AnyWorld;
  dialect: Dialect;
  rateLimit: RateLimit;
  clock: () => number;
}

interface Env {
  Variables: { caller: Agent };
}

const READERS: Readonly<Record<Dialect['readers'], readonly Agent['role'][]>> = {
  everyone: ['Super Admin', 'Admin', 'Agent'],
  admins: ['Super Admin', 'Admin'],
  super_admin: ['Super Admin'],
};

/** The eight REST endpoints (specification, sections 4.1 to 4.4), with and without a trailing slash. */
export function restRoutes({ world, dialect, rateLimit, clock }: RestOptions): Hono<Env> {
  const wire = createWire(world, dialect);
  const records = recordsOf(world);
  const routes = new Hono<Env>({ strict: false });

  const guard =
    (endpoint: Endpoint): MiddlewareHandler<Env> =>
    async (context, next) => {
      if (context.req.method !== 'GET') return methodNotAllowed(context);
      const caller = authenticate(world, context.req.header('Authorization'));
      if (!caller) return badCredentials();
      const now = clock();
      const refusal = rateLimit.take(caller.email, endpoint, now);
      if (refusal) return limitReached(dialect, { ...refusal, now });
      context.set('caller', caller);
      return next();
    };

  const only =
    (roles: readonly Agent['role'][]): MiddlewareHandler<Env> =>
    async (context, next) =>
      roles.includes(context.var.caller.role) ? next() : forbidden();
  const superAdminOnly = only(READERS.super_admin);
  const readersOnly = only(READERS[dialect.readers]);

  /** Answers with one page of the rows that `find` gives. */
  function listPage<Q extends { page: number }, T>(
    context: Context<Env>,
    query: Parsed<Q>,
    find: (query: Q) => Rows<T>,
    toWire: (row: T) => WireObject,
  ): Response {
    if (!query.ok) return invalidParameters(context, query.messages, dialect.several_invalid);
    const rows = pageOf(find(query.value), query.value.page, dialect);
    return rows === undefined ? noSuchPage(context, query.value.page, dialect) : context.json(rows.map(toWire));
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

  for (const endpoint of ENDPOINTS) routes.use(endpoint, guard(endpoint));

  routes.all('/api/agents', readersOnly, (context) =>
    listPage(context, parsePageQuery(reader(context)), () => agentsInOrder(world.agents, dialect.order), wire.agent),
  );
  routes.all('/api/agents/:id', readersOnly, (context) =>
    single(
      context,
      'Agent',
      (id) => world.agents.find(({ agentId }) => agentId === id),
      (agent) => context.json(wire.agent(agent)),
    ),
  );

  routes.all('/api/chats', superAdminOnly, (context) =>
    listPage(
      context,
      parseChatQuery(reader(context), clock(), dialect),
      (query) => records.chats(chatChoice(world.agents, query, dialect), dialect.order),
      wire.chatItem,
    ),
  );
  routes.all('/api/chats/:id', readersOnly, (context) =>
    single(context, 'Chat', records.chat, (chat) => {
      const { caller } = context.var;
      if (caller.role === 'Agent' && !involves(chat, caller.agentId)) return forbiddenChat(context, chat.chatId);
      return context.json(wire.chatDetail(chat));
    }),
  );

  routes.all('/api/offlinemessages', superAdminOnly, (context) =>
    listPage(
      context,
      parsePageQuery(reader(context)),
      () => records.offlineMessages(dialect.order),
      wire.offlineMessageItem,
    ),
  );
  routes.all('/api/offlinemessages/:id', readersOnly, (context) =>
    single(context, 'Offline Message', records.offlineMessage, (message) =>
      context.json(wire.offlineMessageDetail(message)),
    ),
  );

  routes.all('/api/visitors', superAdminOnly, (context) =>
    listPage(context, parsePageQuery(reader(context)), () => records.visitors(dialect.order), wire.visitorItem),
  );
  routes.all('/api/visitors/:id', readersOnly, (context) =>
    single(context, 'Visitor', records.visitor, (visitor) => context.json(wire.visitorDetail(visitor))),
  );

  return routes;
}

function reader(context: Context<Env>): (name: string) => string | undefined {
  return (name) => context.req.query(name);
}

/** The agent whose login a Basic `Authorization` header carries; undefined unless email and password are right (section 5). */
function authenticate(world: AnyWorld, header: string | undefined): Agent | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, email, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const login = Object.values(world.account).find((login) => login.email === email && login.password === password);
  return login && world.agents.find((agent) => agent.email === login.email && agent.enabled);
}
