import {
  isJsonContentType,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { sentByEntry } from '../answers/protocol-errors.ts';
import { scopesLackingFor } from '../mcp/request-target.ts';
import type { Caller, Scope } from '../model/caller.ts';
import { slices } from '../model/slices.ts';
import { bodyOf } from './bounds/body.ts';
import type { Places } from './bounds/places.ts';
import type { WhenOver } from './bounds/connections.ts';
import type { Endpoints } from './endpoints.ts';
import type { Identities } from './identity/identities.ts';
import { errorResponse } from './responses.ts';
import type { Sender } from './identity/identities.ts';
import type { Sessions } from './sessions/sessions.ts';

/** The places of a server that callers share. */
export interface AllPlaces {
  /** Bodies that are being read. */
  readonly bodies: Places;
  /** Requests that are being answered, until their answer has gone out. */
  readonly requests: Places;
  /** Streams for what the server has to tell by itself. */
  readonly streams: Places;
}

export interface AnsweringOptions {
  readonly endpoints: Endpoints;
  readonly sessions: Sessions;
  readonly places: AllPlaces;
  /** Whether the server is about to end: nothing begins that would stay. */
  readonly isEnding: () => boolean;
  readonly identities: Pick<Identities, 'lacking'>;
  /** Told of each request that is refused for want of a scope. */
  readonly onRefused?: ((caller: Caller, asked: JSONRPCRequest) => void) | undefined;
}

/** An answer on its way to the client. */
export interface Outgoing {
  readonly whenOver: WhenOver;
  /** Called where it goes on for as long as there is something to tell. */
  readonly goesOn: () => void;
}

/**
 * Answers a request of the protocol, in whichever era, whose sender is known. One too many of theirs, or of all, is refused; one that is
 * answered has its place until the answer has gone out.
 */
export async function answered(
  request: Request,
  sender: Sender,
  { endpoints, sessions, places, isEnding, identities, onRefused }: AnsweringOptions,
  { whenOver, goesOn }: Outgoing,
): Promise<Response> {
  const { scopes } = sender.caller;
  if (scopes.size === 1 && scopes.has('metrics:read')) return identities.lacking(request, OF_THE_DESK);
  const isPost = request.method === 'POST';
  // The handler refuses it in its own words.
  if (isPost && !isJsonContentType(request.headers.get('content-type'))) {
    return endpoints.answer(request, sender, whenOver);
  }
  const owner = sender.caller.isIdentified ? sender.owner : (sessions.idIn(request, sender) ?? sender.owner);
  let body: unknown;
  if (isPost) {
    const { full, leave } = places.bodies.take(owner, 1);
    if (full !== undefined) return errorResponse(...TOO_MANY[full]);
    const { refused, parsed } = await bodyOf(request).finally(leave);
    if (refused !== undefined) return refused;
    body = parsed;
  }
  const asked = [body].flat().filter(isJSONRPCRequest);
  // Before any server is asked: a client of OAuth then asks for a token with more scopes (RFC 6750, section 3.1).
  const [lacking, ...others] = scopesLackingIn(asked, sender.caller);
  if (lacking !== undefined) {
    for (const one of asked) if (scopesLackingFor(sender.caller, one).length > 0) onRefused?.(sender.caller, one);
    return identities.lacking(request, [lacking, ...others]);
  }
  // In either era.
  const isStream = request.method === 'GET' || asked.some(({ method }) => method === 'subscriptions/listen');
  if ((isStream || asked.some(({ method }) => method === 'initialize')) && isEnding()) return errorResponse(...ENDING);
  // None for a cancellation, a person's reply or the end of a session: those come through in any case.
  const place = isStream ? places.streams.take(owner, 1) : places.requests.take(owner, asked.length);
  if (place.full !== undefined) return errorResponse(...TOO_MANY[place.full]);
  whenOver(place.leave);
  if (isStream) goesOn();
  // An answer from what is at hand takes no turn of the event loop: without this one, of many requests that arrive at once
  // each would be answered before the next is counted, and all of them before anybody else's is read. It is in the order in
  // which they came, and among those that have begun: else these would wait for as long as others keep coming.
  await slices.next();
  return quotedRefusal(
    (await sessions.answer(request, body, sender, whenOver)) ??
      (await endpoints.answer(request, sender, whenOver, body)),
  );
}

/** What is refused before a server is asked repeats the request's headers and its method. */
async function quotedRefusal(response: Response): Promise<Response> {
  if (response.status < 400 || !isJsonContentType(response.headers.get('content-type'))) return response;
  const refusal: unknown = await response.clone().json();
  if (!isJSONRPCErrorResponse(refusal)) return response;
  return Response.json({ ...refusal, error: sentByEntry(refusal.error) }, response);
}

/** The scopes that a caller lacks for what is asked; in a batch, for any of it. */
function scopesLackingIn(asked: readonly JSONRPCRequest[], caller: Caller): readonly Scope[] {
  return [...new Set(asked.flatMap((request) => scopesLackingFor(caller, request)))];
}

/** A caller who may read the figures of the server, and nothing else, is answered nothing here. */
const OF_THE_DESK = ['chats:read'] as const;

const ENDING = [503, -32_000, 'This server is shutting down. Connect again.'] as const;

const TOO_MANY: Readonly<Record<'own' | 'all', Parameters<typeof errorResponse>>> = {
  own: [429, -32_000, 'Too many requests of this caller are being answered. Wait for one, or end a stream.'],
  all: [503, -32_000, 'Too many requests are being answered. Try again later.'],
};
