import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Answered } from '../archive/sharing/paid-twice.ts';
import { createService, type Service } from '../../src/sandbox/service.ts';
import type { World } from '../../src/sandbox/world/world.ts';

/** A chat service behind a socket, whose answers a test can hold back and count. */
export interface HeldService extends Service, AsyncDisposable {
  readonly url: string;
  /** What it has answered with records, oldest first. */
  readonly answered: readonly Answered[];
  /** Holds back every answer from now on. Resolves when a request has come. */
  hold: () => Promise<void>;
  /** Sends what was held back. */
  release: () => void;
}

/** Starts a service; unless told otherwise its rate limit is out of the way. */
export async function startHeldService(world: World, requestsPerMinute = 1_000_000): Promise<HeldService> {
  const service = createService({ world, requestsPerMinute });
  const answers: Answered[] = [];
  let held: { readonly asked: PromiseWithResolvers<void>; readonly released: PromiseWithResolvers<void> } | undefined;
  const release = (): void => {
    held?.released.resolve();
    held = undefined;
  };
  const listener = getRequestListener(async (request) => {
    const response = await service.fetch(request);
    const value: unknown = response.status === 200 ? await response.clone().json() : undefined;
    if (value !== undefined) {
      const { pathname, search } = new URL(request.url);
      const rows = Array.isArray(value) ? value.length : undefined;
      answers.push({ path: `${pathname}${search}`, at: Date.now(), rows });
    }
    held?.asked.resolve();
    await held?.released.promise;
    return response;
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    ...service,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    answered: answers,
    hold: () => {
      held = { asked: Promise.withResolvers(), released: Promise.withResolvers() };
      return held.asked.promise;
    },
    release,
    [Symbol.asyncDispose]: async () => {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
