import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../../support/desk.ts';
import { runProgram, startProgram } from '../../support/program.ts';

// What a server tells of itself: figures, a line a request, and a line a call. Nothing of it is a person's.

const CANARY = 'ottilie.gruen@example.org';

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const Logged = z.looseObject({ msg: z.string() });

test('D3: figures, the log and the audit tell of each call, and nothing that anybody wrote', async () => {
  const archive = join(desk.folder, 'observed', 'desk.sqlite');
  const config = await desk.configure({ archive, log_level: 'info' });
  const server = startProgram(['http', '--port', '0', '--config', config], desk.environment);
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  const client = new Client({ name: CANARY, version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}?${CANARY}`)));
  await client.callTool({ name: 'list_support_agents', arguments: {} });
  await client.callTool({ name: 'list_support_agents', arguments: {} });
  await client.callTool({ name: 'list_chats', arguments: { from: CANARY } });
  await client.callTool({ name: CANARY, arguments: {} }).catch(() => undefined);
  await client.readResource({ uri: 'chat://definitions' });
  await fetch(new URL(`/${CANARY}`, url), { headers: { 'user-agent': CANARY } });
  await fetch(new URL('/', url));
  await fetch(new URL('/mcp', url), { headers: { origin: `https://${CANARY.split('@')[1]}` } });

  const paid = desk.sandbox.requests.length;
  const answer = await fetch(new URL('/metrics', url));
  const figures = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const call = (name: string, outcome: string, kind = 'tool') =>
    `chat_operations_calls_total{kind="${kind}",name="${name}",account="desk",outcome="${outcome}"}`;
  const lines = figures.split('\n');
  const expected = [
    `${call('list_support_agents', 'ok')} 2`,
    `${call('list_chats', 'error')} 1`,
    `${call('definitions', 'ok', 'resource')} 1`,
    'chat_operations_call_errors_total{error="InvalidArgument"} 1',
    'chat_operations_calls_from_archive_total{name="list_support_agents"} 1',
    'chat_operations_call_duration_seconds_count{kind="tool",name="list_support_agents"} 2',
    `chat_operations_upstream_requests_total{account="desk"} ${paid}`,
    'chat_operations_upstream_refused_total{account="desk"} 0',
    'chat_operations_upstream_retries_total{account="desk"} 0',
    'chat_operations_upstream_waiting{account="desk"} 0',
    'chat_operations_upstream_requests_per_minute{account="desk"} 10000',
    `chat_operations_upstream_budget_left{account="desk"} ${10_000 - paid}`,
    'chat_operations_sessions 0',
    'chat_operations_http_refused_total{reason="not_allowed"} 1',
    'chat_operations_http_requests_total{path="other",method="GET",status="404"} 1',
    'chat_operations_http_requests_total{path="/",method="GET",status="200"} 1',
  ];
  expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
  expect(figures).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(figures).toMatch(/^process_resident_memory_bytes /m);
  // Every figure says what it is.
  for (const [, name] of figures.matchAll(/^# TYPE (\S+)/gm)) expect(figures).toContain(`# HELP ${name} `);

  await client.close();
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  const logged = server
    .err()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => Logged.parse(JSON.parse(line)))
    .filter(({ msg }) => msg === 'request');
  expect(logged).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        method: 'POST',
        path: '/mcp',
        status: 200,
        caller: 'local',
        calls: [expect.objectContaining({ tool: 'list_support_agents', outcome: 'ok', upstream_requests: paid })],
      }),
      expect.objectContaining({ method: 'GET', path: 'other', status: 404 }),
    ]),
  );
  const { out } = await runProgram(['archive', 'audit', '--calls', '--config', config], desk.environment);
  const called = out
    .trimEnd()
    .split('\n')
    .map((line) => z.looseObject({}).parse(JSON.parse(line)));
  expect(called).toMatchObject([
    { caller: 'local', kind: 'tool', name: 'list_support_agents', outcome: 'ok', upstream_requests: paid, entry: 1 },
    { caller: 'local', kind: 'tool', name: 'list_support_agents', outcome: 'ok', upstream_requests: 0, entry: 2 },
    { name: 'list_chats', outcome: 'error', error: 'InvalidArgument' },
    { kind: 'resource', name: 'definitions', outcome: 'ok' },
  ]);
  for (const text of [figures, server.err(), out]) {
    for (const secret of [CANARY, 'ottilie', '127.0.0.1:', desk.sandbox.world.account.superAdmin.email]) {
      expect(text.replaceAll(/^Listening on .*$/gm, '')).not.toContain(secret);
    }
  }
});
