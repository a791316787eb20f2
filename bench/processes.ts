// `npm run bench`: servers in processes of their own, on the real clock: a budget that three share, and cancelling.
import { createServer, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startSessionProcess, type Session } from '../test/support/session.ts';
import { record } from './machine.ts';

const LIMIT = 30;
const SERVERS = 3;
const SECONDS = 150;
const RUNS = 11;

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));

async function configure(name: string, settings: object): Promise<string[]> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  return ['--config', file];
}

/** Each server asks for one transcript after the other, as fast as it gets them. */
async function sharedBudget() {
  const world = createWorld({ seed: 1, size: 'small', now: Date.now() });
  const sandbox = await startSandbox({ world, requestsPerMinute: LIMIT });
  const environment = { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '' };
  const flags = await configure('shared', {
    ...sandboxConfiguration(sandbox),
    archive: join(folder, 'shared.sqlite'),
    requests_per_minute: LIMIT,
    answer_within: 90,
  });
  const sessions = await Promise.all(Array.from({ length: SERVERS }, () => startSessionProcess(flags, environment)));
  const chats = world.chats.filter(({ missed }) => !missed).values();
  const began = Date.now();
  const answered = await Promise.all(
    sessions.map(async (session) => {
      let count = 0;
      for (const { chatId } of chats) {
        if (Date.now() - began > SECONDS * 1000) break;
        const { isError } = await session.call('get_chat_transcript', { chat_id: chatId });
        if (!isError) count += 1;
      }
      return count;
    }),
  );
  const times = sandbox.requests.map(({ at }) => at);
  const inMinuteFrom = (start: number): number => times.filter((at) => at >= start && at < start + 60_000).length;
  await Promise.all(sessions.map((session) => session.finish()));
  await sandbox.close();
  return {
    servers: SERVERS,
    limit_per_minute: LIMIT,
    seconds: Math.round((Date.now() - began) / 1000),
    requests: times.length,
    most_in_any_minute: Math.max(...times.map(inMinuteFrom)),
    refused: sandbox.requests.filter(({ status }) => status === 429).length,
    answered_by_each: answered,
  };
}

/** A service that takes requests and never answers. */
async function silence() {
  let onRequest: (response: ServerResponse) => void = () => {};
  const server = createServer((_request, response) => onRequest(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    next: () => new Promise<ServerResponse>((resolve) => (onRequest = resolve)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Milliseconds from giving up until the service sees its connection closed, and until the next request is there. */
async function cancelling() {
  const service = await silence();
  const flags = await configure('silence', {
    base_url: service.url,
    email: 'ann@example.com',
    password: 'secret',
    archive: 'memory',
  });

  async function measure(giveUp: (session: Session, call: number) => void, asksAgain: boolean) {
    const closed: number[] = [];
    const next: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const session = await startSessionProcess(flags);
      const came = service.next();
      const call = session.send('tools/call', { name: 'list_support_agents', arguments: {} });
      const response = await came;
      const again = service.next();
      const began = performance.now();
      const closing = new Promise<void>((resolve) => response.on('close', resolve));
      giveUp(session, call);
      await closing;
      closed.push(performance.now() - began);
      if (asksAgain) {
        const asked = performance.now();
        session.send('tools/call', { name: 'list_support_agents', arguments: {} });
        await again;
        next.push(performance.now() - asked);
      }
      await session.finish();
    }
    const inRange = (values: readonly number[]) => ({
      median: Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0),
      max: Math.round(Math.max(...values)),
    });
    return { closed_after_millis: inRange(closed), next_sent_after_millis: asksAgain ? inRange(next) : undefined };
  }

  const results = {
    runs: RUNS,
    by_notification: await measure(
      (session, requestId) => session.notify('notifications/cancelled', { requestId, reason: 'changed my mind' }),
      true,
    ),
    by_closing_the_pipe: await measure((session) => session.program.stdin.end(), false),
    by_losing_the_host: await measure((session) => {
      session.program.stdin.destroy();
      session.program.stdout.destroy();
    }, false),
  };
  service.close();
  return results;
}

try {
  const cancelled = await cancelling();

  await record('processes', { cancelling: cancelled, shared_budget: await sharedBudget() });
} finally {
  await rm(folder, { recursive: true, force: true });
}
