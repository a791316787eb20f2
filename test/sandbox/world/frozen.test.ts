import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import { NOW } from '../desk.ts';

// Tests, examples and measurements name chats of these worlds. Whoever changes a hash says why in the commit.
test.each([
  [1, 'small', '5ea9273cce92e5ca47a26a1e402070a8e8df77e8cc3fd37f543e153621fe8aff'],
  [7, 'small', '65b3cd486a75fe3264922f663a66e73073ee7af7554e7861707e129c325bd398'],
  [8, 'small', 'ea5e5f5961577370da19218a3e7db1a00f798988e9a95a401d2d28591d82a706'],
  [7, 'medium', '8649f7b6566cbce512c006a30ca90e13a5ca7c362fb11c755a20724fd57d6d34'],
] as const)('the world of seed %i, %s, is frozen', (seed, size, pinned) => {
  const { chats, ...others } = createWorld({ seed, size, now: NOW });
  // All of their conversations would take seconds.
  const some = chats.filter((_, index) => index % Math.ceil(chats.length / 300) === 0);
  const hash = createHash('sha256')
    .update(JSON.stringify([others, some]))
    .digest('hex');
  expect(hash).toBe(pinned);
});
