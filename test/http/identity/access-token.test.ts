import { expect, test } from 'vitest';
import { containing } from '../../support/matchers.ts';
import { NOW, refusalIn, startIdentified } from './identified-server.ts';
import { AUDIENCE, startIssuer } from './issuer-stand-in.ts';

// An issuer signs other tokens than access tokens with the same key, some of them for the same audience.

async function start() {
  const issuer = await startIssuer();
  const server = await startIdentified({ issuer: { issuer: issuer.url, audiences: [AUDIENCE] } });
  const signed = (claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}) =>
    issuer.signed(claims, issuer.first, header);
  return { ...server, signed, refused: async (token: string) => refusalIn(await server.sendToken(token)) };
}

const SECONDS = NOW / 1000;
const DAY = 86_400;

test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
  ['RFC 9068', { typ: 'at+jwt' }, {}],
  ['RFC 9068, by its whole media type', { typ: 'application/at+jwt' }, {}],
  ['RFC 9068, in capitals', { typ: 'AT+JWT' }, {}],
  ['Entra and Auth0', { typ: 'JWT' }, {}],
  ['a library with the whole media type', { typ: 'application/jwt' }, {}],
  ['Okta', {}, {}],
  ['Keycloak', { typ: 'JWT' }, { typ: 'Bearer' }],
  ['Keycloak before 25', { typ: 'JWT' }, { typ: 'Bearer', nonce: 'n' }],
  ['Cognito', {}, { token_use: 'access' }],
])('H5: an access token as %s sends it is taken', async (_issuer, header, claims) => {
  const { signed, whoIs } = await start();
  expect(await whoIs(await signed(claims, header))).toMatchObject({ id: 'oauth:ana' });
});

test.each(['id+jwt', 'logout+jwt', 'dpop+jwt', 'secevent+jwt', 'application/okta-internal-at+jwt', 'rt+jwt', 'at', ''])(
  'H5: a token whose header typ is %j is refused',
  async (typ) => {
    const { signed, refused, served } = await start();
    expect(await refused(await signed({}, { typ }))).toMatchObject({
      status: 401,
      error: 'invalid_token',
      words:
        'The token is not an access token: its header typ names another kind. Let the client send its access token.',
    });
    expect(served).toEqual([]);
  },
);

test.each<[Readonly<Record<string, unknown>>, string]>([
  [{ typ: 'ID' }, 'its claim typ names another kind'],
  [{ typ: 'Refresh' }, 'its claim typ names another kind'],
  [{ typ: ['Bearer'] }, 'its claim typ names another kind'],
  [{ token_use: 'id' }, 'its claim token_use names another kind'],
  [{ nonce: 'n-0S6_WzA2Mj' }, 'it has the claim nonce, as ID tokens or logout tokens do'],
  [{ at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }, 'it has the claim at_hash, as ID tokens or logout tokens do'],
  [{ c_hash: 'LDktKdoQak3Pk0cnXxCltA' }, 'it has the claim c_hash, as ID tokens or logout tokens do'],
  [
    { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    'it has the claim events, as ID tokens or logout tokens do',
  ],
])('H5: a token with the claim %j is refused', async (claims, why) => {
  const { signed, refused, served } = await start();
  for (const header of [{}, { typ: 'JWT' }]) {
    expect(await refused(await signed(claims, header))).toMatchObject({
      status: 401,
      words: `The token is not an access token: ${why}. Let the client send its access token.`,
    });
  }
  expect(served).toEqual([]);
});

test('H5: a token that is valid for more than a day is refused, and the challenge says so', async () => {
  const { signed, refused, whoIs } = await start();
  const words =
    'The token is valid for more than 24 hours, which is the most that this server takes. Let the issuer give out access tokens that expire sooner.';
  const tooLong = [
    { iat: SECONDS, exp: SECONDS + DAY + 1 },
    { iat: SECONDS - DAY, exp: SECONDS + 60 },
    { iat: 0, exp: SECONDS + 60 },
    // Without a beginning it cannot be seen how long it was valid before.
    { iat: undefined, exp: SECONDS + DAY + 61 },
    { iat: SECONDS, exp: 1e300 },
  ];
  for (const claims of tooLong) {
    expect(await refused(await signed(claims))).toMatchObject({
      status: 401,
      words,
      challenge: containing(`error_description="${words}"`),
    });
  }
  expect(await whoIs(await signed({ iat: SECONDS, exp: SECONDS + DAY }))).toMatchObject({ id: 'oauth:ana' });
  expect(await whoIs(await signed({ iat: undefined, exp: SECONDS + DAY }))).toMatchObject({ id: 'oauth:ana' });
});

test('H5: a token from the future is refused, but for what two clocks may differ', async () => {
  const { signed, refused, whoIs } = await start();
  expect(await whoIs(await signed({ iat: SECONDS + 29 }))).toMatchObject({ id: 'oauth:ana' });
  expect(await refused(await signed({ iat: SECONDS + 31 }))).toMatchObject({
    status: 401,
    words:
      'The token was issued at 2026-11-18 15:30:31 UTC; the clock of this server says 2026-11-18 15:30:00 UTC. One of the two clocks is wrong.',
  });
  expect(await refused(await signed({ iat: 1e300, exp: 1e300 }))).toMatchObject({ status: 401 });
  expect(await refused(await signed({ iat: 'now' }))).toMatchObject({ status: 401 });
});

test('somebody who sends the wrong kind of token is not counted among those who guess', async () => {
  const { signed, refused } = await start();
  const idToken = await signed({ nonce: 'n' });
  for (let count = 0; count < 25; count += 1) expect((await refused(idToken)).status).toBe(401);
});
