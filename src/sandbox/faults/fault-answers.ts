import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { AnswerFault } from './faults.ts';
import { badCredentials, forbidden, serverError } from '../rest/error-answers.ts';
import { silentRefusal, tooManyRequests, type WaitForm } from '../rest/too-many-requests.ts';

/** The facts that a fault may know of the request that it befalls. */
export interface Occasion {
  readonly request: Request;
  /** The number of the request, from 1: faults that have several forms take them in turns by it. */
  readonly n: number;
  /** The right answer. */
  readonly response: Response;
  /** The service's time, epoch ms. */
  readonly now: number;
  /** The address that redirects lead to; another port of the same host if not given. */
  readonly redirectTo?: string;
}

type Spoil = (occasion: Occasion) => Response | Promise<Response | undefined>;

/** The claims of a 429 that is a fault: a limit that is not the service's, and a wait that is not true. */
const ALLEGED = { perMinute: 60, seconds: 30 } as const;

const HOSTILE = ['-5', 'NaN', '1e99', 'Fri, 31 Dec 9999 23:59:59 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT'] as const;

const JSON_TYPE = 'application/json';

/** The times without which a record means nothing. An agent has none. */
const VITAL_TIMES = ['chat_request_time', 'received_time', 'first_visit_time'] as const;

const UNPACKED_BYTES = 32 * 1024 * 1024;

const SPOIL: Readonly<Record<AnswerFault, Spoil>> = {
  '429_retry_after_seconds': refuse('retry_after_seconds'),
  '429_retry_after_date': refuse('retry_after_date'),
  '429_ratelimit': refuse('ratelimit'),
  '429_ratelimit_older': refuse('ratelimit_older'),
  '429_ratelimit_reset': refuse('ratelimit_reset'),
  '429_x_ratelimit_reset_delta': refuse('x_ratelimit_reset_delta'),
  '429_x_ratelimit_reset_epoch': refuse('x_ratelimit_reset_epoch'),
  '429_x_ratelimit_reset_epoch_ms': refuse('x_ratelimit_reset_epoch_ms'),
  '429_body_json': refuse('body_json'),
  '429_body_json_camel': refuse('body_json_camel'),
  '429_body_words': refuse('body_words'),
  '429_body_words_minutes': refuse('body_words_minutes'),
  '429_nothing': silentRefusal,
  '429_hostile': ({ n }) =>
    new Response(null, { status: 429, headers: { 'Retry-After': HOSTILE[n % HOSTILE.length] ?? '' } }),
  '401': badCredentials,
  '403': forbidden,
  '500': serverError,
  '502_html': () => page(502, '<h1>502 Bad Gateway</h1><hr><center>nginx</center>'),
  '503': () => new Response(null, { status: 503 }),
  '503_retry_after': () => new Response(null, { status: 503, headers: { 'Retry-After': String(ALLEGED.seconds) } }),
  redirect_301: redirect(301),
  redirect_302: redirect(302),
  redirect_307: redirect(307),
  redirect_308: redirect(308),
  html_200: () => page(200, '<form action="/login"><input name="email"><input name="password"></form>'),
  wrong_content_type: async ({ response }) =>
    new Response(await response.text(), { status: response.status, headers: { 'Content-Type': 'text/plain' } }),
  not_json_200: async ({ response }) => json((await response.text()).slice(0, -1)),
  wrong_shape_200: async ({ response }) => {
    const body = await parsed(response);
    return Response.json(Array.isArray(body) ? { status: 'ok', data: [] } : [body ?? null]);
  },
  empty_200: () => json(''),
  gzip_bomb: () => new Response(bomb(), { headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' } }),
  bad_record: async ({ response, n }) => {
    const rows = z.array(z.record(z.string(), z.unknown())).safeParse(await parsed(response.clone()));
    const place = Math.floor((rows.data?.length ?? 0) / 2);
    const row = rows.data?.[place];
    if (row === undefined) return undefined;
    const [id = ''] = Object.keys(row);
    const time = n % 2 === 0 ? VITAL_TIMES.find((field) => field in row) : undefined;
    return Response.json(rows.data?.with(place, { ...row, ...(time ? { [time]: {} } : { [id]: 'unreadable' }) }));
  },
};

/** The answer that a fault puts in the place of the right one; undefined where there is nothing to spoil. */
export async function spoil(fault: AnswerFault, occasion: Occasion): Promise<Response | undefined> {
  return SPOIL[fault](occasion);
}

function refuse(form: WaitForm): Spoil {
  return ({ now }) => tooManyRequests(form, { ...ALLEGED, now });
}

function redirect(status: 301 | 302 | 307 | 308): Spoil {
  return ({ request, redirectTo }) => {
    const elsewhere = new URL(request.url);
    // Any port but that of this service.
    elsewhere.port = String(Number(elsewhere.port || 80) ^ 1);
    return new Response(null, { status, headers: { Location: redirectTo ?? elsewhere.href } });
  };
}

function json(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': JSON_TYPE } });
}

function page(status: number, content: string): Response {
  const html = `<!doctype html><html><body>${content}</body></html>`;
  return new Response(html, { status, headers: { 'Content-Type': 'text/html' } });
}

/** The body of the right answer as a value; undefined where it is not JSON. */
async function parsed(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** An empty list between so many blanks. Packed when it is first asked for: it takes a moment. */
function bomb(): Uint8Array<ArrayBuffer> {
  packed ??= Uint8Array.from(gzipSync(`[${' '.repeat(UNPACKED_BYTES)}]`));
  return packed;
}
let packed: Uint8Array<ArrayBuffer> | undefined;
