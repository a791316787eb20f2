import { join } from 'node:path';
import { Client, isInputRequiredResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../support/desk.ts';
import { environmentOf, MAIN } from '../support/program.ts';
import { answers, startRawServer } from '../upstream/raw-server.ts';

// Two processes on one archive file: a reply counts once, whichever of them it reaches. On PostgreSQL: test/archive/postgres/two-nodes.test.ts.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const host = await startRawServer({ whole: answers('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n') });
afterAll(() => host[Symbol.asyncDispose]());
const [bot] = desk.sandbox.world.bots;
const config = await desk.configure({
  archive: join(desk.folder, 'shared', 'desk.sqlite'),
  webhook_base_url: `http://127.0.0.1:${host.port}`,
});

/** A process of its own, with a client that leaves the asking to the test. */
async function startProcess() {
  const client = new Client(
    { name: 'one of two', version: '1' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    },
  );
  onTestFinished(() => client.close());
  const args = [MAIN, 'stdio', '--config', config];
  const env = environmentOf(desk.environment);
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return (brought: object, plan = 'gold') => {
    const called = { bot: bot?.name, endpoint: bot?.endpoints[0]?.name, session_id: 's', data: { plan } };
    const params = { name: 'send_chatbot_webhook', arguments: called, ...brought };
    return client.request({ method: 'tools/call', params }, z.looseObject({}), { allowInputRequired: true });
  };
}

test('P5: a yes that is brought to two processes at once is one call of the webhook', async () => {
  const [one, other] = [await startProcess(), await startProcess()];
  const ask = async () => {
    const asked = await one({});
    if (!isInputRequiredResult(asked)) throw new Error(`It did not ask: ${JSON.stringify(asked)}`);
    return { requestState: asked.requestState, inputResponses: { confirmation: { action: 'accept', content: {} } } };
  };
  for (let sent = 1; sent <= 5; sent += 1) {
    const yes = await ask();
    const results = await Promise.all([one(yes), other(yes), one(yes), other(yes)]);
    expect(new Set(results.map((result) => JSON.stringify(result['content']))).size).toBe(1);
    expect(JSON.stringify(results)).toContain('the service accepted it (HTTP 200)');
    expect(host.arrived()).toHaveLength(sent);
  }
  const usedUp = await ask();
  await other(usedUp, 'platinum');
  expect(JSON.stringify(await one(usedUp))).toContain('it was confirmed with another request');
  expect(host.arrived()).toHaveLength(5);
});
