import { join } from 'node:path';
import type { Socket } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../../support/desk.ts';
import { freePort } from '../../support/free-port.ts';
import { environmentOf, MAIN, runProgram } from '../../support/program.ts';
import { startSink } from '../../support/sink.ts';
import { answers, startRawServer, type Behaviour } from '../../upstream/raw-server.ts';

// Whatever the webhook host does: what leaves for it leaves once, and what is said of it afterwards is true. The host of
// these tests knows what has arrived.

const desk = await startDesk();
const [bot] = desk.sandbox.world.bots;
if (bot === undefined) throw new Error('The sandbox has no bot');
const [endpoint] = bot.endpoints;
const CALL = { bot: bot.name, endpoint: endpoint?.name, session_id: 'session-1', data: { plan: 'gold' } };
const BODY = `{"sessionId":"session-1","botId":"${bot.botId}","data":{"plan":"gold"}}`;

/** A webhook host whose behaviour changes from case to case. */
async function startHost() {
  let behaviour: Behaviour = {};
  const server = await startRawServer({
    connected: (socket) => behaviour.connected?.(socket),
    begun: (socket) => behaviour.begun?.(socket),
    whole: (socket) => behaviour.whole?.(socket),
  });
  return { ...server, behaves: (next: Behaviour) => (behaviour = next) };
}

const Result = z.object({
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z.looseObject({ outcome: z.string(), status: z.number().optional() }).optional(),
  isError: z.boolean().default(false),
});

/** The program with a real client, over an archive of its own; chatbots are at that port. */
async function startClient(name: string, port: number, ...flags: readonly string[]) {
  const archive = join(desk.folder, name, 'desk.sqlite');
  const config = await desk.configure({ archive, webhook_base_url: `http://127.0.0.1:${port}` });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'stdio', '--config', config, '--structured-content', 'on', ...flags],
    env: environmentOf(desk.environment),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'second', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  return {
    archive,
    client,
    pid: () => transport.pid,
    send: async (args: Readonly<Record<string, unknown>> = {}, options: { readonly signal?: AbortSignal } = {}) => {
      const result = await client.callTool(
        { name: 'send_chatbot_webhook', arguments: { ...CALL, ...args } },
        { ...options, timeout: 30_000 },
      );
      const { content, structuredContent, isError } = Result.parse(result);
      return { text: content[0].text, outcome: structuredContent?.outcome, status: structuredContent?.status, isError };
    },
  };
}

const Line = z.looseObject({ outcome: z.string(), status: z.number().optional(), finished_at: z.string().optional() });

async function auditOf(archive: string) {
  const { out } = await runProgram(['archive', 'audit', '--archive', archive]);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));
}

const host = await startHost();
const elsewhere = await startSink();
const program = await startClient('outcomes', host.port);
const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
const silent = await startRawServer({ whole: () => reached[silent.arrived().length - 1]?.resolve() });
const waiting = await startClient('silence', silent.port, '--answer-within', '1');
// It takes its time: the other tests run meanwhile.
const unanswered = waiting.send();
/** What the audit has to say in the end, in the order of the calls. */
const audited: { outcome: string; status?: number }[] = [];

