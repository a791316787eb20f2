import { expect, test } from 'vitest';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { survive, undisturbed } from './kill.ts';

test('a sync that is killed at any moment goes on where it was', async () => {
  const usual = await undisturbed(1, await archiveOfTest());
  expect(usual.length).toBeGreaterThan(30);
  for (const seed of [1, 2]) await survive(seed, await archiveOfTest(), usual, 1);
});
