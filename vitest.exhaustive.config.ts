import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { testFiles } from './scripts/test-files.ts';
import { onPostgres } from './test/support/archive/on-postgres.ts';
import { WORKER_FLAGS } from './test/support/worker-flags.ts';

/** The tests of which `npm test` makes a part. */
const madeInPart = testFiles(import.meta.dirname).filter(
  ({ path, text }) =>
    path.endsWith('.test.ts') && !path.startsWith('test/archive/postgres/') && text.includes('/support/runs.ts'),
);

/** `npm run test:all` draws it and records it. */
const seed = Number(process.env['EXHAUSTIVE_SEED'] ?? randomInt(2 ** 31));

export default defineConfig({
  test: {
    execArgv: WORKER_FLAGS,
    maxWorkers: '100%',
    globalSetup: [
      'test/support/built-program.ts',
      'test/support/canaries/canary-teardown.ts',
      'test/browser/one-browser.ts',
      'test/browser/views/host-page.ts',
    ],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['test/support/seeded-properties.ts', 'test/support/foreign-equality.ts'],
    provide: { isWhole: true, seed },
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['test/**/*.exhaustive.test.ts'], exclude: ['test/hosts/**'] },
      },
      // Real hosts, which take one file: they run one after another.
      { extends: true, test: { name: 'hosts', include: ['test/hosts/*.exhaustive.test.ts'] } },
      // Whole, and with another seed each time: `npm test` has always the same.
      {
        extends: true,
        test: {
          name: 'properties',
          include: [
            'test/{figures,insights,model,privacy,upstream}/**/!(*.exhaustive).test.ts',
            'test/archive/contract/*.test.ts',
            ...madeInPart.map(({ path }) => path),
          ],
        },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          include: [
            'test/archive/**/*.test.ts',
            'test/clients/restart.exhaustive.test.ts',
            'test/mcp/random-questions/random-questions.exhaustive.test.ts',
            'test/{mcp,tools}/**/{random-questions,records,unread,status,resources,search-set,search-transcripts}.test.ts',
          ],
        },
      },
    ],
  },
});
