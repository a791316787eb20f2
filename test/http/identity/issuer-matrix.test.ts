import { exportSPKI, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { containing, like } from '../../support/matchers.ts';
import { AUDIENCE, startIssuer } from './issuer-stand-in.ts';
import { NOW, refusalIn, startIdentified } from './identified-server.ts';

async function start(accounts?: readonly string[]) {
  const issuer = await startIssuer();
  const settings = { issuer: issuer.url, audiences: [AUDIENCE] as const };
  const server = await startIdentified({ issuer: settings, ...(accounts !== undefined && { accounts }) });
  return { issuer, ...server, refused: async (token: string) => refusalIn(await server.sendToken(token)) };
}

test('H5: an access token for this server tells who asks, and what they may', async () => {
  const { issuer, whoIs } = await start();
  const who = { id: 'oauth:ana', scopes: ['chats:read', 'offline:read'], isIdentified: true };
  expect(await whoIs(await issuer.signed())).toEqual(who);
  expect(await whoIs(await issuer.signed({ aud: ['https://other.example.com', AUDIENCE] }))).toEqual(who);
  // The claims of other authorization servers.
  const lists = { scope: undefined, scp: ['offline:read', 'chats:read', 'openid'], sub: undefined, client_id: 'ana' };
  // A client that is called like a person is not that person (RFC 9068, section 5).
  expect(await whoIs(await issuer.signed(lists))).toEqual({ ...who, id: 'oauth-client:ana' });
  expect(await whoIs(await issuer.signed({ accounts: 'desk north', own_chats: 'ana@example.com' }))).toEqual({
    ...who,
    accounts: ['desk', 'north'],
    ownChats: 'ana@example.com',
  });
  // Found once, and kept.
  expect(issuer.asked).toEqual([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/keys',
  ]);
});

test('H5: a token for another audience, or for none, is refused', async () => {
  const { issuer, refused, served } = await start();
  for (const aud of ['https://other.example.com/mcp', `${AUDIENCE}/x`, new URL(AUDIENCE).origin, [], '']) {
    expect(await refused(await issuer.signed({ aud }))).toMatchObject({
      status: 401,
      error: 'invalid_token',
      words: `The token is for another audience. This server takes tokens for ${AUDIENCE}: let the client ask for one with that as its resource.`,
    });
  }
  expect(await refused(await issuer.signed({ aud: undefined }))).toMatchObject({ status: 401 });
  expect(served).toEqual([]);
});

test('H5: a token of another issuer is refused, whoever signed it', async () => {
  const { issuer, refused, served } = await start();
  for (const iss of ['https://other.example.com', `${issuer.url}/`, undefined]) {
    const { status, words } = await refused(await issuer.signed({ iss }));
    expect({ status, words }).toEqual({
      status: 401,
      words: `The token names another issuer. This server takes tokens of ${issuer.url}.`,
    });
  }
  expect(served).toEqual([]);
});

test('H5: a token without a signature, or with one that anybody could make, is refused', async () => {
  const { issuer, refused, served } = await start();
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'eve', scope: 'chats:read', exp: NOW / 1000 + 300 };
  const { alg, kid, publicKey, publicJwk } = issuer.first;
  const shared = (secret: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(secret));
  const right = await issuer.signed();
  const [header = '', payload = '', signature = ''] = right.split('.');
  const notSigned = `The token is not one of ${issuer.url}: it is not signed with a key pair.`;
  const words: Record<string, string> = {
    [`${encoded({ alg: 'none' })}.${encoded(claims)}.`]: notSigned,
    [`${encoded({ alg: 'none', kid })}.${encoded(claims)}.`]: notSigned,
    [`${encoded({ alg: 'None', kid })}.${encoded(claims)}.`]: notSigned,
    // The public key as a shared secret, in the forms that a library might take it.
    [await shared(JSON.stringify(publicJwk))]: notSigned,
    [await shared(await exportSPKI(publicKey))]: notSigned,
    [`${header}.${encoded(claims)}.${signature}`]: `The token is not one of ${issuer.url}: its signature is wrong.`,
    [`${header}.${payload}.`]: `The token is not one of ${issuer.url}: its signature is wrong.`,
    [`${header}.${payload}`]: `The token is not one of ${issuer.url}: it is not a signed token.`,
    // A key that the token itself brings.
    [`${encoded({ alg, jwk: publicJwk })}.${encoded(claims)}.${signature}`]: `The token is not one of ${issuer.url}: its signature is wrong.`,
    'a.b.c': `The token is not one of ${issuer.url}: it is not a signed token.`,
    a: `The token is not one of ${issuer.url}: it is not a signed token.`,
  };
  for (const [token, expected] of Object.entries(words)) {
    expect(await refused(token)).toMatchObject({ status: 401, error: 'invalid_token', words: expected });
  }
  expect(served).toEqual([]);
});

