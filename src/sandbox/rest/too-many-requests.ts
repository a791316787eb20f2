import type { Dialect } from '../dialects.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** The facts that a 429 has to tell (specification, section 7, "Rate limited"; the format is not shown). */
export interface Wait {
  readonly perMinute: number;
  /** The waiting time in whole seconds. */
  readonly seconds: number;
  /** The service's time, epoch ms. */
  readonly now: number;
}

/** The places where a 429 tells the waiting time: headers, words behind the reason, fields of the body. */
interface Telling {
  readonly headers?: Readonly<Record<string, string>>;
  readonly words?: string;
  readonly fields?: object;
}

const TELLINGS = {
  retry_after_seconds: ({ seconds }) => ({
    headers: { 'Retry-After': String(seconds) },
    words: `Please wait ${seconds} seconds.`,
  }),
  // A date means little without the service's own time beside it.
  retry_after_date: (wait) => ({
    headers: { 'Retry-After': httpDate(Math.ceil(endOf(wait)) * 1000), Date: httpDate(wait.now) },
  }),
  ratelimit: ({ perMinute, seconds }) => ({
    headers: { RateLimit: `"default";r=0;t=${seconds}`, 'RateLimit-Policy': `"default";q=${perMinute};w=60` },
  }),
  ratelimit_older: ({ perMinute, seconds }) => ({
    headers: { RateLimit: `limit=${perMinute}, remaining=0, reset=${seconds}` },
  }),
  ratelimit_reset: ({ perMinute, seconds }) => ({
    headers: {
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(seconds),
    },
  }),
  x_ratelimit_reset_delta: (wait) => xRateLimit(wait, wait.seconds),
  x_ratelimit_reset_epoch: (wait) => xRateLimit(wait, Math.ceil(endOf(wait))),
  x_ratelimit_reset_epoch_ms: (wait) => xRateLimit(wait, Math.round(endOf(wait) * 1000)),
  body_json: ({ seconds }) => ({ fields: { retry_after: seconds } }),
  body_json_camel: ({ seconds }) => ({ fields: { retryAfter: seconds } }),
  body_words: ({ seconds }) => ({ words: `Please wait ${seconds} seconds.` }),
  body_words_minutes: ({ seconds }) => ({ words: `Try again in ${Math.ceil(seconds / 60)} min.` }),
} as const satisfies Record<string, (wait: Wait) => Telling>;

export type WaitForm = keyof typeof TELLINGS;

const LIMIT_FORMS: Readonly<Record<Exclude<Dialect['limit_form'], 'nothing'>, WaitForm>> = {
  retry_after: 'retry_after_seconds',
  retry_after_date: 'retry_after_date',
  ratelimit: 'ratelimit',
  x_ratelimit: 'x_ratelimit_reset_epoch',
  body: 'body_words',
};

/** The 429 of a limit, as the dialect says it. */
export function limitReached({ limit_form: form }: Pick<Dialect, 'limit_form'>, wait: Wait): Response {
  return form === 'nothing' ? silentRefusal() : tooManyRequests(LIMIT_FORMS[form], wait);
}

/** A 429 that tells its waiting time in one form. */
export function tooManyRequests(form: WaitForm, wait: Wait): Response {
  const { headers, words, fields }: Telling = TELLINGS[form](wait);
  const message = [`Too many requests: ${wait.perMinute} per minute are allowed.`, words].join(' ').trim();
  return Response.json({ error: [{ code: 429, message }], ...fields }, omitUndefined({ status: 429, headers }));
}

/** A 429 that tells nothing. */
export function silentRefusal(): Response {
  return new Response(null, { status: 429 });
}

/** A time in the form of HTTP's headers, to the second. */
function httpDate(at: number): string {
  return new Date(at).toUTCString();
}

/** When the wait is over, epoch seconds. */
function endOf({ now, seconds }: Wait): number {
  return now / 1000 + seconds;
}

function xRateLimit(wait: Wait, reset: number): Telling {
  return {
    headers: {
      'X-RateLimit-Limit': String(wait.perMinute),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(reset),
      // An instant means little without the service's own time.
      Date: httpDate(wait.now),
    },
  };
}
