import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { newTokenText } from '../../../src/http/identity/token-text.ts';
import { canaryScan } from '../../support/canaries/canary-scan.ts';
import { startDesk } from '../../support/desk.ts';
import { runProgram, startProgram } from '../../support/program.ts';
import { AUDIENCE, keyOf, startIssuer } from './issuer-stand-in.ts';

// What a caller shows to this server is for this server alone.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

/** Stands before the service, and keeps all that is sent to it. */
async function startRelay(): Promise<{ url: string; received: () => Buffer }> {
  const parts: Buffer[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await buffer(incoming);
      parts.push(Buffer.from(`${incoming.method} ${incoming.url}\n${incoming.rawHeaders.join('\n')}\n`), body);
      const to = new URL(incoming.url ?? '/', desk.sandbox.url);
      const headers = { ...incoming.headers, host: to.host };
      const sent = request(to, { method: incoming.method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      });
      sent.end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, received: () => Buffer.concat(parts) };
}

test('H7: a caller’s token is in no request to the service or the issuer, no log, no answer and no archive', async () => {
  const [relay, issuer] = [await startRelay(), await startIssuer()];
  const folder = join(desk.folder, 'h7');
  const config = await desk.configure({
    archive: join(folder, 'desk.sqlite'),
    base_url: relay.url,
    log_level: 'trace',
    oauth_issuer: issuer.url,
    oauth_audience: AUDIENCE,
  });
  const now = Math.floor(Date.now() / 1000);
  const scope = 'chats:read visitors:read offline:read triage:write codes:write';
  const jwt = await issuer.signed({ scope, iat: now, exp: now + 600 });
  const create = ['token', 'create', '--name', 'canary', '--scopes', scope.replaceAll(' ', ','), '--config', config];
  const printed = await runProgram(create, desk.environment);
  const token = printed.out.trimEnd();
  expect(token).toMatch(/^chatops_/);
  const server = startProgram(['http', '--port', '0', '--config', config], desk.environment);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);

  // Wrong ones are somebody's secrets, too: mistyped, of another server, expired, for another audience, not signed well.
  const wrong = {
    mistyped: `${token.slice(0, -2)}zz`,
    unknown: newTokenText(),
    expired: await issuer.signed({ iat: now - 700, exp: now - 600 }),
    'for another': await issuer.signed({ aud: 'https://other.example.com', iat: now, exp: now + 600 }),
    'of an unknown key': await issuer.signed({ iat: now, exp: now + 600 }, await keyOf('other')),
    other: 'sesame-open-0815-sesame-open',
  };
  const answers: unknown[] = [];
  for (const text of Object.values(wrong)) {
    const sendings = [
      { authorization: `Bearer ${text}` },
      { authorization: `Bearer "${text}"` },
      { authorization: `Basic ${Buffer.from(`:${text}`).toString('base64')}` },
    ];
    for (const headers of sendings) answers.push(await answerTo(url, headers));
    answers.push(await answerTo(`${url}?access_token=${text}`, {}));
  }
  for (const text of [token, jwt]) {
    for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
      const client = new Client({ name: 'canary', version: '1' }, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${text}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      const tools = await client.listTools();
      answers.push(tools, await client.listResources(), await client.listPrompts());
      for (const { name } of tools.tools) {
        // What is asked wrongly is answered, too.
        for (const args of [{}, { chat_id: 1, visitor_id: 1, offline_message_id: 1, authorization: text }]) {
          answers.push(await client.callTool({ name, arguments: args }).catch(String));
        }
      }
      answers.push(await client.readResource({ uri: 'chat://status' }));
      answers.push(await client.getPrompt({ name: 'daily_brief', arguments: {} }).catch(String));
      await client.close();
    }
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '/.well-known/oauth-protected-resource/mcp', '/nothing']) {
    answers.push(await answerTo(new URL(path, url).href, { authorization: `Bearer ${token}` }, 'GET'));
  }
  server.kill('SIGTERM');
  await server.ended;
  const listed = await runProgram(['token', 'list', '--json', '--config', config], desk.environment);
  const audited = await runProgram(['archive', 'audit', '--calls', '--config', config], desk.environment);

  const scan = canaryScan({ token, jwt, signature: jwt.split('.')[2] ?? '', ...wrong });

  const found = {
    service: scan(relay.received()),
    issuer: scan(Buffer.from(issuer.seen.join('\n'))),
    answers: answers.flatMap((answer) => scan(Buffer.from(JSON.stringify(answer)))),
    logs: scan(Buffer.from([printed.err, server.err(), server.out(), listed.out, listed.err, audited.out].join('\n'))),
    archive: readdirSync(folder).flatMap((name) => scan(readFileSync(join(folder, name)))),
  };
  expect(found).toEqual({ service: [], issuer: [], answers: [], logs: [], archive: [] });
  // They were used all the same, and who asked is told by name.
  expect(relay.received().length).toBeGreaterThan(1000);
  expect(issuer.seen.length).toBeGreaterThan(0);
  expect(listed.out).toContain('"last_used_at"');
  expect(audited.out).toContain('token:canary');
  expect(audited.out).toContain('oauth:ana');
});

async function answerTo(url: string, headers: Readonly<Record<string, string>>, method = 'POST'): Promise<unknown> {
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers } });
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}
