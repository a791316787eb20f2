import { createHash } from 'node:crypto';
import type { CallerId } from '../../model/caller.ts';
import { InvalidArgument, InvalidConfiguration, WebhookUnreachable } from '../../model/errors.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Secret } from '../../model/text/secret.ts';
import {
  CallerText,
  DeskText,
  trusted,
  type ProgramText,
  type TrustedText,
  quotation,
} from '../../model/text/trusted-text.ts';
import type { Seconds } from '../../model/time/units.ts';
import { NetworkFailure } from '../transport/network-failure.ts';
import type { Stops, HeaderFields } from '../transport/posting.ts';
import { addressBelow, createTransport, type Transport } from '../transport/transport.ts';

/** A bot as the configuration knows it: its link, its token, and the endpoints created for it. */
export interface WebhookBot {
  readonly name: string;
  readonly botId: string;
  readonly webhookId: string;
  /** Reads its token for each call, fit for a header. What it throws keeps the call from leaving. */
  readonly readToken: () => Secret;
  readonly endpoints: readonly string[];
}

export interface WebhookCall {
  /** The name of a configured bot and of one of its endpoints; nothing else is ever called. */
  readonly bot: string;
  readonly endpoint: string;
  readonly sessionId: string;
  readonly data: JsonObject;
  /** Whoever wants it sent: told to `record`, and to nobody else. */
  readonly caller: CallerId;
}

/**
 * The outcome of a call. The specification does not show the responses: any 2xx is `accepted`; most of 3xx and 4xx is
 * `refused`; `unknown` means that it may have been taken.
 */
export type WebhookOutcome =
  | { readonly outcome: 'accepted' | 'refused'; readonly status: number }
  | { readonly outcome: 'unknown'; readonly status?: number };

/** The yes that a call rested on was taken back before it left. */
export interface Declined {
  readonly outcome: 'declined';
}

/** The circumstances in which a request is sent. */
export interface Sending extends Stops {
  /** The one who said yes to a question about it; absent where nobody was asked. It is not known whether a person did. */
  readonly agreedBy?: 'host' | undefined;
  /** Asked right before it leaves: it does not where this answers no. What it throws keeps it from leaving, too. */
  readonly mayLeave?: (() => Promise<boolean>) | undefined;
}

/** One call, ready to leave. What it shows of itself is what leaves: there is no second way to make either. */
export interface WebhookRequest {
  readonly bot: string;
  readonly endpoint: string;
  readonly sessionId: string;
  /** The body, as it is sent. */
  readonly body: string;
  /** Of its names, the address and the body, which is everything but the token: another request has another one. */
  readonly digest: string;
  /**
   * Hands the data to a running chatbot session (specification, section 4.5): one request, never repeated. Throws what
   * `record` and `readToken` throw, WebhookUnreachable when the request provably did not leave, and the signal's reason when it was aborted
   * before; aborted later, the outcome is `unknown`.
   */
  send(sending: Sending): Promise<WebhookOutcome | Declined>;
  /** Keeps a record that the host said no to it, so that it never leaves. Throws what `record` throws. */
  recordDecline(): Promise<void>;
}

export interface Webhook {
  /** Makes the one request of a call. Throws InvalidArgument for a bot or endpoint that is not configured. */
  prepare(call: WebhookCall): WebhookRequest;
  close(): Promise<void>;
}

/**
 * Keeps a record of a call, from before it leaves: what it throws keeps the call from leaving. What it answers is called
 * when it is known what became of the call, and does not throw.
 */
export type RecordCall = (
  call: Omit<WebhookCall, 'data'> & Pick<Sending, 'agreedBy'> & { readonly body: string },
) => Promise<(ended: WebhookOutcome | NotSent | Declined) => Promise<void>>;

/** A call with what only its request may know. */
interface Prepared extends Omit<WebhookCall, 'data'> {
  readonly body: string;
  readonly readToken: () => Secret;
  readonly address: URL;
}

/** The request provably did not leave. */
interface NotSent {
  readonly outcome: 'not_sent';
  readonly why: ProgramText;
}

export interface WebhookOptions {
  /** The webhook host; it may carry a path. Its transport has been checked by config/. */
  readonly baseUrl: URL;
  readonly bots: readonly WebhookBot[];
  readonly record: RecordCall;
  /** A further certificate authority, PEM. */
  readonly ca?: string | undefined;
  readonly answerWithin?: Seconds | undefined;
  /** Sends; by default over real connections. */
  readonly transport?: Transport | undefined;
}

const PATH = '/chat-websocket/api/webhook/v1/chatbot';

/** Encodes one path segment; `.` and `..` would be taken for directories in any encoding. */
function segment(text: string, what: TrustedText): string {
  if (!/^\.{0,2}$/.test(text) && text.isWellFormed()) return encodeURIComponent(text);
  throw new InvalidConfiguration(
    trusted`The ${what} cannot be part of an address.`,
    'Copy it from the settings of the bot.',
  );
}

/**
 * Statuses below 500 after which it may have been taken all the same: a POST is answered with 301, 302 and 303 also when it is
 * done, and 408 may be a proxy's that has passed it on.
 */
