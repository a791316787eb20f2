import { once } from 'node:events';
import { connect } from 'node:net';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../src/http/http-server.ts';
import { CallsOfRequests, watchingFor } from '../../src/http/observed/watching.ts';
import { PING } from './by-hand.ts';
import { callerNamed } from './known-callers.ts';
import { rawHeaders, rawRequest } from './raw-client.ts';

// Clients that go away before they are answered, and those who stay for longer than they may.

const ana = callerNamed('ana');
const body = JSON.stringify(PING);
const request = rawRequest('POST /mcp HTTP/1.1', rawHeaders(body), body);

test.each([1, 10])(
  'of a client that goes away while it is asked who it is, with %i requests, nothing stays',
  async (count) => {
    const told = { streams: 0, answered: 0 };
    const leaving = Promise.withResolvers<void>();
    const identified = Promise.withResolvers<void>();
    let asked = 0;
    const server = await startHttpServer(() => new McpServer({ name: 'left', version: '1' }, { capabilities: {} }), {
      host: '127.0.0.1',
      port: 0,
      onDisturbance: () => {},
      identities: {
        identify: async ({ signal }) => {
          asked += 1;
          // Those that wait for an answer before theirs never hear of the end of their connection.
          if (asked === 1) signal.addEventListener('abort', () => leaving.resolve());
          if (asked === count) identified.resolve();
          await leaving.promise;
          return { caller: ana };
        },
        lacking: () => new Response(),
        metadata: () => undefined,
      },
      watching: watchingFor(
        [
          {
            streamBegan: () => (told.streams += 1),
            streamEnded: () => (told.streams -= 1),
            answered: () => (told.answered += 1),
          },
        ],
        new CallsOfRequests(),
      ),
    });
    onTestFinished(() => server.close());
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(request.repeat(count));
    await identified.promise;
    socket.resetAndDestroy();
    await once(socket, 'close');
    await expect.poll(() => told).toEqual({ streams: 0, answered: count });
  },
);
