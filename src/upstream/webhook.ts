import { InvalidArgument, InvalidConfiguration, UpstreamUnavailable } from '../model/errors.ts';
import type { Seconds } from '../model/units.ts';
import { addressBelow } from './address.ts';
import { NetworkFailure } from './network-failure.ts';
import { createTransport } from './transport.ts';

/** A bot as the configuration knows it: its link, its token, and the endpoints created for it. */
export interface WebhookBot {
  readonly name: string;
  readonly botId: string;
  readonly webhookId: string;
  readonly token: string;
  readonly endpoints: readonly string[];
}

export interface WebhookCall {
  /** The name of a configured bot and of one of its endpoints; nothing else is ever called. */
  readonly bot: string;
  readonly endpoint: string;
  readonly sessionId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What became of a call. The specification does not show the responses: any 2xx is `accepted`; a 3xx or 4xx is
 * `refused`; `unknown` means that it may have arrived.
 */
export type WebhookOutcome =
  | { readonly outcome: 'accepted' | 'refused'; readonly status: number }
  | { readonly outcome: 'unknown'; readonly status?: number };

export interface Webhook {
  /**
   * Hands data to a running chatbot session (specification, section 4.5): one request, never repeated. Throws
   * InvalidArgument for a bot or endpoint that is not configured, UpstreamUnavailable when the request provably did not
   * leave, and the signal's reason when it was aborted before; aborted later, the outcome is `unknown`.
   */
  send(call: WebhookCall, signal: AbortSignal): Promise<WebhookOutcome>;
  close(): Promise<void>;
}

export interface WebhookOptions {
  /** The webhook host; it may carry a path. Its transport has been checked by config/. */
  readonly baseUrl: URL;
  readonly bots: readonly WebhookBot[];
  /** A further certificate authority, PEM. */
  readonly ca?: string | undefined;
  readonly answerWithin?: Seconds | undefined;
}

const PATH = '/chat-websocket/api/webhook/v1/chatbot';

/** Encodes one path segment; `.` and `..` would be taken for directories in any encoding. */
function segment(text: string, what: string): string {
  if (!/^\.{0,2}$/.test(text) && text.isWellFormed()) return encodeURIComponent(text);
  throw new InvalidConfiguration(`The ${what} cannot be part of an address.`, 'Copy it from the settings of the bot.');
}

/** Checked here because the error for a bad header would quote the token. */
function authorization({ name, token }: WebhookBot): string {
  if (/^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
  throw new InvalidConfiguration(
    `The webhook token of the bot ${name} is empty or holds a character that no token has, such as a line break.`,
    'Copy the token again from the webhook settings of the bot.',
  );
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted', status };
  return { outcome: status < 500 ? 'refused' : 'unknown', status };
}

function notConfigured(what: string, name: string, valid: Iterable<string>): InvalidArgument {
  return new InvalidArgument(`There is no ${what} named ${name}.`, `Use one of: ${[...valid].join(', ')}.`);
}

/** The webhook of every configured bot. Throws InvalidConfiguration for what cannot be sent. */
export function createWebhook({ baseUrl, bots, ca, answerWithin }: WebhookOptions): Webhook {
  const configured = new Map(
    bots.map((bot) => {
      const link = `${PATH}/${segment(bot.webhookId, `webhook id of the bot ${bot.name}`)}`;
      const endpoints = new Map(
        bot.endpoints.map((name) => [
          name,
          addressBelow(baseUrl, `${link}/${segment(name, `endpoint name ${name} of the bot ${bot.name}`)}`),
        ]),
      );
      return [bot.name, { botId: bot.botId, authorization: authorization(bot), endpoints }];
    }),
  );
  const transport = createTransport({ ca, answerWithin });

  return {
    async send({ bot, endpoint, sessionId, data }, signal) {
      const known = configured.get(bot);
      if (known === undefined) throw notConfigured('bot', bot, configured.keys());
      const { botId, authorization, endpoints } = known;
      const address = endpoints.get(endpoint);
      if (address === undefined) throw notConfigured('endpoint', endpoint, endpoints.keys());

      signal.throwIfAborted();
      const headers = { authorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ sessionId, botId, data });
      try {
        return outcomeOf(await transport.post(address, headers, body, signal));
      } catch (error) {
        if (error instanceof NetworkFailure && error.neverSent) throw new UpstreamUnavailable(error.message);
        if (error instanceof NetworkFailure || signal.aborted) return { outcome: 'unknown' };
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
