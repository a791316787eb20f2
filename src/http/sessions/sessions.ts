import { randomUUID } from 'node:crypto';
import { isInitializeRequest, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server';
import type { CallerChanges } from '../../mcp/subscriptions/caller-changes.ts';
import type { Subscriptions } from '../../mcp/subscriptions/subscriptions.ts';
import { tellChanges } from '../../mcp/subscriptions/tell-changes.ts';
import type { Caller } from '../../model/caller.ts';
import type { WhenOver } from '../bounds/connections.ts';
import { Places, type Limits, type Place, type PlaceOwner } from '../bounds/places.ts';
import { methodNamed } from '../bounds/body.ts';
import { errorResponse, isStream } from '../responses.ts';
import type { Sender } from '../identity/identities.ts';
import { Session } from './session.ts';

/** Hosts keep one session each. A caller with more than that forgets to end them, or stands for many. */
const MAX_SESSIONS: Limits = { each: 100, all: 1000 };
/** A session without a request for the first time may end where others have no room; after the second it ends in any case. */
const LEFT_BEHIND_MILLIS = 5 * 60_000;
const IDLE_MILLIS = 30 * 60_000;

export interface SessionOptions {
  readonly limits?: Limits | undefined;
  /** Tells of what changes, for each caller; absent where nobody is told. */
  readonly changesFor?: ((caller: Caller) => CallerChanges) | undefined;
  /** Told of what a client sent that is not the protocol. */
  readonly onDisturbance: (error: unknown) => void;
  /** Told of what this server's own code throws. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sessions of clients that speak a revision of the protocol from 2025: between two requests of theirs the server knows
 * them, so that it can ask the person in front of them, and a cancelled call ends. One server a session, from the same factory as
 * the later revision's; it ends with this process. Where a caller has too many, the one of theirs that is idle longest ends; a client
 * learns that by 404, and initializes again. Where all callers together have, only one that was left behind does, and where none was,
 * no other begins: nobody who comes takes the place of somebody who is there.
 */
export class Sessions {
  readonly #serve: (caller: Caller, subscriptions: Subscriptions) => McpServer;
  readonly #options: SessionOptions;
  readonly #places: Places;
  /** Those last used come last. */
  readonly #sessions = new Map<string, Session>();
  #isClosed = false;

  constructor(serve: (caller: Caller, subscriptions: Subscriptions) => McpServer, options: SessionOptions) {
    this.#serve = serve;
    this.#options = options;
    this.#places = new Places(options.limits ?? MAX_SESSIONS);
  }

  /** The number of sessions that are open. */
  get count(): number {
    return this.#sessions.size;
  }

  /** Returns the id of the sender's session that a request belongs to, if there is one. */
  idIn(request: Request, sender: Sender): string | undefined {
    return this.#find(request, sender)?.id;
  }

  /**
   * Answers a request that begins a session, or belongs to one. Nothing for any other: of a later revision, or of a
   * client from 2025 that does without a session. A session is its caller's: to another one, who has its id, it does not exist.
   * `body` is that of a POST, parsed; `whenOver` calls back when the answer has gone out.
   */
  async answer(request: Request, body: unknown, sender: Sender, whenOver: WhenOver): Promise<Response | undefined> {
    const hasId = request.headers.has(HEADER);
    const begins = methodNamed(body) === 'initialize' && isInitializeRequest(body);
    if (!hasId && !begins) return undefined;
    try {
      if (!(await isLegacyRequest(request, body))) return undefined;
      if (!hasId) return await this.#begin(request, body, sender, whenOver);
      const session = this.#find(request, sender);
      return session === undefined
        ? errorResponse(404, -32_001, GONE)
        : await this.#answered(session, { request, body, caller: sender.caller, whenOver });
    } catch (error) {
      this.#options.onFailure(error);
      return errorResponse(500, -32_603, 'Internal error.');
    }
  }

  /** Ends every session: its open streams, and the calls under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions.values()].map((session) => this.#end(session)));
  }

  #find({ headers }: Request, { key }: Sender): Session | undefined {
    const session = this.#sessions.get(headers.get(HEADER) ?? '');
    return session?.key === key ? session : undefined;
  }

  async #begin(request: Request, body: unknown, { caller, key, owner }: Sender, whenOver: WhenOver): Promise<Response> {
    const { full, leave } = this.#placeFor(owner);
    if (full !== undefined) return errorResponse(...FULL[full]);
    let session: Session;
    try {
      session = new Session({ id: randomUUID(), key, owner, leave }, (subscriptions) =>
        this.#serve(caller, subscriptions),
      );
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's servers are no event targets
      session.server.server.onerror = this.#options.onDisturbance;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nor here
      session.server.server.onclose = () => this.#forget(session);
      await session.server.connect(session.transport);
    } catch (error) {
      leave();
      throw error;
    }
    this.#sessions.set(session.id, session);
    const response = await this.#answered(session, { request, body, caller, whenOver });
    if (!response.ok || this.#isClosed) await this.#end(session);
    return response;
  }

  async #answered(session: Session, { request, body, caller, whenOver }: Asked): Promise<Response> {
    clearTimeout(session.idle);
    session.isLeftBehind = false;
    session.open += 1;
    whenOver(() => this.#release(session));
    const response = await session.answer(request, body, whenOver);
    const changes = request.method === 'GET' && isStream(response) ? this.#options.changesFor?.(caller) : undefined;
    if (changes !== undefined) {
      whenOver(tellChanges(session.server, changes, (uri) => session.subscriptions.has(uri)));
      await changes.isReady();
    }
    return response;
  }

  #release(session: Session): void {
    session.open -= 1;
    if (session.open > 0 || !this.#sessions.delete(session.id)) return;
    this.#sessions.set(session.id, session);
    session.idle = setTimeout(() => {
      session.isLeftBehind = true;
      session.idle = setTimeout(() => void this.#end(session), IDLE_MILLIS - LEFT_BEHIND_MILLIS).unref();
    }, LEFT_BEHIND_MILLIS).unref();
  }

  #placeFor(owner: PlaceOwner): Place {
    const place: Place = this.#isClosed ? { full: 'all' } : this.#places.take(owner, 1);
    if (place.full === undefined) return place;
    const makesRoom = (session: Session): boolean =>
      place.full === 'own' ? session.owner === owner && session.open === 0 : session.isLeftBehind;
    const longestIdle = [...this.#sessions.values()].find(makesRoom);
    if (longestIdle === undefined) return place;
    void this.#end(longestIdle);
    return this.#places.take(owner, 1);
  }

  async #end(session: Session): Promise<void> {
    this.#forget(session);
    await session.server.close().catch(this.#options.onDisturbance);
  }

  #forget(session: Session): void {
    clearTimeout(session.idle);
    this.#sessions.delete(session.id);
    session.leave();
  }
}

/** A request of a session's client. */
interface Asked {
  readonly request: Request;
  readonly body: unknown;
  readonly caller: Caller;
  readonly whenOver: WhenOver;
}

const HEADER = 'mcp-session-id';

const GONE = 'This session does not exist, or has ended. Initialize again, without a session id.';

const FULL: Readonly<Record<'own' | 'all', Parameters<typeof errorResponse>>> = {
  own: [429, -32_000, 'All sessions that one caller may have are in use. End one of the clients, or try again later.'],
  all: [503, -32_000, 'This server has no room for another session. End one of the clients, or try again later.'],
};
