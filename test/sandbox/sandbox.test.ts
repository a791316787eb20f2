import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { createService } from '../../src/sandbox/service.ts';
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

test('lists are served without writing the messages of chats, which takes seconds for a large world', async () => {
  const world = smallWorld();
  const write = vi.fn();
  for (const chat of world.chats) Object.defineProperty(chat, 'messages', { get: write });
  const service = createService({ world, clock: () => NOW });
  const headers = { Authorization: basic(world.account.superAdmin) };
  for (const list of ['agents', 'chats', 'offlinemessages', 'visitors']) {
    const { status } = await service.fetch(new Request(`http://sandbox.test/api/${list}/`, { headers }));
    expect(status).toBe(200);
  }
  expect(write).not.toHaveBeenCalled();
});
