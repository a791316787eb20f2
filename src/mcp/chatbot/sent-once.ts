import type { Sending, WebhookRequest } from '../../upstream/webhook/webhook.ts';

type Sent = ReturnType<WebhookRequest['send']>;

const sendings = new WeakMap<AbortSignal, Sent>();

/**
 * Sends once in a call, which its signal stands for. A call is answered again where another one begins a new archive in the
 * middle of it: what went out by then is not sent again, and what provably did not is. Throws what sending throws.
 */
export async function sentOnce(request: Pick<WebhookRequest, 'send'>, sending: Sending): Sent {
  const { signal } = sending;
  const sent = sendings.get(signal) ?? request.send(sending);
  sendings.set(signal, sent);
  sent.catch(() => sendings.delete(signal));
  return sent;
}
