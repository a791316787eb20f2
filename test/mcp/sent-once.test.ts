import { expect, test } from 'vitest';
import { sentOnce } from '../../src/mcp/sent-once.ts';
import type { WebhookOutcome } from '../../src/upstream/webhook.ts';

/** A webhook that the test answers, and that ends as the real one does when it is given up before anything left. */
function webhook() {
  const calls: { readonly signal: AbortSignal; readonly answer: (outcome: WebhookOutcome) => void }[] = [];
  const send = async (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<WebhookOutcome>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    calls.push({ signal, answer: resolve });
    return promise;
  };
  return { calls, send };
}

const ACCEPTED = { outcome: 'accepted', status: 200 } as const;
const caller = () => new AbortController();

test('all who come on one occasion are told the same, also later; another occasion is another sending', async () => {
  const { calls, send } = webhook();
  const occasion = {};
  const both = [sentOnce(occasion, caller().signal, send), sentOnce(occasion, caller().signal, send)];
  calls[0]?.answer(ACCEPTED);
  expect(await Promise.all(both)).toEqual([ACCEPTED, ACCEPTED]);
  expect(await sentOnce(occasion, caller().signal, send)).toEqual(ACCEPTED);
  expect(calls).toHaveLength(1);
  void sentOnce({}, caller().signal, send);
  expect(calls).toHaveLength(2);
});

test('it goes on for whoever still waits, when the first has given up', async () => {
  const { calls, send } = webhook();
  const occasion = {};
  const first = caller();
  const told = [sentOnce(occasion, first.signal, send), sentOnce(occasion, caller().signal, send)];
  first.abort(new Error('gone'));
  expect(calls[0]?.signal.aborted).toBe(false);
  calls[0]?.answer(ACCEPTED);
  expect(await Promise.all(told)).toEqual([ACCEPTED, ACCEPTED]);
});

test('it is given up when all have', async () => {
  const { calls, send } = webhook();
  const occasion = {};
  const callers = [caller(), caller()];
  const told = callers.map(async ({ signal }) => sentOnce(occasion, signal, send));
  for (const each of callers) each.abort(new Error('gone'));
  expect(calls[0]?.signal.aborted).toBe(true);
  for (const each of told) await expect(each).rejects.toThrow('gone');
});

test('who comes just when it is given up has it sent', async () => {
  const { calls, send } = webhook();
  const occasion = {};
  const first = caller();
  const gone = sentOnce(occasion, first.signal, send);
  first.abort(new Error('gone'));
  const second = sentOnce(occasion, caller().signal, send);
  await expect(gone).rejects.toThrow('gone');
  calls[1]?.answer(ACCEPTED);
  expect(await second).toEqual(ACCEPTED);
  expect(calls).toHaveLength(2);
});

test('what provably was not sent may be sent by the next', async () => {
  const occasion = {};
  const signal = caller().signal;
  await expect(sentOnce(occasion, signal, () => Promise.reject(new Error('nobody listens')))).rejects.toThrow();
  expect(await sentOnce(occasion, signal, () => Promise.resolve(ACCEPTED))).toEqual(ACCEPTED);
});
