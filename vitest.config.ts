import { defineConfig } from 'vitest/config';
import { onPostgres } from './test/support/on-postgres.ts';

const exclude = ['test/**/*.exhaustive.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          // Of a server's own: how it is opened and what it suffers.
          exclude: [...exclude, 'test/archive/postgres/**'],
        },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          include: ['test/archive/**/*.test.ts', 'test/mcp/{questions,unread,status,resources,search-set}.test.ts'],
          // A sync that is killed (kill.test.ts) is one, too.
          exclude: [...exclude, ...onPostgres.exclude, 'test/archive/sync{,-watch}.test.ts'],
        },
      },
    ],
  },
});
