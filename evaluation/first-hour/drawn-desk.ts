import { sandboxAccount } from '../../src/commands/sandbox/sandbox-account.ts';
import { Dialect, DIMENSIONS } from '../../src/sandbox/dialects.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { createRandom } from '../../src/sandbox/world/random.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';

/** Requests a minute that the service allows: the least that anybody has reported. */
export const REQUESTS_PER_MINUTE = 60;

/** A desk whose size, and whose answers to what the specification leaves open, are drawn by a seed. Its service listens until it is closed. */
export async function startDrawnDesk(seed: number, now: number) {
  const random = createRandom(seed, 'first hour');
  const size = random.pick(['small', 'medium'] as const);
  const page_size = random.pick([20, 50, 100]);
  const drawn = DIMENSIONS.map(({ name, values }) => [name, random.pick(values)] as const);
  const dialect = Dialect.parse({ ...Object.fromEntries(drawn), page_size });
  const world = createWorld({ seed, size, now });
  const sandbox = await startSandbox({ world, dialect, requestsPerMinute: REQUESTS_PER_MINUTE });
  const { account } = sandboxAccount(sandbox);
  const unusual = DIMENSIONS.filter(({ name, usual }) => drawn.some(([one, value]) => one === name && value !== usual));
  return {
    seed,
    size,
    world,
    sandbox,
    login: { address: sandbox.url, email: account.email, password: account.password.reveal() },
    /** What is not as one would guess, as `name=value`. */
    unusual: [
      `page_size=${page_size}`,
      ...drawn.filter(([name]) => unusual.some((one) => one.name === name)).map((pair) => pair.join('=')),
    ],
  };
}

export type DrawnDesk = Awaited<ReturnType<typeof startDrawnDesk>>;
