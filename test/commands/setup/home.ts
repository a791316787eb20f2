import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Environment } from '../../support/program.ts';

/** A home of its own: with what a person has, and nothing of the person who runs the tests. */
export interface Home extends AsyncDisposable {
  readonly path: string;
  readonly environment: Environment;
  readonly settings: string;
  /** The names of the files in it, without the archive. */
  files: () => Promise<string[]>;
  /** The paths of all files in it. */
  everything: () => Promise<string[]>;
}

export async function newHome(): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  const entries = async () => {
    const found = await readdir(path, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile());
  };
  return {
    path,
    environment: { HOME: path, PATH: '', XDG_CONFIG_HOME: join(path, '.config'), XDG_DATA_HOME: join(path, '.data') },
    settings: join(path, '.config', 'chat-operations-mcp', 'settings.json'),
    files: async () =>
      (await entries())
        .filter(({ parentPath }) => !parentPath.includes('.data'))
        .map(({ name }) => name)
        .sort(),
    everything: async () =>
      (await entries()).map(({ parentPath, name }) => relative(path, join(parentPath, name))).sort(),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
