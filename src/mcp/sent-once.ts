import type { WebhookOutcome } from '../upstream/webhook.ts';

/** A request that is on its way for one or more callers, or has been. */
interface Sending {
  readonly outcome: Promise<WebhookOutcome>;
  readonly stop: AbortController;
  /** Those who still want to know. */
  readonly callers: Set<AbortSignal>;
}

const sendings = new WeakMap<object, Sending>();

/**
 * Sends once on each occasion; whoever comes later on the same one is told what became of it. A question is answered again
 * where another one begins a new archive in the middle of it, and a client may repeat a person's reply whose answer it
 * has not seen. It is given up only when all of them have; what provably was not sent may be sent by the next. Throws
 * what `send` throws, and the signal's reason.
 */
export async function sentOnce(
  occasion: object,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<WebhookOutcome>,
): Promise<WebhookOutcome> {
  const sending = sendings.get(occasion) ?? begun(occasion, send);
  const { callers, stop, outcome } = sending;
  const leave = () => {
    callers.delete(signal);
    if (callers.size === 0) stop.abort(signal.reason);
  };
  callers.add(signal);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await outcome;
  } catch (error) {
    // The one before gave it up, just when this one came.
    if (stop.signal.aborted && !signal.aborted) return await sentOnce(occasion, signal, send);
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function begun(occasion: object, send: (signal: AbortSignal) => Promise<WebhookOutcome>): Sending {
  const stop = new AbortController();
  const outcome = send(stop.signal);
  const sending = { outcome, stop, callers: new Set<AbortSignal>() };
  sendings.set(occasion, sending);
  outcome.catch(() => sendings.delete(occasion));
  return sending;
}