test('H5: an expired token, one that counts later, and one without an end are refused; the words name both clocks', async () => {
  const { issuer, refused, whoIs, clock } = await start();
  const token = await issuer.signed({ exp: NOW / 1000 + 60, nbf: NOW / 1000 });
  clock.now = NOW + 89_000;
  expect(await whoIs(token)).toMatchObject({ id: 'oauth:ana' });
  clock.now = NOW + 91_000;
  expect(await refused(token)).toMatchObject({
    status: 401,
    words:
      'The token expired at 2026-11-18 15:31:00 UTC; the clock of this server says 2026-11-18 15:31:31 UTC. Let the client ask for a new one.',
  });
  // The clock of one of the two machines is off.
  clock.now = NOW - 29_000;
  expect(await whoIs(token)).toMatchObject({ id: 'oauth:ana' });
  clock.now = NOW - 31_000;
  expect(await refused(token)).toMatchObject({
    status: 401,
    words:
      'The token counts from 2026-11-18 15:30:00 UTC; the clock of this server says 2026-11-18 15:29:29 UTC. If that is past, one of the two clocks is wrong.',
  });
  clock.now = NOW;
  expect(await refused(await issuer.signed({ exp: undefined }))).toMatchObject({
    status: 401,
    words: 'The token has no claim exp, which this server asks for.',
  });
});

test('H4: a token without a scope of this server is 403, and so is one that names no account of several', async () => {
  const { issuer, refused } = await start();
  expect(await refused(await issuer.signed({ scope: 'openid profile' }))).toMatchObject({
    status: 403,
    error: 'insufficient_scope',
    words: like(/^The token has none of the scopes of this server, which are chats:read, /),
    challenge: containing('scope="chats:read visitors:read offline:read triage:write codes:write"'),
  });
  const { issuer: other, refused: refusedThere, whoIs } = await start(['north', 'south']);
  for (const accounts of [undefined, '', [], 'west']) {
    expect(await refusedThere(await other.signed({ accounts }))).toMatchObject({ status: 403, error: 'access_denied' });
  }
  expect(await whoIs(await other.signed({ accounts: 'south west' }))).toMatchObject({ accounts: ['south', 'west'] });
});

test('a claim that cannot be understood denies everything', async () => {
  const { issuer, refused, served } = await start();
  const claims = [
    { own_chats: true },
    { own_chats: 'nobody' },
    { own_chats: ['ana@example.com'] },
    { accounts: { desk: true } },
    { scope: 7 },
    { sub: 'a b' },
    { sub: 'ana\u202E' },
    { sub: '' },
    { sub: 'a'.repeat(256) },
    { sub: undefined },
  ];
  for (const claim of claims) expect(await refused(await issuer.signed(claim))).toMatchObject({ status: 401 });
  expect(served).toEqual([]);
});

test('an issuer that is down is 503, in words, and is not asked again for some seconds', async () => {
  const { issuer, refused, whoIs, clock, make } = await start();
  issuer.replace = (_path, response) => {
    response.writeHead(500).end('<html>secret stack</html>');
    return true;
  };
  const token = await issuer.signed();
  const down = {
    status: 503,
    error: 'temporarily_unavailable',
    words: `The token cannot be checked now: ${issuer.url} has to be asked for its keys, and it answered with status 500. Try again in a moment; the token may be right.`,
    retryAfter: '5',
  };
  for (let count = 0; count < 3; count += 1) expect(await refused(token)).toEqual(down);
  expect(issuer.asked).toHaveLength(1);
  // Tokens that were made here do not need it.
  expect(await whoIs(await make('here'))).toMatchObject({ id: 'token:here' });
  issuer.replace = () => false;
  clock.now += 5000;
  expect(await whoIs(token)).toMatchObject({ id: 'oauth:ana' });
  // Its keys are kept while it is away again.
  issuer.replace = (_path, response) => {
    response.destroy();
    return true;
  };
  expect(await whoIs(await issuer.signed({ sub: 'ben' }))).toMatchObject({ id: 'oauth:ben' });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  [
    'another issuer',
    { issuer: 'https://other.example.com' },
    'its metadata name another issuer; compare oauth_issuer with them, letter by letter',
  ],
  ['keys over plain HTTP', { jwks_uri: 'http://keys.example.com/' }, 'its keys are at an address without HTTPS'],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }, 'its keys are at an address without HTTPS'],
  ['a login at the keys', { jwks_uri: 'https://ana:1234@keys.example.com/' }, 'it names an address with a login'],
  ['no keys', { jwks_uri: 7 }, 'its metadata name no keys'],
])('metadata with %s are not believed', async (_what, metadata, why) => {
  const { issuer, refused, whoIs, clock } = await start();
  issuer.metadata = new Map(Object.entries(metadata));
  expect(await refused(await issuer.signed())).toMatchObject({
    status: 503,
    words: containing(`and ${why}.`),
  });
  issuer.metadata = new Map();
  clock.now += 5000;
  expect(await whoIs(await issuer.signed())).toMatchObject({ id: 'oauth:ana' });
});

