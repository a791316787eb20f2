import type { Context } from 'hono';
import type { Dialect } from '../dialects.ts';

/** The value of `WWW-Authenticate`, which is also on the 400 for an invalid path id (specification, section 7). */
export const CHALLENGE = 'Basic realm="Chat Operations API"';

/** The four kinds of record, as the messages of section 7 name them. */
export type ResourceName = 'Agent' | 'Chat' | 'Offline Message' | 'Visitor';

/** The standard body: one entry per problem, each with its code and message. */
export function errorBody(code: number, messages: readonly string[]): { error: { code: number; message: string }[] } {
  return { error: messages.map((message) => ({ code, message })) };
}

/** "Unauthorized": the one error whose body is plain text, though its content type says JSON. */
export function badCredentials(): Response {
  return new Response('Bad credentials', {
    status: 401,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', 'WWW-Authenticate': CHALLENGE },
  });
}

/** "Forbidden" on a list that asks for the superadmin permission. */
export function forbidden(): Response {
  return Response.json(errorBody(403, ['You do not have permission to access this resource.']), { status: 403 });
}

/** An error of the service itself, of which the specification says nothing. */
export function serverError(): Response {
  return Response.json(errorBody(500, ['Internal server error.']), { status: 500 });
}

/** "Forbidden" on a single chat: a flat object, without the array. */
export function forbiddenChat(context: Context, chatId: number): Response {
  return context.json({ code: 403, message: `no permission to see chat details with Id ${chatId}` }, 403);
}

/** Invalid query parameters, with an entry of code 400 for each: 400 for one; for several the status is `several`. */
export function invalidParameters(
  context: Context,
  messages: readonly string[],
  several: Dialect['several_invalid'],
): Response {
  return context.json(errorBody(400, messages), messages.length > 1 && several === '404' ? 404 : 400);
}

/** A page beyond the last, where that is an error. For a 404 the specification has no words: these are in its manner. */
export function noSuchPage(context: Context, page: number, { past_end: pastEnd }: Pick<Dialect, 'past_end'>): Response {
  if (pastEnd === '400') return context.json(errorBody(400, [invalidPageNumber(String(page))]), 400);
  const message = `No Record found for Page Number = ${page}. Please enter a another Page Number.`;
  return context.json(errorBody(404, [message]), 404);
}

/** "InvalidPageNumber" for a value that is none, in the service's words. */
export function invalidPageNumber(value: string): string {
  return `Invalid Page Number: ${value}. Please enter a valid Page Number.`;
}

/** A path id that is not a valid number. */
export function invalidId(context: Context, resource: ResourceName, value: string): Response {
  const message = `Invalid ${resource} Id: ${value}. Please enter a Valid ${resource} Id.`;
  return context.json(errorBody(400, [message]), 400, { 'WWW-Authenticate': CHALLENGE });
}

/** A valid id that no record has. The wording, "a another" included, is the service's. */
export function noRecord(context: Context, resource: ResourceName, id: number): Response {
  const message = `No Record found for ${resource} Id = ${id}. Please enter a another ${resource} Id.`;
  return context.json(errorBody(404, [message]), 404);
}

/** The answer to any method but GET, the one that all endpoints of the REST API have. */
export function methodNotAllowed(context: Context): Response {
  const message = `Method ${context.req.method} is not allowed. Please use GET.`;
  return context.json(errorBody(405, [message]), 405, { Allow: 'GET' });
}

/** A path that the service does not have. */
export function unknownPath(context: Context): Response {
  return context.json(errorBody(404, ['No such resource.']), 404);
}
