import { expect, test, vi } from 'vitest';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { createWebhook } from '../../../src/upstream/webhook/webhook.ts';
import { clientOf, json, patient, startService } from '../service.ts';

/** A secret, and how often it was opened. */
function watched(text: string) {
  const secret = new Secret(text);
  return { secret, reveal: vi.spyOn(secret, 'reveal') };
}

test('K2: the password is opened for each request anew, and not before', async () => {
  await using service = await startService((response) => json(response, 200, []));
  const { secret, reveal } = watched('canary-password-4711');
  await using client = clientOf(service.baseUrl, { password: secret });
  expect(reveal).toHaveBeenCalledTimes(0);
  await client.listAgents(1, patient());
  await client.listAgents(1, patient());
  expect(reveal).toHaveBeenCalledTimes(2);
});

test('K2: the token of a bot is opened for each call anew, and not before', async () => {
  await using service = await startService((response) => json(response, 200, {}));
  const { secret, reveal } = watched('canary-token-0815');
  const bot = { name: 'shop', botId: 'b', webhookId: 'w', readToken: () => secret, endpoints: ['order'] };
  const record = () => Promise.resolve(() => Promise.resolve());
  const webhook = createWebhook({ baseUrl: service.baseUrl, bots: [bot], record });
  expect(reveal).toHaveBeenCalledTimes(0);
  const call = { bot: 'shop', endpoint: 'order', sessionId: 's', data: {}, caller: LOCAL_CALLER.id };
  await webhook.prepare(call).send({ signal: patient().signal });
  await webhook.prepare(call).send({ signal: patient().signal });
  await webhook.close();
  expect(reveal).toHaveBeenCalledTimes(2);
});
