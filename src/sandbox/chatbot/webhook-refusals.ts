import type { Dialect } from '../dialects.ts';
import { errorBody } from '../rest/error-answers.ts';

/** The reason for which the webhook refuses a request. */
export interface Refusal {
  /** The part of a request that is wrong: its token, a name in its path, the request itself, or its body. */
  readonly of: 'token' | 'unknown' | 'request' | 'body';
  readonly status: number;
  readonly messages: readonly string[];
}

/** Makes the refusals of the webhook in one of the ways of a dialect: the specification does not show any (section 7). */
export function createRefusals(
  way: Dialect['webhook_refusals'],
): (refusal: Refusal, headers?: Readonly<Record<string, string>>) => Response {
  return ({ of, status: own, messages }, headers = {}) => {
    const status = statusOf(way, of, own);
    // What belongs to a status would be odd beside another one.
    const init = { status, headers: status === own ? headers : {} };
    if (way === 'text') return new Response(messages.join('; '), init);
    if (way === 'error_list') return Response.json(errorBody(status, messages), init);
    return Response.json({ error: messages.join('; ') }, init);
  };
}

function statusOf(way: Dialect['webhook_refusals'], of: Refusal['of'], own: number): number {
  if (way === 'bad_request') return 400;
  return way === 'forbidden' && (of === 'token' || of === 'unknown') ? 403 : own;
}
