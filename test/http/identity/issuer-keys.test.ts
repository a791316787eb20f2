import { expect, test } from 'vitest';
import { startIdentified, refusalIn } from './identified-server.ts';
import { AUDIENCE, keyOf, startIssuer } from './issuer-stand-in.ts';

async function start() {
  const issuer = await startIssuer();
  const server = await startIdentified({ issuer: { issuer: issuer.url, audiences: [AUDIENCE] } });
  return {
    issuer,
    ...server,
    refused: async (token: string) => refusalIn(await server.sendToken(token)),
    readings: () => issuer.asked.filter((path) => path === '/keys').length,
  };
}

const notOf = (url: string) => `The token is not one of ${url}: it is signed with a key that the issuer does not have.`;

test('H5: after the issuer has changed its key, the first token with the new one is taken', async () => {
  const { issuer, whoIs, clock, readings } = await start();
  await whoIs(await issuer.signed());
  const next = await keyOf('next', 'RS256');
  issuer.keys = [issuer.first, next];
  clock.now += 5000;
  expect(await whoIs(await issuer.signed({}, next))).toMatchObject({ id: 'oauth:ana' });
  expect(await whoIs(await issuer.signed())).toMatchObject({ id: 'oauth:ana' });
  expect(readings()).toBe(2);
});

test('H5: a token with a key that the issuer does not have is refused, and so is one with a key that it no longer has', async () => {
  const { issuer, refused, whoIs, clock } = await start();
  expect(await refused(await issuer.signed({}, await keyOf('another')))).toMatchObject({
    status: 401,
    words: notOf(issuer.url),
  });
  const old = issuer.first;
  expect(await whoIs(await issuer.signed({}, old))).toMatchObject({ id: 'oauth:ana' });
  issuer.keys = [await keyOf('next')];
  clock.now += 5000;
  await refused(await issuer.signed({}, await keyOf('third')));
  clock.now += 5000;
  expect(await refused(await issuer.signed({}, old))).toMatchObject({ status: 401, words: notOf(issuer.url) });
});

test('a token with a new key is no guess while the keys may not be read again, and it is told when to come back', async () => {
  const { issuer, refused, whoIs, clock, readings } = await start();
  await whoIs(await issuer.signed());
  const next = await keyOf('next');
  issuer.keys = [next];
  clock.now += 1500;
  const token = await issuer.signed({}, next);
  for (let count = 0; count < 30; count += 1) {
    expect(await refused(token)).toMatchObject({ status: 503, error: 'temporarily_unavailable', retryAfter: '4' });
  }
  expect(readings()).toBe(1);
  // None of them was counted.
  expect((await refused(`${token.slice(0, -8)}AAAAAAAA`)).status).toBe(503);
  clock.now += 3500;
  expect(await whoIs(token)).toMatchObject({ id: 'oauth:ana' });
  expect((await refused(`${token.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
});

test('tokens that come while the keys are read wait for them', async () => {
  const { issuer, sendToken, whoIs, clock, readings } = await start();
  await whoIs(await issuer.signed());
  const next = await keyOf('next');
  issuer.keys = [next];
  clock.now += 5000;
  const token = await issuer.signed({}, next);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendToken(token)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(readings()).toBe(2);
});

test('however many tokens name unknown keys, the issuer is asked at most once in 5 seconds', async () => {
  const { issuer, sendToken, clock, readings } = await start();
  const statuses = new Set<number>();
  const tokens = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => issuer.signed({}, await keyOf(name))));
  for (let second = 0; second < 60; second += 1) {
    for (const answer of await Promise.all(tokens.map((token) => sendToken(token)))) statuses.add(answer.status);
    clock.now += 1000;
  }
  expect(readings()).toBe(12);
  // At most one guess in each reading was shown to be one, which is less than what makes a caller wait.
  expect(statuses).toEqual(new Set([401, 503]));
});

test('the issuer is not asked for keys that it cannot give more often than that', async () => {
  const { issuer, refused, clock } = await start();
  issuer.replace = (path, response) => {
    if (path === '/keys') response.end('{"keys":[{}]}');
    return path === '/keys';
  };
  const token = await issuer.signed();
  for (let count = 0; count < 3; count += 1) expect((await refused(token)).status).toBe(503);
  expect(issuer.asked.filter((path) => path === '/keys')).toHaveLength(1);
  clock.now += 5000;
  await refused(token);
  expect(issuer.asked.filter((path) => path === '/keys')).toHaveLength(2);
});
