import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { TOKEN_VARIABLE } from '../../src/commands/sandbox/sandbox-configuration.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';
import { startProcess, type Environment } from '../support/program.ts';

const Configuration = z.looseObject({ base_url: z.string(), email: z.string(), password: z.string() });

/** A sandbox that runs as a process of its own, started by `sandbox` of a copy of the program. */
export interface InstalledSandbox extends AsyncDisposable {
  readonly account: z.infer<typeof Configuration>;
  /** The path of the configuration that it printed. */
  readonly config: string;
  readonly environment: Environment;
  /** The number of agents in the world. */
  readonly agents: number;
}

/** Starts it by this command, and keeps its configuration in a folder. */
export async function startInstalledSandbox(
  command: readonly [string, ...string[]],
  folder: string,
): Promise<InstalledSandbox> {
  const program = startProcess(['sandbox', '--port', '0', '--requests-per-minute', '10000'], {}, command);
  const [, token = ''] = await program.said(/^Bot token +(\S+)[^]*^Stop with Ctrl-C/m);
  const config = join(folder, 'sandbox.json');
  await writeFile(config, program.out(), { mode: 0o600 });
  return {
    account: Configuration.parse(JSON.parse(program.out())),
    config,
    environment: { [TOKEN_VARIABLE]: token },
    agents: createWorld({ seed: 1, size: 'small', now: Date.now() }).agents.length,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
