import { expect, test } from 'vitest';
import { sentOnce } from '../../../src/mcp/chatbot/sent-once.ts';
import type { WebhookRequest } from '../../../src/upstream/webhook/webhook.ts';

const ACCEPTED = { outcome: 'accepted', status: 200 } as const;
const call = () => ({ signal: new AbortController().signal });

/** A request that counts how often it is sent, and fails the first few times. */
function counted(failures = 0): Pick<WebhookRequest, 'send'> & { readonly sent: () => number } {
  let sent = 0;
  const send = () => {
    sent += 1;
    return sent <= failures ? Promise.reject(new Error('nobody listens')) : Promise.resolve(ACCEPTED);
  };
  return { send, sent: () => sent };
}

test('a call sends once, also when it is answered again; another call sends anew', async () => {
  const request = counted();
  const one = call();
  expect(await Promise.all([sentOnce(request, one), sentOnce(request, one)])).toEqual([ACCEPTED, ACCEPTED]);
  expect(await sentOnce(request, one)).toEqual(ACCEPTED);
  expect(request.sent()).toBe(1);
  await sentOnce(request, call());
  expect(request.sent()).toBe(2);
});

test('what provably was not sent is sent when the call is answered again', async () => {
  const request = counted(1);
  const one = call();
  await expect(sentOnce(request, one)).rejects.toThrow('nobody listens');
  expect(await sentOnce(request, one)).toEqual(ACCEPTED);
});
