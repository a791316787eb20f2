import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { refuseSecretsInArchives } from '../support/canary-scan.ts';

/** Where an archive can be, in a folder that goes with the test. */
export async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => {
    refuseSecretsInArchives(folder);
    return rm(folder, { recursive: true });
  });
  return join(folder, 'desk.sqlite');
}
