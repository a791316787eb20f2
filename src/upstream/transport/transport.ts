import { getCACertificates } from 'node:tls';
import { Agent, fetch, type Response } from 'undici';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { readContent, type Answer } from '../answers/answer-content.ts';
import { MAX_ERROR_BYTES } from '../answers/limits.ts';
import { NetworkFailure, networkFailure } from './network-failure.ts';
import { postOnce, type HeaderFields, type Stops } from './posting.ts';

/** The time that one request may take, from connecting to the last byte, and without anything coming in between. */
const ANSWER_WITHIN = seconds(20);
const IDLE_MILLIS = 10_000;

/** No redirect is followed, nothing is sent twice. Both throw NetworkFailure, or the reason of an aborted signal. */
export interface Transport {
  get(address: URL, headers: HeaderFields, signal: AbortSignal): Promise<Answer>;
  /**
   * Resolves with the status as soon as it is known. What stops it before it leaves ends in a NetworkFailure that was never
   * sent.
   */
  post(address: URL, headers: HeaderFields, body: string, stops: Stops): Promise<number>;
  /** Ends every connection; what is under way fails. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Scheme, host and port: nothing is ever sent elsewhere, whatever the address says. */
  readonly origin: string;
  /** A further certificate authority, PEM. */
  readonly ca?: string | undefined;
  readonly answerWithin?: Seconds | undefined;
}

/**
 * An address below `base`, whose own path is kept as a prefix and whose query and credentials are not. `path` starts
 * with a slash and holds nothing that is not safe in a path.
 */
export function addressBelow(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const address = new URL(base.origin + base.pathname.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

/** The decoded bytes: undici's own cap counts compressed ones, and a gzip bomb passes it. */
async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body ?? []) if (chunk instanceof Uint8Array) yield chunk;
}

async function readRefusal(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let left = MAX_ERROR_BYTES;
  for await (const bytes of body) {
    text += decoder.decode(bytes.subarray(0, left), { stream: true });
    left -= bytes.byteLength;
    if (left < 0) return text;
  }
  return text + decoder.decode();
}

/** Opens connections, verifies certificates, and turns whatever the network does into an answer or a NetworkFailure. */
export function createTransport({ origin, ca, answerWithin = ANSWER_WITHIN }: TransportOptions): Transport {
  const dispatcher = new Agent({
    // Said, because else NODE_TLS_REJECT_UNAUTHORIZED=0 would send the password to anybody.
    connect: omitUndefined({ rejectUnauthorized: true, ca: mapKnown(ca, (ca) => [...getCACertificates(), ca]) }),
    headersTimeout: IDLE_MILLIS,
    bodyTimeout: IDLE_MILLIS,
  });

  async function inTime<Result>(
    address: URL,
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (address.origin !== origin) throw new TypeError('A credential is sent to its own origin only');
    const timeout = AbortSignal.timeout(answerWithin * 1000);
    try {
      return await send(AbortSignal.any([signal, timeout]));
    } catch (error) {
      const neverSent = error instanceof NetworkFailure && error.neverSent;
      if (timeout.aborted && !signal.aborted) {
        const what = neverSent ? 'connection' : 'answer';
        throw new NetworkFailure(trusted`no ${what} within ${answerWithin} seconds`, { neverSent, passing: true });
      }
      if (neverSent) throw error;
      signal.throwIfAborted();
      throw networkFailure(error);
    }
  }

  return {
    get: (address, headers, signal) =>
      inTime(address, signal, async (signal) => {
        const response = await fetch(address, { headers, redirect: 'manual', dispatcher, signal });
        const answer = { status: response.status, headers: response.headers };
        const body = bytesOf(response);
        if (answer.status !== 200) return { ...answer, text: await readRefusal(body) };
        return { ...answer, content: await readContent(body, signal), text: '' };
      }),
    // Not fetch: that sends again by itself after HTTP 421.
    post: (address, headers, body, { signal, withdrawn }) =>
      inTime(address, signal, (signal) => postOnce(dispatcher, address, { headers, body }, { signal, withdrawn })),
    close: () => dispatcher.destroy(),
  };
}
