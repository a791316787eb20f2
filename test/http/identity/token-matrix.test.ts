import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newTokenText } from '../../../src/http/identity/token-text.ts';
import { ArchiveUnavailable } from '../../../src/model/errors.ts';
import { AccountName } from '../../../src/model/caller.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { headersOf } from '../by-hand.ts';
import { NOW, refusalIn, startIdentified, whoIn } from './identified-server.ts';

const DAY = 86_400_000;
const CALL = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });

test('H4: a token of the register tells who asks, and what they may', async () => {
  const { make, whoIs } = await startIdentified({ accounts: ['north', 'south'] });
  const token = await make('support', {
    scopes: new Set(['chats:read', 'offline:read']),
    accounts: new Set([AccountName.parse('south')]),
    ownChats: DeskText.parse('ana@example.com'),
    expiresAt: epochMillis(NOW + 90 * DAY),
  });
  expect(await whoIs(token)).toEqual({
    id: 'token:support',
    scopes: ['chats:read', 'offline:read'],
    accounts: ['south'],
    ownChats: 'ana@example.com',
    isIdentified: true,
  });
});

test('H4: no token is 401, and says where tokens come from; nothing is served', async () => {
  const { url, make, send, served } = await startIdentified();
  await make('somebody');
  const challenge = `Bearer resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', url).href}"`;
  for (const headers of [{}, { authorization: '' }, { authorization: 'Basic YTpi' }, { authorization: 'chatops_x' }]) {
    expect(await refusalIn(await send(headers))).toEqual({
      status: 401,
      challenge,
      error: 'unauthorized',
      words:
        'This server asks for a token. Send it in the header Authorization, as Bearer TOKEN; ask the operator for one.',
    });
  }
  expect(served).toEqual([]);
});

