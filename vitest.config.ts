import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { onPostgres } from './test/support/archive/on-postgres.ts';
import { WORKER_FLAGS } from './test/support/worker-flags.ts';

const exclude = ['test/**/*.exhaustive.test.ts'];

/** The program as a process of its own, and browsers. */
const processes = 'test/{browser,package,processes}/**/*.test.ts';

/** Of a server's own: how it is opened and what it suffers. */
const ofServer = 'test/archive/postgres/**';

/** What both engines are asked, where they differ. All else of the contract is asked PostgreSQL here, and both in the exhaustive suites. */
const ofEitherEngine = '{authored,contacts,daily-totals,erasure,read-columns,refolding,word-index}';

/** Commands and servers in this process. */
const commands = 'test/{commands,conformance,http}/**/*.test.ts';

/** Rooms whose tests leave nothing behind, but those that fake clocks under open connections, or modules: much of their time would be spent on loading modules anew for each file. */
const together = [
  'test/{answers,charts,config,figures,insights,leaks,mcp,model,privacy,oracle,questions,sandbox,support,tools,upstream}/**/!(faults).test.ts',
  'test/archive/!(contract)/**/!(chaos|claims|kill|several-servers|shared-time).test.ts',
  `test/archive/contract/${ofEitherEngine}.test.ts`,
  'test/*.test.ts',
];

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
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...together, 'test/archive/contract/**', commands, processes, ofServer],
        },
      },
      { extends: true, test: { name: 'together', include: together, exclude: [...exclude, ofServer], isolate: false } },
      { extends: true, test: { name: 'commands', include: [commands], exclude, isolate: false } },
      { extends: true, test: { name: 'processes', include: [processes], exclude, isolate: false } },
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
          exclude,
        },
      },
    ],
  },
});
