import { basename } from 'node:path';
import { beginAnew, openExistingStore, type Telling } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { ArchiveDamaged, DecisionsLost } from '../../model/errors.ts';
import { confirm } from '../terminal-question.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';
import { deskHash } from '../../archive/account.ts';

/**
 * Sets a damaged archive file aside, so that the next server begins a new one with all that was decided. Where some of that may
 * be lost, the person at the terminal is asked, unless `yes` answers it. Throws InvalidArgument where nobody can be asked, and
 * ArchiveUnusable.
 */
export async function archiveStartAnew(place: ArchivePlace, options: { yes: boolean }, run: Run): Promise<void> {
  const { archive, owner } = place;
  const telling: Telling = { tell: createLog(place.log_level, run.errors).warn, clock: run.clock };
  if (await isSound(place, telling)) {
    run.output.write('The archive is sound, and goes on as it is.\n');
    return;
  }
  const desk = owner && deskHash(owner);
  try {
    await begin(false);
  } catch (error) {
    if (!(error instanceof DecisionsLost)) throw error;
    const nothing = 'Nothing was changed: what is lost by it may not come back, and there is nobody to ask.';
    if (!options.yes && !(await confirm(`${error.message}\n`, nothing, run))) {
      run.output.write('Nothing was changed.\n');
      return;
    }
    await begin(true);
  }

  async function begin(agreed: boolean): Promise<void> {
    const aside = await beginAnew(archive, { desk, agreed }, telling);
    run.output.write(
      `${aside.path === undefined ? 'Nothing was left of the file.' : `The damaged file is ${basename(aside.path)} now.`} The next question, or the next sync, begins a new one.\n`,
    );
  }
}

async function isSound({ archive, owner }: ArchivePlace, telling: Telling): Promise<boolean> {
  try {
    const store = await openExistingStore(archive, owner, telling);
    try {
      return (await store.flaws()).length === 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof ArchiveDamaged) return false;
    throw error;
  }
}
