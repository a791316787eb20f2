import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';
import { basic, NOW, smallWorld } from './desk.ts';

test('a port in use is a clear error', async () => {
  const world = smallWorld();
  const sandbox = await startSandbox({ world });
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ world, port })).rejects.toThrow(
    `The sandbox cannot listen on 127.0.0.1:${port}: the port is in use`,
  );
  await sandbox.close();
});

test('close cuts connections that are open', async () => {
  const sandbox = await startSandbox({ world: smallWorld() });
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('GET /api/agents/ HTTP/1.1\r\n');
  // However it is cut, with or without an error: what counts is that it ends.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await sandbox.close();
  await closed;
  await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
});

test('a medium world is served quickly', async () => {
  const world = createWorld({ seed: 1, size: 'medium', now: NOW });
  const sandbox = await startSandbox({ world, requestsPerMinute: 1000, clock: () => NOW });
  const headers = { Authorization: basic(world.account.superAdmin) };
  const begin = performance.now();
  for (let page = 1; page <= 20; page += 1) {
    const response = await fetch(`${sandbox.url}/api/chats/?page_no=${page}`, { headers });
    await response.arrayBuffer();
  }
  // About 4 ms each on a desk machine; the margin is for busy ones.
  expect((performance.now() - begin) / 20).toBeLessThan(60);
  await sandbox.close();
});
