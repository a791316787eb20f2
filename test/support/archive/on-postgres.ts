/** The settings of tests of archives in PostgreSQL (archive-location.ts), for vitest's configurations. */
export const onPostgres = {
  name: 'postgres',
  globalSetup: 'test/support/archive/shared-postgres.ts',
  setupFiles: 'test/support/archive/counting-archive.ts',
  exclude: [
    // Of a file's own: who may read it, other connections that keep it locked, its damages, its backups, the second copy.
    'test/archive/**/{sqlite,damage,damage.exhaustive,decisions,backup}.test.ts',
    // Of no database.
    'test/archive/**/{freshness,column-encoding,shared-work,word-query,indexed-words}.test.ts',
  ],
};
