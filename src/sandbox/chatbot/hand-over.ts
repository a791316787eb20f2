import { z } from 'zod';

/** What the backend of a site has when its visitor is to be made known to the chatbot. */
export interface HandOverRequest {
  /** The id of the running chatbot session, from the browser. */
  readonly sessionId: string;
  readonly botId: string;
  /** The part of the visitor's data that the chatbot gets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** `unknown`: nobody can say whether it arrived. */
export type HandOverOutcome = 'taken' | 'refused' | 'unknown';

export interface WebhookOptions {
  /** Webhook link of the bot and name of the endpoint: `…/chatbot/<webhook_id>/<endpoint_name>`. */
  readonly address: string;
  /** The bot's token, asked for each time: it may have been refreshed. It never leaves the server. */
  readonly token: () => string;
  /** Milliseconds until the outcome is unknown. */
  readonly timeout?: number;
  readonly send?: (request: Request) => Promise<Response>;
}

const Unsent = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) });

/** The POST of section 4.5 as a site's developer writes it. It is sent once: whether it arrived cannot always be known. */
export async function handOver(
  { sessionId, botId, data }: HandOverRequest,
  { address, token, timeout = 10_000, send = fetch }: WebhookOptions,
): Promise<HandOverOutcome> {
  try {
    const response = await send(
      new Request(address, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ sessionId, botId, data }),
        // Whoever is behind a redirect was not meant to have the token.
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      }),
    );
    await response.body?.cancel();
    if (response.ok) return 'taken';
    return response.status >= 400 && response.status < 500 ? 'refused' : 'unknown';
  } catch (error) {
    // Nobody listens: the one error that is sure to have come before anything was sent.
    return Unsent.safeParse(error).success ? 'refused' : 'unknown';
  }
}