test('H4: a wrong token is 401, and its words say what is wrong', async () => {
  const { make, sendToken, served, clock } = await startIdentified();
  const token = await make('short', { expiresAt: epochMillis(NOW + DAY) });
  const words = async (wrong: string) => {
    const refusal = await refusalIn(await sendToken(wrong));
    expect(refusal).toMatchObject({ status: 401, error: 'invalid_token' });
    // The same words are where clients of OAuth look for them.
    expect(refusal.challenge).toContain(`error="invalid_token", error_description="${refusal.words}"`);
    expect(refusal.challenge).toMatch(/, resource_metadata="http:\S+\/mcp"$/);
    expect(refusal.challenge).not.toContain(wrong);
    return refusal.words;
  };
  const mistyped = 'The token is mistyped or cut off: its checksum is wrong. Copy it again as a whole.';
  expect(await words(token.slice(0, -1))).toBe(mistyped);
  expect(await words(`${token}x`)).toBe(mistyped);
  expect(await words(token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBe(mistyped);
  expect(await words(newTokenText())).toBe(
    'The token is not known here: it was revoked, or is one of another server. Ask the operator for a new one (command token create).',
  );
  expect(await words('eyJhbGciOiJub25lIn0.e30.')).toBe(
    'This is not a token of this server: those begin with chatops_. Ask the operator for one (command token create).',
  );
  clock.now = NOW + DAY;
  expect(await words(token)).toBe(
    'The token expired at 2026-11-19 15:30:00 UTC; the clock of this server says 2026-11-19 15:30:00 UTC. Ask the operator for a new one (command token create).',
  );
  expect(served).toEqual([]);
});

test('H4: a tool that the scopes do not allow is 403, which names the scopes; another tool is not', async () => {
  const { make, sendToken, served } = await startIdentified();
  const token = await make('reader', { scopes: new Set(['chats:read']) });
  expect(await refusalIn(await sendToken(token, CALL('record_triage')))).toMatchObject({
    status: 403,
    error: 'insufficient_scope',
    words:
      'This needs the scopes triage:write, offline:read, which the token does not have. Ask the operator for a token that has them.',
  });
  const one = await refusalIn(await sendToken(token, [CALL('who'), CALL('list_visitors')]));
  expect(one.status).toBe(403);
  expect(one.challenge).toMatch(
    /^Bearer error="insufficient_scope", error_description="This needs the scope visitors:read, which the token does not have\. Ask the operator for a token that has it\.", scope="visitors:read", resource_metadata="\S+"$/,
  );
  expect(served).toEqual([]);
  expect(await whoIn(await sendToken(token))).toMatchObject({ id: 'token:reader' });
});

test('H4: a token for other accounts is 403', async () => {
  const { make, sendToken } = await startIdentified({ accounts: ['north'] });
  const token = await make('south', { accounts: new Set([AccountName.parse('south')]) });
  expect(await refusalIn(await sendToken(token))).toMatchObject({
    status: 403,
    error: 'access_denied',
    words: 'The token is right, and opens no account of this server. Ask the operator which accounts it should name.',
  });
});

test('a token that is made or revoked counts after five seconds', async () => {
  const { make, sendToken, tokens, clock } = await startIdentified();
  const first = await make('first');
  expect((await sendToken(first)).status).toBe(200);
  const second = await make('second');
  await tokens.revoke('first', epochMillis(clock.now));
  clock.now += 5000;
  expect((await sendToken(first)).status).toBe(401);
  expect((await sendToken(second)).status).toBe(200);
});

test('whatever is sent, the archive is asked once in five seconds', async () => {
  let asked = 0;
  const { make, sendToken, clock } = await startIdentified({
    register: (tokens) => ({
      all: () => {
        asked += 1;
        return tokens.all();
      },
      wasAnyMade: () => tokens.wasAnyMade(),
      noteUse: (name, at) => tokens.noteUse(name, at),
    }),
  });
  const token = await make('busy');
  for (let count = 0; count < 30; count += 1) {
    await sendToken(count % 2 === 0 ? newTokenText() : token);
  }
  expect(asked).toBe(1);
  clock.now += 5000;
  await Promise.all(Array.from({ length: 10 }, () => sendToken(token)));
  expect(asked).toBe(2);
});

test('whoever sends many wrong tokens is answered with 429, and a right one from there all the same', async () => {
  const { make, sendToken, clock } = await startIdentified();
  const token = await make('neighbour');
  const statuses = new Set<number>();
  for (let count = 0; count < 20; count += 1) statuses.add((await sendToken(newTokenText())).status);
  expect([...statuses]).toEqual([401]);
  expect(await refusalIn(await sendToken(newTokenText()))).toEqual({
    status: 429,
    error: 'too_many_requests',
    words: 'Too many wrong tokens came from this address. Correct the token, then try again in a minute.',
    retryAfter: '60',
  });
  expect((await sendToken(token)).status).toBe(200);
  clock.now += 60_000;
  expect((await sendToken(newTokenText())).status).toBe(401);
});

test('while the archive does not answer, tokens count as last seen for half a minute; then 503 says so', async () => {
  let isAway = false;
  const away = () => Promise.reject(new ArchiveUnavailable('The archive is away.', 'Wait.', 'now'));
  const { make, sendToken, clock } = await startIdentified({
    register: (tokens) => ({
      all: () => (isAway ? away() : tokens.all()),
      wasAnyMade: () => (isAway ? away() : tokens.wasAnyMade()),
      noteUse: (name, at) => (isAway ? away() : tokens.noteUse(name, at)),
    }),
  });
  const token = await make('patient');
  expect((await sendToken(token)).status).toBe(200);
  isAway = true;
  clock.now += 29_000;
  expect((await sendToken(token)).status).toBe(200);
  clock.now += 2000;
  expect(await refusalIn(await sendToken(token))).toEqual({
    status: 503,
    error: 'temporarily_unavailable',
    words:
      'The token cannot be checked now: the archive with the tokens does not answer. Try again in a moment; the token may be right.',
    retryAfter: '5',
  });
  isAway = false;
  expect((await sendToken(token)).status).toBe(200);
  isAway = true;
  // By a clock that was set back, nobody knows how long ago the tokens were read.
  clock.now -= 3_600_000;
  expect((await sendToken(token)).status).toBe(503);
});

test('whoever runs the server is told once why the archive with the tokens does not answer, and once that it does again', async () => {
  let isAway = false;
  const reason = new ArchiveUnavailable('Its server refuses the password.', 'Set another one.', 'now');
  const { make, sendToken, clock, failures, warnings } = await startIdentified({
    register: (tokens) => ({
      all: () => (isAway ? Promise.reject(reason) : tokens.all()),
      wasAnyMade: () => tokens.wasAnyMade(),
      noteUse: (name, at) => tokens.noteUse(name, at),
    }),
  });
  const token = await make('told');
  const seen: [failures: unknown[], warnings: string[]][] = [];
  for (isAway of [false, true, true, false, false, true]) {
    clock.now += 60_000;
    await sendToken(token);
    seen.push([failures.splice(0), warnings.splice(0)]);
  }
  const again = 'The archive with the tokens answers again.';
  expect(seen).toEqual([
    [[], []],
    [[reason], []],
    [[], []],
    [[], [again]],
    [[], []],
    [[reason], []],
  ]);
});

test('a use is noted once an hour, and a token that ends soon is warned about once a day', async () => {
  const { make, sendToken, tokens, warnings, clock } = await startIdentified();
  const token = await make('ending', { expiresAt: epochMillis(NOW + 15 * DAY) });
  const noted = async () => (await tokens.all())[0]?.lastUsedAt;
  await sendToken(token);
  expect({ noted: await noted(), warnings }).toEqual({ noted: NOW, warnings: [] });
  clock.now += 59 * 60_000;
  await sendToken(token);
  expect(await noted()).toBe(NOW);
  clock.now = NOW + 2 * DAY;
  await sendToken(token);
  await sendToken(token);
  expect(await noted()).toBe(NOW + 2 * DAY);
  expect(warnings).toEqual([
    'Token ending is in use, and expires at 2026-12-03 15:30:00 UTC. Make another one for its purpose (token create), give it out, then revoke this one.',
  ]);
});

test('on this machine nobody is asked for a token before there is one; then everybody is, even when it is revoked', async () => {
  const { make, send, tokens, clock } = await startIdentified({ isRequired: false });
  expect(await whoIn(await send({}))).toMatchObject({ id: 'local', isIdentified: false });
  await make('first');
  clock.now += 5000;
  expect((await send({})).status).toBe(401);
  await tokens.revoke('first', epochMillis(clock.now));
  clock.now += 5000;
  expect((await send({})).status).toBe(401);
});

test('a token in the address is refused, and so is one that is sent in a wrong way', async () => {
  const { url, make, send, served } = await startIdentified();
  const token = await make('careless');
  const inAddress = await fetch(`${url}?access_token=${token}`, { method: 'POST', headers: headersOf(), body: '{}' });
  expect(await refusalIn(inAddress)).toMatchObject({
    status: 400,
    error: 'invalid_request',
    words:
      'A token stood in the address, where logs and proxies keep it. Send it in the header Authorization, and have this one revoked.',
  });
  const asOne = 'The header Authorization is not one token: send it once, as Bearer TOKEN, without quotation marks.';
  for (const authorization of [
    `Bearer "${token}"`,
    `Bearer ${token} ${token}`,
    'Bearer',
    'Bearer é',
    `Bearer ${token},`,
  ]) {
    expect(await refusalIn(await send({ authorization }))).toMatchObject({ status: 400, words: asOne });
  }
  expect(await refusalIn(await send({ authorization: `Bearer ${'a'.repeat(8192)}` }))).toMatchObject({
    status: 400,
    words: 'The header Authorization is longer than 8192 characters.',
  });
  // Twice the header: a proxy and this server might each believe another one.
  const twice = request(url, { method: 'POST', headers: { ...headersOf() } });
  twice.setHeader('authorization', [`Bearer ${token}`, 'Bearer x']);
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    twice.once('error', reject).once('response', (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode, body }));
    });
    twice.end('{}');
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain(asOne);
  expect(served).toEqual([]);
});

test('the scheme is taken in any case, and blanks behind it', async () => {
  const { make, send } = await startIdentified();
  const token = await make('plain');
  for (const scheme of ['bearer ', 'BEARER   ']) {
    expect((await send({ authorization: scheme + token })).status).toBe(200);
  }
});

test('what tells clients about this resource is there without a token, at both paths and no other', async () => {
  const { url, make } = await startIdentified({ publicUrl: new URL('https://desk.example.com/support/') });
  await make('somebody');
  const document = {
    resource: 'https://desk.example.com/support/mcp',
    // Neither contacts nor anything that leaves for a chatbot is asked for by itself.
    scopes_supported: ['chats:read', 'visitors:read', 'offline:read', 'triage:write', 'codes:write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Live-chat support desk',
  };
  for (const path of ['', '/mcp', '/support/mcp']) {
    const response = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, url));
    expect(await response.json()).toEqual(document);
  }
  for (const path of ['oauth-protected-resource/other', 'oauth-authorization-server', '']) {
    expect((await fetch(new URL(`/.well-known/${path}`, url))).status).toBe(404);
  }
});
