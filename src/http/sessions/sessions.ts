import { randomUUID } from 'node:crypto';
import { isInitializeRequest, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallerChanges } from '../../mcp/subscriptions/caller-changes.ts';
import type { Subscriptions } from '../../mcp/subscriptions/subscriptions.ts';
import { tellChanges } from '../../mcp/subscriptions/tell-changes.ts';
import type { Caller } from '../../model/caller.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { methodNamed } from '../message.ts';
import { Places, type Limits, type Place, type PlaceOwner } from '../bounds/caller-places.ts';
import type { KeptSessions } from './kept-sessions.ts';
import { LiveSession } from './live-session.ts';
import { errorResponse, isStream, tellEnd } from '../responses.ts';
import type { Sender } from '../sender.ts';
import { SessionSubscriptions } from './session-subscriptions.ts';
import { SessionTransport } from './session-transport.ts';

/** Hosts keep one session each. A caller with more than that forgets to end them, or stands for many. */
const MAX_SESSIONS: Limits = { each: 100, all: 1000 };
/** A session without a request for the first time may end where others have no room; after the second it ends in any case. */
const LEFT_BEHIND_MILLIS = 5 * 60_000;
const IDLE_MILLIS = 30 * 60_000;

/** So often it is noted which sessions are used, for the processes that may go on with them. */
const NOTED_EVERY_MILLIS = 5 * 60_000;

/** A session that could not be kept when it began is tried again after this. */
const KEPT_AGAIN_MILLIS = 500;

const HEADER = 'mcp-session-id';

/**
 * Sessions of clients that speak a revision of the protocol from 2025: between two requests of theirs the server knows
 * them, so that it can ask the person in front of them, and a cancelled call ends.
 */
