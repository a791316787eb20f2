import { expect, test } from 'vitest';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { createWebhook, type WebhookRequest } from '../../../src/upstream/webhook/webhook.ts';
import { answers, startRawServer, type Behaviour, type RawServer } from '../raw-server.ts';

// Larger than what the system keeps for a connection, so that it really is cut while it is on its way.
const data = { note: 'x'.repeat(16 * 1024 * 1024) };

async function sentTo({ port }: RawServer): ReturnType<WebhookRequest['send']> {
  const webhook = createWebhook({
    baseUrl: new URL(`http://127.0.0.1:${port}`),
    bots: [
      { name: 'shop', botId: 'b', webhookId: 'w', readToken: () => new Secret('canary-token-0815'), endpoints: ['e'] },
    ],
    record: () => Promise.resolve(() => Promise.resolve()),
  });
  try {
    return await webhook
      .prepare({ bot: 'shop', endpoint: 'e', sessionId: 's', data, caller: LOCAL_CALLER.id })
      .send({ signal: new AbortController().signal });
  } finally {
    await webhook.close();
  }
}

test.each<{ readonly name: string; readonly behaviour: Behaviour }>([
  { name: 'reset', behaviour: { begun: (socket) => socket.resetAndDestroy() } },
  { name: 'closed', behaviour: { begun: (socket) => socket.destroy() } },
  { name: 'half closed', behaviour: { begun: (socket) => socket.end() } },
  { name: 'answered with what is no HTTP', behaviour: { begun: answers('no\r\n') } },
])('a request that is $name in the middle may have arrived, and is not sent again', async ({ behaviour }) => {
  await using server = await startRawServer(behaviour);
  expect(await sentTo(server)).toStrictEqual({ outcome: 'unknown' });
  expect(server.arrived()).toHaveLength(1);
  expect(server.arrived()[0]).not.toHaveProperty('whole');
});
