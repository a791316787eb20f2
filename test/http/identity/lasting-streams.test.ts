import { expect, onTestFinished, test, vi } from 'vitest';
import { ArchiveUnavailable } from '../../../src/model/errors.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { headersOf, INITIALIZE } from '../by-hand.ts';
import { NOW, startIdentified } from './identified-server.ts';

// Streams whose callers are no longer who they were when these began.

/** All that came on a stream. */
const ALIVE = /^(: keepalive\n\n)*$/;

async function start(options: Parameters<typeof startIdentified>[0]) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await startIdentified(options);
  return {
    ...server,
    /** Opens the stream of a new session; `ended` is what came on it when it has ended. */
    stream: async (token?: string) => {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const begun = await server.send(authorization, INITIALIZE);
      await begun.text();
      const headers = { ...headersOf(begun.headers.get('mcp-session-id') ?? ''), ...authorization };
      const response = await fetch(server.url, { headers });
      expect(response.status).toBe(200);
      const state = { isOpen: true };
      const ended = response.text().finally(() => (state.isOpen = false));
      return { state, ended };
    },
    pass: async (millis: number) => {
      server.clock.now += millis;
      await vi.advanceTimersByTimeAsync(millis);
    },
  };
}

test('a stream that began before any token was asked for ends with the first token', async () => {
  const { make, stream, pass, send } = await start({ isRequired: false });
  const { ended } = await stream();
  await make('first');
  await pass(5000);
  expect(await ended).toMatch(ALIVE);
  expect((await send({})).status).toBe(401);
});

test('a stream ends within ten seconds after its token was revoked, and others go on', async () => {
  const { make, stream, pass, tokens, send, clock } = await start({});
  const [first, second] = [await make('leaver'), await make('other')];
  const [leaver, other] = [await stream(first), await stream(second)];
  await tokens.revoke('leaver', epochMillis(clock.now));
  await pass(5000);
  await pass(5000);
  expect(await leaver.ended).toMatch(ALIVE);
  await send({});
  expect(other.state.isOpen).toBe(true);
});

test('a stream goes on while it cannot be told whose it is, and ends with its token once that can be', async () => {
  let isAway = false;
  const { make, stream, pass, send } = await start({
    register: (tokens) => ({
      all: () => (isAway ? Promise.reject(new ArchiveUnavailable('It is away.', 'Wait.', 'now')) : tokens.all()),
      wasAnyMade: () => tokens.wasAnyMade(),
      noteUse: (name, at) => tokens.noteUse(name, at),
    }),
  });
  const { ended, state } = await stream(await make('short', { expiresAt: epochMillis(NOW + 60_000) }));
  isAway = true;
  await pass(40_000);
  expect((await send({ authorization: 'Bearer x' })).status).not.toBe(200);
  expect(state.isOpen).toBe(true);
  isAway = false;
  await pass(20_000);
  expect(await ended).toMatch(ALIVE);
});