const UNCERTAIN: ReadonlySet<number> = new Set([301, 302, 303, 408]);

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted', status };
  return { outcome: status < 500 && !UNCERTAIN.has(status) ? 'refused' : 'unknown', status };
}

function notConfigured(what: ProgramText, name: string, valid: Iterable<string>): InvalidArgument {
  return new InvalidArgument(
    trusted`There is no ${what} "${quotation(CallerText.parse(name))}".`,
    trusted`Valid: ${DeskText.parse([...valid].join(', '))}.`,
  );
}

/** Reads a token for a call that is recorded already. Throws what keeps it from being read: the record says that nothing was sent. */
async function tokenFor(readToken: () => Secret, ended: (outcome: NotSent) => Promise<void>): Promise<Secret> {
  try {
    return readToken();
  } catch (error) {
    await ended({ outcome: 'not_sent', why: trusted`its token cannot be read` });
    throw error;
  }
}

/** The webhook of every configured bot. Throws InvalidConfiguration for what cannot be part of an address. */
export function createWebhook({
  baseUrl,
  bots,
  record,
  ca,
  answerWithin,
  transport = createTransport({ origin: baseUrl.origin, ca, answerWithin }),
}: WebhookOptions): Webhook {
  const configured = new Map(
    bots.map((bot) => {
      const link = `${PATH}/${segment(bot.webhookId, trusted`webhook id of the bot ${DeskText.parse(bot.name)}`)}`;
      const endpoints = new Map(
        bot.endpoints.map((name) => [
          name,
          addressBelow(
            baseUrl,
            `${link}/${segment(name, trusted`endpoint name ${DeskText.parse(name)} of the bot ${DeskText.parse(bot.name)}`)}`,
          ),
        ]),
      );
      return [bot.name, { botId: bot.botId, readToken: bot.readToken, endpoints }];
    }),
  );
  const posted = async (
    address: URL,
    headers: HeaderFields,
    body: string,
    stops: Stops,
  ): Promise<WebhookOutcome | NotSent> => {
    try {
      return outcomeOf(await transport.post(address, headers, body, stops));
    } catch (error) {
      if (error instanceof NetworkFailure && error.neverSent) return { outcome: 'not_sent', why: error.message };
      if (error instanceof NetworkFailure || stops.signal.aborted) return { outcome: 'unknown' };
      throw error;
    }
  };

  /** What keeps a call from leaving is kept, as a call that was not sent. */
  const hasLeave = async (mayLeave: Sending['mayLeave'], ended: Awaited<ReturnType<RecordCall>>): Promise<boolean> => {
    try {
      return (await mayLeave?.()) ?? true;
    } catch (error) {
      await ended({ outcome: 'not_sent', why: trusted`the archive could not be asked whether it may leave` });
      throw error;
    }
  };

  const sendOnce = async (
    { readToken, address, ...call }: Prepared,
    { agreedBy, mayLeave, ...stops }: Sending,
  ): Promise<WebhookOutcome | Declined> => {
    const isWithdrawn = () => stops.withdrawn?.aborted === true;
    stops.signal.throwIfAborted();
    if (isWithdrawn()) return { outcome: 'declined' };
    const ended = await record({ ...call, agreedBy });
    const secret = await tokenFor(readToken, ended);
    const headers = { authorization: `Bearer ${secret.reveal()}`, 'content-type': 'application/json' };
    const outcome = (await hasLeave(mayLeave, ended))
      ? await posted(address, headers, call.body, stops)
      : ({ outcome: 'declined' } as const);
    const told = outcome.outcome === 'not_sent' && isWithdrawn() ? ({ outcome: 'declined' } as const) : outcome;
    await ended(told);
    if (told.outcome !== 'not_sent') return told;
    stops.signal.throwIfAborted();
    throw new WebhookUnreachable(told.why);
  };

  const underWay = new Set<Promise<unknown>>();
  return {
    prepare: ({ bot, endpoint, sessionId, data, caller }) => {
      const known = configured.get(bot);
      if (known === undefined) throw notConfigured(trusted`bot`, bot, configured.keys());
      const { botId, readToken, endpoints } = known;
      const address = endpoints.get(endpoint);
      if (address === undefined) throw notConfigured(trusted`endpoint`, endpoint, endpoints.keys());
      const call = { bot, endpoint, sessionId, caller, body: JSON.stringify({ sessionId, botId, data }) };
      return Object.freeze({
        ...call,
        digest: createHash('sha256')
          .update(JSON.stringify([bot, endpoint, address.href, call.body]))
          .digest('base64url'),
        send: async (sending: Sending) => {
          const sent = sendOnce({ ...call, readToken, address }, sending);
          underWay.add(sent);
          try {
            return await sent;
          } finally {
            underWay.delete(sent);
          }
        },
        recordDecline: async () => (await record(call))({ outcome: 'declined' }),
      });
    },
    close: async () => {
      await transport.close();
      // Their outcomes have yet to be recorded.
      await Promise.allSettled(underWay);
    },
  };
}
