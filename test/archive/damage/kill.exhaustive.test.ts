import { test } from 'vitest';
import { lendArchive } from '../../support/archive/archive-location.ts';
import { survive, undisturbed } from './kill.ts';

// The same as kill.test.ts, often.

const SEEDS = 200;
const WORLDS = 4;
/** Programs that start leave the processor alone for a part of their time. */
const CONCURRENCY = 2;

test(`${SEEDS} syncs that are killed`, async () => {
  const usual = new Map<number, readonly string[]>();
  for (let world = 1; world <= WORLDS; world += 1) {
    await using archive = await lendArchive();
    usual.set(world, await undisturbed(world, archive.location));
  }
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1).values();
  const runScenarios = async (): Promise<void> => {
    for (const seed of seeds) {
      const world = 1 + (seed % WORLDS);
      await using archive = await lendArchive();
      try {
        await survive(seed, archive.location, usual.get(world) ?? [], world);
      } catch (error) {
        throw new Error(`Seed ${seed}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runScenarios));
});