afterAll(async () => {
  await program.client.close();
  await waiting.client.close();
  await host[Symbol.asyncDispose]();
  await silent[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

interface Arrivals {
  readonly connections: number;
  readonly whole: number;
}

/** Does something, and tells what has arrived at the host meanwhile. */
async function arrivalsOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; arrivals: Arrivals }> {
  const before = host.arrived().length;
  const result = await work();
  const arrived = host.arrived().slice(before);
  const whole = arrived.filter((arrival) => arrival.whole !== undefined).length;
  return { result, arrivals: { connections: arrived.length, whole } };
}

const reset = (socket: Socket): void => {
  socket.resetAndDestroy();
};
const status = (status: number, ...headers: readonly string[]): Behaviour => ({
  whole: answers([`HTTP/1.1 ${status} Status`, ...headers, 'content-length: 0', '', ''].join('\r\n')),
});
const raw = (text: string): Behaviour => ({ whole: answers(text) });
/** Goes on for as long as the other side takes it. */
const endless = (beginning: string, more: string): Behaviour => ({
  whole: (socket) => {
    socket.write(beginning);
    const on = (): void => {
      if (socket.writable) socket.write(more.repeat(1000), on);
    };
    on();
  },
});
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
/** As much as may be handed over. */
const LARGE = { data: { note: 'x'.repeat(8100) } };

const UNKNOWN = { outcome: 'unknown', status: undefined, isError: false };
const ACCEPTED = { outcome: 'accepted', status: 200, isError: false };
const LOOK_FIRST = 'Do not send it again before the user has checked the conversation.';

describe('no answer: it may have arrived, and one is told to look before sending again', () => {
  test.each<{
    readonly name: string;
    readonly behaviour: Behaviour;
    readonly arrives?: number;
    readonly args?: object;
  }>([
    { name: 'reset before a byte is read', behaviour: { connected: reset }, arrives: 0 },
    { name: 'hung up before a byte is read', behaviour: { connected: (socket) => socket.destroy() }, arrives: 0 },
    { name: 'reset at the first bytes of a large body', behaviour: { begun: reset }, args: LARGE },
    { name: 'reset after the whole request', behaviour: { whole: reset } },
    { name: 'hung up after the whole request', behaviour: { whole: (socket) => socket.destroy() } },
    { name: 'half a status line', behaviour: raw('HTTP/1.1 20') },
    { name: 'a status line only', behaviour: raw('HTTP/1.1 200 OK\r\n') },
    { name: 'headers cut in the middle', behaviour: raw('HTTP/1.1 200 OK\r\ncontent-len') },
    { name: 'endless headers', behaviour: endless('HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n') },
    { name: 'an endless header', behaviour: endless('HTTP/1.1 200 OK\r\nx-more: ', 'more') },
    { name: 'no HTTP', behaviour: raw('SSH-2.0-OpenSSH_9.9\r\n') },
    { name: 'an informational answer only', behaviour: raw('HTTP/1.1 103 Early Hints\r\n\r\n') },
    { name: 'another protocol', behaviour: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n') },
  ])('$name', async ({ behaviour, arrives, args }) => {
    host.behaves(behaviour);
    const { result, arrivals } = await arrivalsOf(() => program.send({ ...args }));
    audited.push({ outcome: 'unknown' });
    expect(result).toMatchObject(UNKNOWN);
    expect(result.text).toMatch(/^\*\*Outcome unknown\*\*: no answer came, so the data may have arrived\. /);
    expect(result.text).toContain(LOOK_FIRST);
    expect(arrivals.connections).toBe(1);
    // Of a large one, some bytes or all of them.
    if (args === undefined) expect(arrivals.whole).toBe(arrives ?? 1);
  });

  test.each([408, 500, 502, 503, 504, 599])('HTTP %s', async (code) => {
    host.behaves(status(code, 'retry-after: 0'));
    const { result, arrivals } = await arrivalsOf(() => program.send());
    audited.push({ outcome: 'unknown', status: code });
    expect(result).toMatchObject({ ...UNKNOWN, status: code });
    expect(result.text).toContain('the data may have arrived');
    expect(result.text).toContain(LOOK_FIRST);
    expect(arrivals).toStrictEqual({ connections: 1, whole: 1 });
  });

  test('the client cancels', async () => {
    const cancel = new AbortController();
    const closed = Promise.withResolvers<void>();
    host.behaves({
      whole: (socket) => {
        socket.once('close', () => closed.resolve());
        cancel.abort();
      },
    });
    const { arrivals } = await arrivalsOf(async () => {
      await expect(program.send({}, { signal: cancel.signal })).rejects.toThrow('abort');
      await closed.promise;
    });
    audited.push({ outcome: 'unknown' });
    expect(arrivals).toStrictEqual({ connections: 1, whole: 1 });
  });
});

describe('an answer that takes nothing, as far as it can be told', () => {
  // A POST is answered with the first three also when it is done.
  test.each([
    [301, 'unknown'],
    [302, 'unknown'],
    [303, 'unknown'],
    [307, 'refused'],
    [308, 'refused'],
  ] as const)('HTTP %s to elsewhere is not followed, and %s', async (code, outcome) => {
    host.behaves(status(code, `location: http://127.0.0.1:${elsewhere.port}/`));
    const { result, arrivals } = await arrivalsOf(() => program.send());
    audited.push({ outcome, status: code });
    expect(result).toMatchObject({ outcome, status: code, isError: false });
    expect(result.text).toContain('redirects to another address, which is not followed');
    expect(result.text).not.toContain(String(elsewhere.port));
    expect(arrivals).toStrictEqual({ connections: 1, whole: 1 });
    expect(elsewhere.arrived()).toBe(0);
  });

  test.each([400, 401, 403, 404, 405, 409, 410, 413, 417, 421, 422, 425, 429])(
    'HTTP %s is told, and not sent again',
    async (code) => {
      host.behaves(status(code, 'retry-after: 0', 'www-authenticate: Basic realm="x"'));
      const { result, arrivals } = await arrivalsOf(() => program.send());
      audited.push({ outcome: 'refused', status: code });
      expect(result).toMatchObject({ outcome: 'refused', status: code, isError: false });
      expect(result.text).toContain(`**Refused (HTTP ${code})**`);
      expect(arrivals).toStrictEqual({ connections: 1, whole: 1 });
    },
  );
});

describe('an answer that accepts', () => {
  test.each<{ readonly name: string; readonly behaviour: Behaviour }>([
    { name: 'at once', behaviour: raw(OK) },
    { name: 'before the body was read', behaviour: { begun: answers(OK) } },
    { name: 'with a body that never ends', behaviour: endless('HTTP/1.1 200 OK\r\n\r\n', 'and more ') },
    { name: 'with a body that is cut', behaviour: raw('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{') },
    { name: 'after early hints', behaviour: raw(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}`) },
    { name: 'after another informational answer', behaviour: raw(`HTTP/1.1 102 Processing\r\n\r\n${OK}`) },
    {
      name: 'and a second answer that nobody asked for',
      behaviour: raw(`${OK}HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n`),
    },
  ])('$name', async ({ behaviour }) => {
    host.behaves(behaviour);
    const { result, arrivals } = await arrivalsOf(() => program.send());
    audited.push({ outcome: 'accepted', status: 200 });
    expect(result).toMatchObject(ACCEPTED);
    expect(result.text).toContain('Do not send it again.');
    expect(arrivals).toStrictEqual({ connections: 1, whole: 1 });
  });

  test('over a connection that the host would keep, but closes as the next call leaves', async () => {
    const kept: Socket[] = [];
    host.behaves({
      connected: () => {
        for (const socket of kept.splice(0)) socket.destroy();
      },
      whole: (socket) => {
        kept.push(socket);
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n');
      },
    });
    const { arrivals } = await arrivalsOf(async () => {
      for (let count = 0; count < 3; count += 1) {
        expect(await program.send()).toMatchObject(ACCEPTED);
        audited.push({ outcome: 'accepted', status: 200 });
      }
    });
    expect(arrivals).toStrictEqual({ connections: 3, whole: 3 });
  });

  test('what the caller gave is what arrives, to the byte', async () => {
    host.behaves(raw(OK));
    const data = '{"__proto__":{"a":1},"constructor":null,"ü👋":["\\ud83d",-0.5,1e-7,"\\r\\n\\u0000"],"toJSON":""}';
    const before = host.arrived().length;
    expect(await program.send({ data: z.unknown().parse(JSON.parse(data)) })).toMatchObject(ACCEPTED);
    audited.push({ outcome: 'accepted', status: 200 });
    const body = `{"sessionId":"session-1","botId":"${bot.botId}","data":${data}}`;
    expect(host.arrived()[before]?.whole?.body.toString()).toBe(body);
  });
});

test('nobody listens: nothing was sent, and it may be sent again', async () => {
  const { archive, client, send } = await startClient('nobody', await freePort());
  const result = await send();
  await client.close();
  expect(result).toMatchObject({ outcome: undefined, isError: true });
  expect(result.text).toContain('Not sent');
  expect(result.text).toContain('Call again now');
  expect(await auditOf(archive)).toMatchObject([{ outcome: 'not_sent' }]);
});

test('silence: it may have arrived', async () => {
  const result = await unanswered;
  expect(result).toMatchObject(UNKNOWN);
  expect(result.text).toContain(LOOK_FIRST);
  expect(silent.arrived()).toHaveLength(1);
  expect(silent.arrived()[0]?.whole?.body.toString()).toBe(BODY);
});

test('a process that is killed while it waits leaves a line that says that it may have arrived', async () => {
  const killed = waiting.send().catch((error: unknown) => error);
  await reached[1]?.promise;
  process.kill(waiting.pid() ?? 0, 'SIGKILL');
  expect(await killed).toBeInstanceOf(Error);
  expect(silent.arrived()).toHaveLength(2);
  const [answered, cut] = await auditOf(waiting.archive);
  expect(answered).toMatchObject({ outcome: 'unknown' });
  expect(answered).toHaveProperty('finished_at');
  expect(cut).toMatchObject({ outcome: 'unknown' });
  expect(cut).not.toHaveProperty('finished_at');
});

test('the audit says of each call what the caller was told', async () => {
  const lines = await auditOf(program.archive);
  const outcomes = lines.map(({ outcome, status }) => ({ outcome, ...(status !== undefined && { status }) }));
  expect(outcomes).toStrictEqual(audited);
  expect(lines.every(({ finished_at: at }) => at !== undefined)).toBe(true);
});
