import type { Dialect } from '../dialects.ts';
import { errorBody } from '../rest/errors.ts';

/** Why the webhook takes something not. */
export interface Refusal {
  /** What is wrong: who asks, what is asked for by its name, how, or what came with it. */
  readonly of: 'token' | 'unknown' | 'request' | 'body';
  readonly status: number;
  readonly messages: readonly string[];
}

/** How the webhook refuses, which the specification does not show (section 7): one of the ways of a dialect. */
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
