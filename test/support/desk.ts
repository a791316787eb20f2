import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld, type World } from '../../src/sandbox/world/world.ts';
import { refuseSecretsInArchives } from './canaries/canary-scan.ts';
import type { Environment } from './program.ts';
import { keepContacts } from './canaries/run-folder.ts';

/** A small desk in the sandbox, and what a server needs to be connected to it. */
export interface Desk extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** A folder that is removed with the desk. */
  readonly folder: string;
  /** The configuration, for tests that change some of it. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The flags of a server that is configured by a file and keeps its archive in memory. */
  readonly flags: readonly string[];
  readonly environment: Environment;
  /** Writes a configuration that differs in these settings. Resolves with its path. */
  configure: (changes: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** Starts a desk; unless told otherwise it is small, its rate limit is out of the way, and its last chats are of now. */
export async function startDesk(
  requestsPerMinute = 100_000,
  size: 'small' | 'medium' = 'small',
  now: number = Date.now(),
): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  const world = createWorld({ seed: 7, size, now });
  keepContacts(contactsOf(world));
  const sandbox = await startSandbox({ world, requestsPerMinute });
  const configuration = { ...sandboxConfiguration(sandbox), requests_per_minute: 10_000 };
  let files = 0;
  const configure = async (changes: Readonly<Record<string, unknown>>) => {
    files += 1;
    const path = join(folder, `settings-${files}.json`);
    await writeFile(path, JSON.stringify({ ...configuration, ...changes }), { mode: 0o600 });
    return path;
  };
  return {
    sandbox,
    folder,
    configuration,
    flags: ['--config', await configure({}), '--archive', 'memory'],
    environment: { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '', XDG_DATA_HOME: join(folder, 'data') },
    configure,
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      refuseSecretsInArchives(folder);
      await rm(folder, { recursive: true });
    },
  };
}

/** The contacts of its visitors. */
function contactsOf(world: World): ReadonlySet<string> {
  const own = new Set(world.agents.flatMap(({ email, phone }) => [email, phone]));
  const all = world.visitors.flatMap(({ records }) =>
    records.flatMap(({ contact, whereabouts }) => [contact.email, contact.phone, whereabouts.ipAddress]),
  );
  return new Set(all.filter((one) => one !== '' && !own.has(one)));
}
