import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { onPostgres } from './test/support/archive/on-postgres.ts';
import { WORKER_FLAGS } from './test/support/worker-flags.ts';

/** Of a server's own: how it is opened and what it suffers. */
const ofServer = 'test/archive/postgres/**';

/** Of the contract of both engines, where they do not differ: PostgreSQL alone is asked it here, and both in the exhaustive suites. */
const sameInBoth =
  'test/archive/contract/!(authored|contacts|daily-totals|erasure|read-columns|refolding|word-index).test.ts';

/** Files that mock modules: each has a process of its own. */
const apart = 'test/archive/sharing/{claims-among-processes,several-servers}.test.ts';

const exhaustive = 'test/**/*.exhaustive.test.ts';

export default defineConfig({
  test: {
    execArgv: WORKER_FLAGS,
    // Many of them wait for a process, a server or a browser: others work meanwhile. Of a share vitest makes 100 % at most.
    maxWorkers: 2 * availableParallelism(),
    globalSetup: [
      'test/support/built-program.ts',
      'test/support/canaries/canary-teardown.ts',
      'test/browser/one-browser.ts',
      'test/browser/views/host-page.ts',
    ],
    setupFiles: ['test/support/seeded-properties.ts', 'test/support/foreign-equality.ts'],
    // What makes JavaScript of a module needs doing once, not once for each project and each run.
    fsModuleCache: true,
    // Golden files are written where somebody asks for it (--update), not where one is missing.
    update: 'none',
    // For what hangs: on a busy machine a test takes ten times as long as alone.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a test waits for comes when it comes: a busy machine takes its time.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'sqlite', include: [apart] } },
      {
        extends: true,
        test: {
          // Their workers go on from file to file: much of the time would be spent on loading modules anew, and on making them quick.
          name: 'together',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [exhaustive, ofServer, sameInBoth, apart],
        },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          // All of them stand on the same modules, also on those that their setup replaces.
          isolate: false,
          // What both engines promise, and what PostgreSQL alone does. The exhaustive suites ask it all that SQLite is asked.
          include: [
            'test/archive/{contract,postgres}/**/*.test.ts',
            'test/mcp/random-questions/random-questions.test.ts',
          ],
          exclude: [exhaustive],
        },
      },
    ],
  },
});
