import { setImmediate } from 'node:timers';
import { inject, vi } from 'vitest';

// To be imported first by tests that open several archives on one file in this process. Who finds it locked would keep
// everybody standing still, also whoever has locked it: here they try again at once, and faked time waits for them
// (faked-time.ts). With PostgreSQL there is no such file, and the modules are those of other tests, too.

// Before anybody fakes it.
const really = setImmediate;

vi.mock(import('node:sqlite'), async (original) => {
  if (inject('postgres') !== undefined) return original();
  const { DatabaseSync, ...rest } = await original();
  return {
    ...rest,
    DatabaseSync: class extends DatabaseSync {
      constructor(location: string, options: ConstructorParameters<typeof DatabaseSync>[1] = {}) {
        super(location, { ...options, timeout: 0 });
      }
    },
  };
});

vi.mock(import('../../../src/archive/tables/locked.ts'), async (original) => {
  if (inject('postgres') !== undefined) return original();
  const { ArchiveLocked, ...rest } = await original();
  const { counted } = await import('./archive-work.ts');
  const untilFree = async <T>(work: () => T | Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ArchiveLocked)) throw error;
      }
      await new Promise<void>((resolve) => {
        really(resolve);
      });
    }
  };
  return {
    ...rest,
    ArchiveLocked,
    retryWhileLocked: <T>(work: () => T | Promise<T>): Promise<T> => counted(() => untilFree(work)),
  };
});
