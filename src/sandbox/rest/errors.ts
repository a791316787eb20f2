import type { Context } from 'hono';

/** What `WWW-Authenticate` asks for, also on the 400 for an invalid path id (specification, section 7). */
export const CHALLENGE = 'Basic realm="Chat Operations API"';

/** The four kinds of record, as the messages of section 7 name them. */
export type ResourceName = 'Agent' | 'Chat' | 'Offline Message' | 'Visitor';

/** The standard body: one entry per problem, each with its code and message. */
function errorBody(code: number, messages: readonly string[]): { error: { code: number; message: string }[] } {
  return { error: messages.map((message) => ({ code, message })) };
}

/** "Unauthorized": the one error whose body is plain text, though its content type says JSON. */
export function badCredentials(context: Context): Response {
  return context.body('Bad credentials', 401, {
    'Content-Type': 'application/json; charset=UTF-8',
    'WWW-Authenticate': CHALLENGE,
  });
}

/** "Forbidden" on a list that asks for the superadmin permission. */
export function forbidden(context: Context): Response {
  return context.json(errorBody(403, ['You do not have permission to access this resource.']), 403);
}

/** "Forbidden" on a single chat: a flat object, without the array. */
export function forbiddenChat(context: Context, chatId: number): Response {
  return context.json({ code: 403, message: `no permission to see chat details with Id ${chatId}` }, 403);
}

/** Invalid query parameters: 400 for one; several come as 404 with an entry of code 400 for each (section 7). */
export function invalidParameters(context: Context, messages: readonly string[]): Response {
  return context.json(errorBody(400, messages), messages.length > 1 ? 404 : 400);
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

/** "Rate limited": the reason and the waiting time in whole seconds. */
export function tooManyRequests(context: Context, perMinute: number, seconds: number): Response {
  const message = `Too many requests: ${perMinute} per minute are allowed. Please wait ${seconds} seconds.`;
  return context.json(errorBody(429, [message]), 429, { 'Retry-After': String(seconds) });
}

/** Any method but the one an endpoint has. */
export function methodNotAllowed(context: Context, allowed: 'GET' | 'POST'): Response {
  const message = `Method ${context.req.method} is not allowed. Please use ${allowed}.`;
  return context.json(errorBody(405, [message]), 405, { Allow: allowed });
}

/** A path that the service does not have. */
export function unknownPath(context: Context): Response {
  return context.json(errorBody(404, ['No such resource.']), 404);
}
