import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { refuseSecretsInArchives } from '../../support/canaries/canary-scan.ts';
import { roomyFolder } from '../../support/roomy-folder.ts';

/** Returns a path for an archive, in a folder that goes with the test. */
export async function temporaryFile(): Promise<string> {
  const file = await makeTemporaryFile();
  onTestFinished(() => removeTemporaryFile(file));
  return file;
}

/** Returns a path for an archive, in a folder that stays. */
export async function makeTemporaryFile(): Promise<string> {
  return join(await mkdtemp(join(await roomyFolder(), 'archive-')), 'desk.sqlite');
}

/** Removes that folder, in which may be no secret. */
export function removeTemporaryFile(file: string): Promise<void> {
  refuseSecretsInArchives(dirname(file));
  return rm(dirname(file), { recursive: true });
}
