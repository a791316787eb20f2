import { z } from 'zod';
import type { HandedCustomer } from './customers.ts';

/** The facts that the shop's backend has when a customer shows themselves to the chatbot. */
export interface HandOverRequest {
  /** The running chatbot session, as the browser told it. */
  readonly sessionId: string;
  readonly botId: string;
  readonly customer: HandedCustomer;
}

/** `unknown`: nobody can say whether it arrived. */
export type HandOverOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'refused'; readonly status: number }
  | { readonly outcome: 'unknown' };

/** Hands a customer's data to the chatbot. May reject: then the outcome is unknown. */
export type HandOver = (request: HandOverRequest) => Promise<HandOverOutcome>;

export interface WebhookOptions {
  /** Webhook link of the bot and name of the endpoint: `…/chatbot/<webhook_id>/<endpoint_name>`. */
  readonly address: string;
  /** The bot's token, asked for each time: it may have been refreshed. It never leaves the server. */
  readonly token: () => string;
  /** Milliseconds until the outcome is unknown. */
  readonly timeout?: number;
}

const Unsent = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) });

/** The POST of section 4.5 as a site's developer writes it. It is sent once: whether it arrived cannot always be known. */
export function handOverByWebhook({ address, token, timeout = 10_000 }: WebhookOptions): HandOver {
  return async ({ sessionId, botId, customer }) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ sessionId, botId, data: customer }),
        // Whoever is behind a redirect was not meant to have the token.
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      await response.body?.cancel();
      if (response.ok) return { outcome: 'taken' };
      const { status } = response;
      return status < 500 ? { outcome: 'refused', status } : { outcome: 'unknown' };
    } catch (error) {
      // Nobody listens: the one error that is sure to have come before anything was sent.
      return Unsent.safeParse(error).success ? { outcome: 'refused', status: 503 } : { outcome: 'unknown' };
    }
  };
}
