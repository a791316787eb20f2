/** What the tests of archives in PostgreSQL have in common (archive-location.ts), for vitest's configurations. */
export const onPostgres = {
  name: 'postgres',
  globalSetup: 'test/support/shared-postgres.ts',
  setupFiles: 'test/support/counting-archive.ts',
  // Of a file's own: who may read it, and other connections to it that keep it locked.
  // Of hours and days that are faked: a server's answers are waited for at each of their timers. Syncs of real time, and
  // killed ones, are tested with a server, too.
  exclude: ['test/archive/sqlite.test.ts', 'test/archive/{sync,sync-watch}.test.ts'],
};