test('no redirect of an issuer is followed, and what is too large or no JSON is not taken', async () => {
  const { issuer, refused, clock } = await start();
  const answers = [
    [{ location: 'http://127.0.0.1:9/' }, 302, '', 'it answered with status 302'],
    [{}, 200, '<html>', 'its answer is not JSON'],
    [{}, 200, JSON.stringify({ keys: ['x'.repeat(300_000)] }), 'its answer is too large'],
  ] as const;
  for (const [headers, status, body, why] of answers) {
    issuer.replace = (_path, response) => {
      response.writeHead(status, headers).end(body);
      return true;
    };
    clock.now += 5000;
    expect(await refused(await issuer.signed())).toMatchObject({
      status: 503,
      words: containing(`and ${why}.`),
    });
  }
  // Keys that are none.
  issuer.replace = (path, response) => {
    if (path === '/keys') response.end('[]');
    return path === '/keys';
  };
  clock.now += 5000;
  expect(await refused(await issuer.signed())).toMatchObject({
    status: 503,
    words: containing('and its keys cannot be read.'),
  });
});

test('an issuer with a path, and one that tells nothing but has its keys in the settings', async () => {
  const issuer = await startIssuer('/tenant');
  const settings = { issuer: issuer.url, audiences: [AUDIENCE] as const };
  const { whoIs } = await startIdentified({ issuer: settings });
  expect(await whoIs(await issuer.signed())).toMatchObject({ id: 'oauth:ana' });
  expect(issuer.asked).toEqual([
    '/.well-known/oauth-authorization-server/tenant',
    '/tenant/.well-known/openid-configuration',
    '/keys',
  ]);
  const jwksUrl = new URL('/keys', issuer.url);
  const { whoIs: whoIsThere } = await startIdentified({ issuer: { ...settings, jwksUrl } });
  expect(await whoIsThere(await issuer.signed())).toMatchObject({ id: 'oauth:ana' });
  expect(issuer.asked.slice(3)).toEqual(['/keys']);
});

test('somebody who tries out forged tokens is told to wait, and right tokens from there still count', async () => {
  const { issuer, refused, whoIs, make } = await start();
  const right = await issuer.signed();
  const forged = `${right.slice(0, -8)}AAAAAAAA`;
  for (let count = 0; count < 20; count += 1) expect((await refused(forged)).status).toBe(401);
  expect((await refused(forged)).status).toBe(429);
  expect(await whoIs(await make('here'))).toMatchObject({ id: 'token:here' });
  expect(await whoIs(right)).toMatchObject({ id: 'oauth:ana' });
  expect(await whoIs(await issuer.signed({ sub: 'ben' }))).toMatchObject({ id: 'oauth:ben' });
});

test('what tells clients about this resource names the issuer', async () => {
  const { issuer, url } = await start();
  const response = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
  expect(await response.json()).toMatchObject({ resource: url, authorization_servers: [issuer.url] });
});

test('H5: whatever a token brings along, nothing else is asked than the issuer, and nothing breaks', async () => {
  const { issuer, sendToken, failures, served, clock } = await start();
  const other = await startIssuer();
  const { alg, kid, publicJwk } = issuer.first;
  const [, payload = '', signature = ''] = (await issuer.signed()).split('.');
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const headers: unknown[] = [
    // Where keys would be taken from.
    { alg, jku: `${other.url}/keys` },
    { alg, kid, jku: `${other.url}/keys`, x5u: `${other.url}/keys`, jwk: publicJwk, x5c: ['AA=='] },
    { alg, kid: `../../${other.url}` },
    { alg, kid: 'k'.repeat(4000) },
    { alg, kid: { $ne: null } },
    { alg, kid, crit: ['exp'], exp: 0 },
    { alg, kid, crit: ['b64'], b64: false },
    { alg, kid, zip: 'DEF' },
    { alg: 'ECDH-ES', enc: 'A128GCM', kid },
    { alg: ['ES256'], kid },
    { alg: 'constructor', kid },
    { __proto__: { alg }, kid },
    [],
    null,
    7,
    'text',
  ];
  const deep = Buffer.from(`{"sub":${'['.repeat(2500)}${']'.repeat(2500)}}`).toString('base64url');
  const tokens = [
    ...headers.map((header) => `${encoded(header)}.${payload}.${signature}`),
    `${encoded({ alg, kid })}.${deep}.${signature}`,
    `${encoded({ alg, kid })}.${encoded('text')}.${signature}`,
    `${encoded({ alg, kid })}..${signature}`,
    '..',
    '....',
    `${encoded({ alg: 'dir', enc: 'A128GCM' })}.a.b.c.d`,
    '-_-',
    '='.repeat(100),
    `a${'='.repeat(100)}`,
  ];
  for (const token of tokens) {
    expect([400, 401]).toContain((await sendToken(token)).status);
    // None of them is to be answered with 429.
    clock.now += 60_000;
  }
  expect({ failures, served, asked: other.asked }).toEqual({ failures: [], served: [], asked: [] });
});
