import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packs the folder of an unpacked package as a bundle that hosts install. Resolves with its bytes; throws with what is
 * wrong where its manifest is not valid.
 */
export async function packBundle(folder: string, file: string): Promise<number> {
  const shell = process.platform === 'win32';
  await run('mcpb', ['validate', join(folder, 'manifest.json')], { shell });
  await run('mcpb', ['pack', folder, file], { shell });
  return (await stat(file)).size;
}
