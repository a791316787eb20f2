import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { openDesk } from '../../../src/commands/open-desk.ts';
import { readSettings } from '../../../src/config/read.ts';
import { alreadyOpen } from '../../../src/mcp/desk.ts';
import { createServer } from '../../../src/mcp/server.ts';
import type { WebhookCall } from '../../../src/upstream/webhook/webhook.ts';

test('a call that is answered again over a new archive is not sent again', async () => {
  const opened = await openDesk(
    readSettings({ flags: { sandbox: true, 'structured-content': 'on' }, environment: {} }),
  );
  onTestFinished(opened.close);
  const { archive, chatbots } = opened.desk;
  const [bot] = chatbots?.bots ?? [];
  if (chatbots === undefined || bot === undefined) throw new Error('The sandbox has a bot');
  let sent = 0;
  const webhook = {
    ...chatbots.webhook,
    prepared: (call: WebhookCall) => ({
      ...chatbots.webhook.prepared(call),
      send: () => {
        sent += 1;
        return Promise.resolve({ outcome: 'accepted' as const, status: 200 });
      },
    }),
  };
  const server = createServer(
    alreadyOpen({
      ...opened.desk,
      archive,
      chatbots: { ...chatbots, webhook },
      // As when another question finds the archive damaged in the middle of this one.
      despiteDamage: async (work) => {
        await work();
        return work();
      },
    }),
  );
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  const args = { bot: bot.name, endpoint: bot.endpoints[0]?.name, session_id: 's', data: {} };
  const call = () => client.callTool({ name: 'send_chatbot_webhook', arguments: args });
  expect((await call()).structuredContent).toMatchObject({ outcome: 'accepted' });
  expect(sent).toBe(1);
  await call();
  expect(sent).toBe(2);
  await client.close();
});