export interface Sessions {
  /** Returns the number of sessions that are open. */
  count: () => number;
  /**
   * Answers a request that begins a session, or belongs to one. Nothing for any other: of a later revision, or of a
   * client from 2025 that does without a session. A session is its caller's: to another one, who has its id, it does not exist.
   * `body` is that of a POST, parsed.
   */
  answer(request: Request, body: unknown, sender: Sender): Promise<Response | undefined>;
  /** Returns the id of the sender's session that a request belongs to, if there is one here. */
  idIn(request: Request, sender: Sender): string | undefined;
  /** Ends every session here: its open streams, and the calls under way. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly limits?: Limits | undefined;
  /** Where sessions are kept for other processes; absent where they end with this one. */
  readonly kept?: KeptSessions | undefined;
  /** Tells of what changes, for each caller; absent where nobody is told. */
  readonly changesFor?: ((caller: Caller) => CallerChanges) | undefined;
  /** Told of what a client sent that is not the protocol. */
  readonly onDisturbance: (error: unknown) => void;
  /** Told of what this server's own code throws. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Keeps one server a session, from the same factory as the later revision's. Where a caller has too many, the one of theirs that
 * is idle longest ends; a client learns that by 404, and initializes again. Where all callers together have, only one that was left
 * behind does, and where none was, no other begins: nobody who comes takes the place of somebody who is there. Where sessions are
 * kept, one that is not here is made anew of what its client said when it began: it goes on after this process has ended, or has
 * made room for others.
 */
export function createSessions(
  factory: (caller: Caller, subscriptions: Subscriptions) => McpServer,
  { limits = MAX_SESSIONS, kept, changesFor, onDisturbance, onFailure }: SessionOptions,
): Sessions {
  /** Those last used come last. */
  const sessions = new Map<string, LiveSession>();
  /** Those that are being made anew. */
  const returning = new Map<string, Promise<Found>>();
  const places = new Places(limits);
  let isClosed = false;

  const forget = (session: LiveSession): void => {
    clearTimeout(session.idle);
    clearTimeout(session.keptAgain);
    if (sessions.get(session.id) === session) sessions.delete(session.id);
    session.place.leave?.();
  };
  const end = async (session: LiveSession): Promise<void> => {
    forget(session);
    await session.server.close().catch(onDisturbance);
  };
  const use = (session: LiveSession): void => {
    clearTimeout(session.idle);
    session.isLeftBehind = false;
    session.isUsed = true;
    session.open += 1;
  };
  const release = (session: LiveSession): void => {
    session.open -= 1;
    if (session.open > 0 || !sessions.delete(session.id)) return;
    sessions.set(session.id, session);
    session.idle = setTimeout(() => {
      session.isLeftBehind = true;
      session.idle = setTimeout(() => void end(session), IDLE_MILLIS - LEFT_BEHIND_MILLIS).unref();
    }, LEFT_BEHIND_MILLIS).unref();
  };

  const placeFor = (owner: PlaceOwner): Place => {
    const place: Place = isClosed ? { full: 'all' } : places.take(owner, 1);
    if (place.full === undefined) return place;
    const makesRoom = (session: LiveSession) =>
      place.full === 'own' ? session.owner === owner && session.open === 0 : session.isLeftBehind;
    const longestIdle = [...sessions.values()].find(makesRoom);
    if (longestIdle === undefined) return place;
    void end(longestIdle);
    return places.take(owner, 1);
  };

  const answered = async (session: LiveSession, request: Request, body: unknown, caller: Caller): Promise<Response> => {
    use(session);
    let stop: (() => void) | undefined;
    try {
      const response = await session.answer(request, body);
      const changes = request.method === 'GET' && isStream(response) ? changesFor?.(caller) : undefined;
      if (changes !== undefined) {
        stop = tellChanges(session.server, changes, (uri) => session.subscriptions.has(uri));
        await changes.isReady();
      }
      return tellEnd(response, () => {
        stop?.();
        release(session);
      });
    } catch (error) {
      stop?.();
      release(session);
      throw error;
    }
  };

  const opened = async (
    { caller, key, owner }: Sender,
    place: Place,
    { id, subscribed }: { readonly id: string; readonly subscribed: ReadonlySet<string> },
  ): Promise<LiveSession> => {
    try {
      const transport = new SessionTransport({ sessionIdGenerator: () => id });
      const subscriptions = new SessionSubscriptions(id, subscribed, kept);
      const server = factory(caller, subscriptions);
      const session = new LiveSession({ id, key, owner, place, server, transport, subscriptions, kept });
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's servers are no event targets
      server.server.onerror = onDisturbance;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nor here
      server.server.onclose = () => forget(session);
      await server.connect(transport);
      return session;
    } catch (error) {
      place.leave?.();
      throw error;
    }
  };

  const begin = async (request: Request, body: unknown, sender: Sender): Promise<Response> => {
    const place = placeFor(sender.owner);
    if (place.full !== undefined) return errorResponse(...FULL[place.full]);
    const session = await opened(sender, place, { id: randomUUID(), subscribed: new Set() });
    sessions.set(session.id, session);
    const response = await answered(session, request, body, sender.caller);
    // Also of a process that ends: its client has the id, and goes on elsewhere.
    if (response.ok && kept !== undefined) await keep(session, body, sender, kept).catch(onFailure);
    if (!response.ok || isClosed) await end(session);
    return response;
  };

  /** One that cannot be kept for now is there as long as this process, which tries again. */
  const keep = async (session: LiveSession, body: unknown, sender: Sender, within: KeptSessions): Promise<void> => {
    const { params } = Opening.parse(body);
    const most = sender.caller.isIdentified ? limits.each : limits.all;
    const { id, key, subscriptions } = session;
    try {
      await within.begin(id, { caller: key, opening: params, subscribed: subscriptions.addresses }, most);
    } catch (error) {
      if (sessions.get(id) === session) {
        session.keptAgain = setTimeout(() => {
          // Why not was told the first time.
          keep(session, body, sender, within).catch(() => undefined);
        }, KEPT_AGAIN_MILLIS).unref();
      }
      throw error;
    }
  };

  /** Makes a session anew that another process has begun, or this one before it made room for others. */
  const returned = async (id: string, { url }: Request, sender: Sender): Promise<Found> => {
    const session = await kept?.find(id, sender.key);
    if (session === undefined || !(await kept?.use(id))) return { refused: GONE };
    const place = placeFor(sender.owner);
    if (place.full !== undefined) return { refused: FULL[place.full] };
    const anew = await opened(sender, place, { id, subscribed: session.subscribed });
    try {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        [HEADER]: id,
      };
      for (const message of [
        { jsonrpc: '2.0', id: 'begun anew', method: 'initialize', params: session.opening },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
      ]) {
        await (await anew.answer(new Request(url, { method: 'POST', headers }), message)).text();
      }
      sessions.set(id, anew);
      // Else it would stay where nobody asks any more.
      use(anew);
      release(anew);
      return { session: anew };
    } catch (error) {
      await end(anew);
      throw error;
    }
  };

