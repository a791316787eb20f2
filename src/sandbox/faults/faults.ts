import { createRandom } from '../world/random.ts';

/** The faults that can befall a request, by name, each in a line of words (design, "Faults and what is expected"). */
export const FAULTS = {
  '429_retry_after_seconds': '429 with Retry-After in seconds',
  '429_retry_after_date': '429 with Retry-After as a date',
  '429_ratelimit': '429 with RateLimit: "default";r=0;t=30',
  '429_ratelimit_older': '429 with RateLimit: limit=60, remaining=0, reset=30',
  '429_ratelimit_reset': '429 with RateLimit-Reset in seconds',
  '429_x_ratelimit_reset_delta': '429 with X-RateLimit-Reset in seconds from now',
  '429_x_ratelimit_reset_epoch': '429 with X-RateLimit-Reset as an instant, in seconds',
  '429_x_ratelimit_reset_epoch_ms': '429 with X-RateLimit-Reset as an instant, in milliseconds',
  '429_body_json': '429 whose body has retry_after',
  '429_body_json_camel': '429 whose body has retryAfter',
  '429_body_words': '429 whose body says "wait 30 seconds"',
  '429_body_words_minutes': '429 whose body says "in 1 min"',
  '429_nothing': '429 without a body',
  '429_hostile': '429 with an impossible Retry-After: negative, NaN, 1e99, year 9999 and a date long ago, in turns',
  '401': 'the answer to a wrong password',
  '403': 'the answer to a login without the permission',
  '500': 'an error in JSON',
  '502_html': 'the error page of a proxy',
  '503': 'unavailable, without a body',
  '503_retry_after': 'unavailable, with Retry-After',
  redirect_301: 'moved to another port',
  redirect_302: 'found at another port',
  redirect_307: 'for now at another port',
  redirect_308: 'for good at another port',
  html_200: 'a login page instead of JSON',
  wrong_content_type: 'the right JSON as text/plain',
  not_json_200: 'JSON that breaks off, though the answer is whole',
  wrong_shape_200: 'an object instead of a list, or a list instead of an object',
  empty_200: '200 without a body',
  gzip_bomb: 'a small answer that unpacks to 32 MB',
  bad_record: 'one record of a page cannot be read: its id is text or its time an object, in turns',
  rows_arrive: 'before a list is answered, a new record is put at its newest end',
  rows_vanish: 'before a list is answered, one of its records is removed',
  reset: 'the connection is cut before the answer',
  half: 'the connection is cut in the middle of the answer',
  slow_drip: 'a byte every second, without end',
  hang: 'no answer',
} as const;

export type FaultName = keyof typeof FAULTS;

/** The faults that only a socket can have. */
const SOCKET_FAULTS = ['reset', 'half', 'slow_drip', 'hang'] as const;
export type SocketFault = (typeof SOCKET_FAULTS)[number];

/** The faults that are changes of the world. */
const CHANGES = ['rows_arrive', 'rows_vanish'] as const;
export type Change = (typeof CHANGES)[number];

/** The faults that are another answer than the right one. */
export type AnswerFault = Exclude<FaultName, SocketFault | Change>;

export const isFault = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);
export const isSocketFault = (name: FaultName): name is SocketFault => SOCKET_FAULTS.some((fault) => fault === name);
export const isChange = (name: FaultName): name is Change => CHANGES.some((change) => change === name);

/** A request as a plan sees it. */
export interface PlannedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

/** Decides what goes wrong with the `n`-th request, counted from 1; undefined for nothing. */
export type FaultPlan = (request: PlannedRequest, n: number) => FaultName | undefined;

/** Faults by chance: each has its share of all requests. The same seed gives the same faults. */
export function byRate(rates: Partial<Record<FaultName, number>>, seed = 1): FaultPlan {
  const names = Object.keys(rates).filter(isFault);
  const random = createRandom(seed, 'faults');
  return () => {
    let left = random.next();
    return names.find((name) => (left -= rates[name] ?? 0) < 0);
  };
}

/** Faults by script: each has the numbers of its requests. */
export function byNumber(script: Partial<Record<FaultName, readonly number[]>>): FaultPlan {
  const names = Object.keys(script).filter(isFault);
  return (_, n) => names.find((name) => script[name]?.includes(n));
}
