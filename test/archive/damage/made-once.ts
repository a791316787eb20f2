import { afterAll, beforeAll } from 'vitest';
import { copyArchive } from '../../support/archive/archive-files.ts';
import { makeTemporaryFile, removeTemporaryFile, temporaryFile } from '../tables/temporary-file.ts';

/** Has an archive made once for all the tests of a file. What this answers gives each of them a copy of its own, and with it what was made. */
export function archiveMadeOnce<Made extends { readonly close: () => Promise<void> }>(
  make: (archive: string) => Promise<Made>,
): () => Promise<Omit<Made, 'close'> & { readonly archive: string }> {
  let once: { readonly original: string; readonly made: Made } | undefined;
  beforeAll(async () => {
    const original = await makeTemporaryFile();
    once = { original, made: await make(original) };
  });
  afterAll(async () => {
    if (once === undefined) return;
    await once.made.close();
    await removeTemporaryFile(once.original);
  });
  return async () => {
    if (once === undefined) throw new Error('Nothing is made before the first test');
    const archive = await temporaryFile();
    copyArchive(once.original, archive);
    return { ...once.made, archive };
  };
}
