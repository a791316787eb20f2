import { vi } from 'vitest';

// Set up in front of every test of the project `postgres`: its archives count what they ask their server for, so that
// faked time can wait for it (faked-time.ts), and are not without connections after seconds of it.

vi.mock(import('../../../src/archive/postgres/failures.ts'), async (original) => {
  const { translateServerErrors, ...rest } = await original();
  const { counted } = await import('./archive-work.ts');
  return {
    ...rest,
    translateServerErrors: <T>(work: () => Promise<T>): Promise<T> => counted(() => translateServerErrors(work)),
  };
});

vi.mock(import('pg'), async (original) => {
  const { Pool, ...rest } = await original();
  return {
    ...rest,
    Pool: class extends Pool {
      constructor(options: ConstructorParameters<typeof Pool>[0]) {
        super({ ...options, idleTimeoutMillis: 0 });
      }
    },
  };
});
