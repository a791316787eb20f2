import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../src/http/http-server.ts';
import { ANYBODY } from './known-callers.ts';

test('a bug of the server is told as such, and not as something that a client did', async () => {
  const [disturbances, failures]: [unknown[], unknown[]] = [[], []];
  const bug = new TypeError('a bug');
  const server = await startHttpServer(
    () => {
      throw new Error('nobody is served');
    },
    {
      host: '127.0.0.1',
      port: 0,
      identities: ANYBODY,
      metrics: () => Promise.reject(bug),
      onDisturbance: (error) => disturbances.push(error),
      onFailure: (error) => failures.push(error),
    },
  );
  onTestFinished(() => server.close());
  const response = await fetch(new URL('/metrics', server.url));
  expect(response.status).toBe(500);
  await response.text();
  expect([disturbances, failures]).toEqual([[], [bug]]);
});
