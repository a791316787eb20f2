import { vi } from 'vitest';
import type * as Failures from '../../src/archive/postgres/failures.ts';

// Set up in front of every test of the project `postgres`: its archives count what they ask their server for, so that
// faked time can wait for it (faked-time.ts).

vi.mock('../../src/archive/postgres/failures.ts', async (original) => {
  const { usingServer, ...rest } = await original<typeof Failures>();
  const { counted } = await import('./archive-work.ts');
  return { ...rest, usingServer: <T>(work: () => Promise<T>): Promise<T> => counted(() => usingServer(work)) };
});