  const ofSender = ({ headers }: Request, { key }: Sender): LiveSession | undefined => {
    const session = sessions.get(headers.get(HEADER) ?? '');
    return session?.key === key ? session : undefined;
  };

  /** Finds a session here, or where it is kept: one try serves all who wait for it. */
  const found = async (id: string, request: Request, sender: Sender): Promise<Found> => {
    const here = ofSender(request, sender);
    if (here !== undefined) return { session: here };
    if (kept === undefined || sessions.has(id)) return { refused: GONE };
    const name = JSON.stringify([id, sender.key]);
    const under = returning.get(name) ?? returned(id, request, sender).finally(() => returning.delete(name));
    returning.set(name, under);
    return under;
  };

  const answer: Sessions['answer'] = async (request, body, sender) => {
    const id = request.headers.get(HEADER);
    const begins = methodNamed(body) === 'initialize' && isInitializeRequest(body);
    if (id === null && !begins) return undefined;
    if (!(await isLegacyRequest(request, body))) return undefined;
    if (id === null) return begin(request, body, sender);
    const { session, refused } = await found(id, request, sender);
    if (session === undefined) return errorResponse(...refused);
    // It ends everywhere, and first where others look for it.
    if (request.method === 'DELETE') await kept?.end(id);
    return answered(session, request, body, sender.caller);
  };

  /** Ends those here that have ended elsewhere, and takes what came there for those that go on. */
  const look = async (concerned: readonly LiveSession[]): Promise<void> => {
    for (const session of concerned) {
      const now = await kept?.find(session.id, session.key);
      if (now === undefined) {
        await end(session);
        continue;
      }
      session.subscriptions.reread(now.subscribed);
      await session.takeLeft();
    }
  };
  const stopListening = kept?.listen((concerns) => {
    void look([...sessions.values()].filter(({ id }) => concerns(id))).catch(onFailure);
  });
  const note = async (): Promise<void> => {
    for (const session of sessions.values()) {
      if (!session.isUsed && session.open === 0) continue;
      session.isUsed = false;
      if ((await kept?.use(session.id)) === false) await end(session);
    }
  };
  const noting =
    kept === undefined ? undefined : setInterval(() => void note().catch(onFailure), NOTED_EVERY_MILLIS).unref();

  return {
    answer: async (request, body, sender) => {
      try {
        return await answer(request, body, sender);
      } catch (error) {
        onFailure(error);
        return error instanceof ArchiveUnusable
          ? errorResponse(...AWAY)
          : errorResponse(500, -32_603, 'Internal error.');
      }
    },
    count: () => sessions.size,
    idIn: (request, sender) => ofSender(request, sender)?.id,
    close: async () => {
      isClosed = true;
      stopListening?.();
      clearInterval(noting);
      await Promise.all([...sessions.values()].map(end));
    },
  };
}

type Refusal = Parameters<typeof errorResponse>;

/** A session that is here now, or why none is. */
type Found =
  | { readonly session: LiveSession; readonly refused?: never }
  | { readonly refused: Refusal; readonly session?: never };

const Opening = z.object({ params: z.unknown() });

const GONE: Refusal = [
  404,
  -32_001,
  'This session does not exist, or has ended. Initialize again, without a session id.',
];

const AWAY: Refusal = [
  503,
  -32_000,
  'The archive that keeps sessions cannot be used for now. The session goes on when it can: ask again in some seconds.',
];

const FULL: Readonly<Record<'own' | 'all', Refusal>> = {
  own: [429, -32_000, 'All sessions that one caller may have are in use. End one of the clients, or try again later.'],
  all: [503, -32_000, 'This server has no room for another session. End one of the clients, or try again later.'],
};
