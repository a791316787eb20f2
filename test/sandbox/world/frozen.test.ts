import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import { NOW } from '../desk.ts';

// Tests, examples and measurements name chats of these worlds. Whoever changes a hash says why in the commit.
test.each([
  [1, 'small', '40f463d97945aff4d7512c790ea5de772b9cf0dc6495bfe19a9e250b576fb291'],
  [7, 'small', 'b324bc4215160a6fbdf2014265cfa29076ea132e0b0a8d8273fd8954e0d9b0cb'],
  [8, 'small', 'ab7edf587f3582acf606856f9e6f1977a99ade5650a82243572cabd7e9f85b1d'],
  [7, 'medium', '18ef14e1fae4cf4f94416a0020d342bd689d3234ac4fb84dfb7d7195f4b1a4fe'],
] as const)('the world of seed %i, %s, is frozen', (seed, size, pinned) => {
  const { chats, bots, ...others } = createWorld({ seed, size, now: NOW });
  // All of their conversations would take seconds.
  const some = chats.filter((_, index) => index % Math.ceil(chats.length / 300) === 0);
  // What a bot says is no record of the world.
  const known = bots.map(({ botId, name, webhookId, token, sessions, endpoints }) => {
    return [botId, name, webhookId, token, sessions, endpoints.map(({ name, attribute }) => [name, attribute])];
  });
  const hash = createHash('sha256')
    .update(JSON.stringify([others, known, some]))
    .digest('hex');
  expect(hash).toBe(pinned);
});
