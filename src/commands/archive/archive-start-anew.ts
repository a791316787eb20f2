import { basename } from 'node:path';
import { deskHash } from '../../archive/account.ts';
import type { SetAside } from '../../archive/care/recovery.ts';
import { openExistingStore, repair, type Telling } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { ArchiveDamaged, DecisionsLost } from '../../model/errors.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';
import { confirm } from '../terminal-question.ts';

/**
 * Repairs what is damaged of an archive: its file is set aside, so that the next server begins a new one, and decisions are put together
 * anew. Where some of these may be lost, the person at the terminal is asked, unless `yes` answers it. Throws InvalidArgument where nobody
 * can be asked, and ArchiveUnusable.
 */
export async function archiveStartAnew(place: ArchivePlace, options: { yes: boolean }, run: Run): Promise<void> {
  const telling: Telling = { tell: createLog(place.log_level, run.errors).warn, clock: run.clock };
  const done: SetAside[] = [];
  // The decisions may be damaged, and the archive, too. One that is set aside needs nothing more.
  while (done.length < 2 && done.every(({ what }) => what === 'decisions')) {
    const damage = await damageOf(place, telling);
    if (damage === undefined) break;
    const aside = await repaired(damage);
    if (aside === undefined) {
      run.output.write('Nothing was changed.\n');
      return;
    }
    done.push(aside);
    run.output.write(`${repairWords(aside)}\n`);
  }
  if (done.length === 0) run.output.write('The archive is sound, and goes on as it is.\n');

  /** Undefined where the person does not want it. */
  async function repaired(damage: ArchiveDamaged): Promise<SetAside | undefined> {
    const desk = place.owner && deskHash(place.owner);
    try {
      return await repair(place.archive, damage, { desk, agreed: false }, telling);
    } catch (error) {
      if (!(error instanceof DecisionsLost)) throw error;
      const nothing = 'Nothing was changed: what is lost by it may not come back, and there is nobody to ask.';
      if (!options.yes && !(await confirm(`${error.message}\n`, nothing, run))) return undefined;
      return repair(place.archive, damage, { desk, agreed: true }, telling);
    }
  }
}

function repairWords({ what, path }: SetAside): string {
  if (what === 'decisions') return 'The saved decisions are put together anew.';
  const aside = path === undefined ? 'Nothing was left of the file.' : `The damaged file is ${basename(path)} now.`;
  return `${aside} The next question, or the next sync, begins a new one.`;
}

async function damageOf({ archive, owner }: ArchivePlace, telling: Telling): Promise<ArchiveDamaged | undefined> {
  try {
    const store = await openExistingStore(archive, owner, telling);
    try {
      return (await store.flaws()).length === 0
        ? undefined
        : new ArchiveDamaged('The archive is damaged.', 'The command archive start-anew sets it aside.');
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof ArchiveDamaged) return error;
    throw error;
  }
}
