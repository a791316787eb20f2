import { getCACertificates } from 'node:tls';
import { Agent, fetch, type Headers, type Response } from 'undici';
import { trusted } from '../model/trusted-text.ts';
import { seconds, type Seconds } from '../model/units.ts';
import { NetworkFailure, networkFailure } from './network-failure.ts';
import { postedOnce, type Stops } from './posting.ts';

/** How long one request may take, from connecting to the last byte, and how long nothing may come in between. */
const ANSWER_WITHIN = seconds(20);
const IDLE_MILLIS = 10_000;

export type HeaderFields = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** False when the body was longer than what was allowed, and `text` is its beginning. */
  readonly whole: boolean;
}

/** No redirect is followed, nothing is sent twice. Both throw NetworkFailure, or the reason of an aborted signal. */
export interface Transport {
  /** Reads at most `maxBytes` decoded bytes of an answer with that status. */
  get(address: URL, headers: HeaderFields, maxBytes: (status: number) => number, signal: AbortSignal): Promise<Answer>;
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

/** Counts decoded bytes: undici's own cap counts compressed ones, and a gzip bomb passes it. */
async function readBody({ body }: Response, maxBytes: number): Promise<Pick<Answer, 'text' | 'whole'>> {
  if (body === null) return { text: '', whole: true };
  const decoder = new TextDecoder();
  let text = '';
  let left = maxBytes;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.byteLength;
    if (left < 0) return { text, whole: false };
  }
  return { text: text + decoder.decode(), whole: true };
}

/** Opens connections, verifies certificates, and turns whatever the network does into an answer or a NetworkFailure. */
export function createTransport({ origin, ca, answerWithin = ANSWER_WITHIN }: TransportOptions): Transport {
  const dispatcher = new Agent({
    // Said, because else NODE_TLS_REJECT_UNAUTHORIZED=0 would send the password to anybody.
    connect: { rejectUnauthorized: true, ...(ca !== undefined && { ca: [...getCACertificates(), ca] }) },
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
    get: (address, headers, maxBytes, signal) =>
      inTime(address, signal, async (signal) => {
        const response = await fetch(address, { headers, redirect: 'manual', dispatcher, signal });
        const { status } = response;
        return { status, headers: response.headers, ...(await readBody(response, maxBytes(status))) };
      }),
    // Not fetch: that sends again by itself after HTTP 421.
    post: (address, headers, body, { signal, withdrawn }) =>
      inTime(address, signal, (signal) => postedOnce(dispatcher, address, { headers, body }, { signal, withdrawn })),
    close: () => dispatcher.destroy(),
  };
}
