import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../src/commands/sandbox/sandbox-configuration.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { first } from '../sandbox/desk.ts';
import { startCircle } from './circle.ts';
import { environmentOf, MAIN } from '../support/program.ts';

// The circle of docs/chatbot.md: what a visitor does in a real browser reaches an assistant, which calls the tool of a real
// server, and what it hands over is seen in the visitor's chat.

const Told = z.looseObject({ outcome: z.string(), status: z.number().optional() });

/** An assistant whose person agrees to everything, at a server of its own that is connected to the sandbox. */
async function startAssistant(sandbox: Sandbox) {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, 'settings.json');
  await writeFile(config, JSON.stringify(sandboxConfiguration(sandbox)), { mode: 0o600 });
  const client = new Client(
    { name: 'assistant', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action: 'accept' };
  });
  const token = first(sandbox.world.bots).token;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'stdio', '--config', config, '--archive', 'memory', '--structured-content', 'on'],
      env: environmentOf({ [TOKEN_VARIABLE]: token }),
    }),
  );
  onTestFinished(() => client.close());
  const send = async (args: Record<string, unknown>) => {
    const { structuredContent, content } = await client.callTool({ name: 'send_chatbot_webhook', arguments: args });
    const { outcome, status } = Told.parse(structuredContent);
    return { outcome, status, text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
  };
  return { asked, send };
}

test('an assistant hands over who logged in, and where their order is', async () => {
  let assistant: Awaited<ReturnType<typeof startAssistant>> | undefined;
  await using circle = await startCircle({
    context: { viewport: { width: 1280, height: 860 } },
    handOver: async ({ sessionId, customer: { name, plan } }) => {
      const answer = await assistant?.send({
        bot: circle.bot.name,
        endpoint: 'customer-data',
        session_id: sessionId,
        data: { name, plan },
      });
      return { outcome: answer?.outcome === 'accepted' ? 'taken' : 'unknown' };
    },
  });
  assistant = await startAssistant(circle.sandbox);
  const { visitor, shop, sandbox, bot } = circle;
  const maya = first(shop.customers);

  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  await visitor.logIn(maya);
  await visitor.choose('I have logged in');
  await visitor.messages.filter({ hasText: `Welcome back, ${maya.name}. You are a ${maya.plan} customer.` }).waitFor();
  await visitor.picture('23 an assistant handed over the customer');
  const session = await visitor.sessionId();
  expect(sandbox.sessions.variables(session)).toMatchObject({ customer: { name: maya.name, plan: maya.plan } });
  expect(assistant.asked).toHaveLength(1);
  expect(assistant.asked[0]).toContain(`session "${session}"`);
  expect(assistant.asked[0]).toContain(`Bot: ${bot.name}`);

  // The next one is put together from what the shop's staff would copy.
  await visitor.choose('Where is my order?');
  await visitor.panel.getByText('One moment, somebody is looking it up.').waitFor();
  const staff = await circle.context.newPage();
  await staff.goto(`${shop.url}/back-office`);
  const sentence = await staff.getByText('Use send_chatbot_webhook').first().textContent();
  const [, name, endpoint, session_id, data = ''] =
    /bot "(.*)", endpoint "(.*)", session_id "(.*)", data (\{.*\})/.exec(sentence ?? '') ?? [];
  const order = first(maya.orders);
  expect(await assistant.send({ bot: name, endpoint, session_id, data: JSON.parse(data) })).toMatchObject({
    outcome: 'accepted',
    status: 200,
  });
  await visitor.messages.filter({ hasText: `Order ${order.number}: ${order.state}.` }).waitFor();
  await visitor.picture('24 an assistant told where the order is');
});

test('a token that was refreshed is refused, and the new one works', async () => {
  await using circle = await startCircle();
  const { visitor, sandbox, bot, shop } = circle;
  const maya = first(shop.customers);
  await visitor.logIn(maya);
  await visitor.openChat();
  await visitor.newest('What can I do for you?');
  await visitor.choose('Where is my order?');
  await visitor.panel.getByText('One moment, somebody is looking it up.').waitFor();
  const call = {
    bot: bot.name,
    endpoint: 'order-status',
    session_id: await visitor.sessionId(),
    data: { number: 'T-1', state: 'on its way' },
  };
  const before = await startAssistant(sandbox);
  sandbox.refreshToken(bot.botId);
  const refused = await before.send(call);
  expect(refused).toMatchObject({ outcome: 'refused', status: 401 });
  expect(refused.text).toContain("may have been refreshed in the bot's settings");
  await visitor.panel.getByText('One moment, somebody is looking it up.').waitFor();

  const after = await startAssistant(sandbox);
  expect(await after.send(call)).toMatchObject({ outcome: 'accepted' });
  await visitor.messages.filter({ hasText: 'Order T-1: on its way.' }).waitFor();
});
