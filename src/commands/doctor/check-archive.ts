import { existsSync, accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inventoryOf, type Inventory } from '../../archive/care/inventory.ts';
import { DAMAGE_MET } from '../../archive/sqlite/file/path.ts';
import { formatOf, openExistingStore, type FormatState, type Store } from '../../archive/store.ts';
import { ArchiveUnusable, DeskNotInArchive } from '../../model/errors.ts';
import { DeskText, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { archiveWords, byteWords } from '../archive/archive-words.ts';
import { notTried, ok, warning, wrong, type Tell } from './finding.ts';
import { utcDayText } from '../../model/words/time.ts';

/** The room that a desk of some thousand chats a month takes in a year, and what a server needs to go on at all. */
const ROOM_BYTES = 1e9;
const LEAST_BYTES = 50e6;

/** The desk that an archive is to hold. */
export interface WantedDesk {
  readonly origin: string;
  readonly login: string;
}

/** An archive as the check found it. */
export interface CheckedArchive {
  readonly format: FormatState;
  /** Open, where it can be read and holds the desk. */
  readonly store?: Store;
}

/** Tells the state of an archive. It makes none, and changes nothing of one. */
export async function checkArchive(
  location: string | undefined,
  desk: WantedDesk | undefined,
  clock: Clock,
  tell: Tell,
): Promise<CheckedArchive> {
  if (location === undefined) {
    tell(notTried('archive', 'neither an archive nor a desk is named'));
    tell(notTried('disk', 'neither an archive nor a desk is named'));
    return { format: 'none' };
  }
  if (location === 'memory') {
    tell(
      warning(
        'archive',
        'It is in memory: what was read is gone with each server, and read again by the next.',
        'Leave out the setting archive, so that it is a file, unless nothing may be kept on this machine.',
      ),
    );
    tell(notTried('disk', 'the archive is in memory'));
    return { format: 'none' };
  }
  const checked = await checkContent(location, desk, clock, tell);
  await checkDisk(location, tell);
  return checked;
}

async function checkContent(
  location: string,
  desk: WantedDesk | undefined,
  clock: Clock,
  tell: Tell,
): Promise<CheckedArchive> {
  const place = DeskText.parse(archiveWords(location));
  const isFile = !location.includes('://');
  if (isFile && existsSync(location + DAMAGE_MET)) {
    tell(
      wrong(
        'archive',
        trusted`A server met damage in it: ${place}.`,
        'Restart the servers on it: the first one that starts sets the damaged file aside, and begins a new one with all that was decided. The command archive status --check reads all of it.',
      ),
    );
    return { format: 'none' };
  }
  let format: FormatState = 'none';
  try {
    format = await formatOf(location);
    if (format === 'older') {
      tell(
        ok(
          'archive',
          trusted`an older version made it: ${place}; the next server that starts brings it to the format of this one, and keeps a copy`,
        ),
      );
      return { format };
    }
    if (isFile ? !existsSync(location) : format === 'none') {
      if (isFile) refuseFolder(location);
      tell(ok('archive', trusted`not there yet, the first question makes it: ${place}`));
      return { format };
    }
    // Without a desk's name where only one can be in it, so that it can be told whose it is.
    const store = await openExistingStore(location, isFile ? undefined : desk, { tell: () => undefined, clock });
    if (desk !== undefined && (store.owner.origin !== desk.origin || store.owner.login !== desk.login)) {
      await store.close();
      tell(
        wrong(
          'archive',
          trusted`It belongs to another desk, ${DeskText.parse(store.owner.login)} at ${DeskText.parse(store.owner.origin)}: ${place}.`,
          'Name another file with archive (--archive), or leave that setting out: each desk then has a file of its own.',
        ),
      );
      return { format };
    }
    tell(ok('archive', trusted`${place}: ${holdingWords(await inventoryOf(store))}`));
    return { format, store };
  } catch (error) {
    if (!isUnusable(error)) throw error;
    if (error instanceof DeskNotInArchive) {
      tell(ok('archive', trusted`holds nothing of this desk yet: ${place}`));
    } else {
      const { message, advice } = error;
      tell(wrong('archive', trusted`${message} It is ${place}.`, advice));
    }
    return { format };
  }
}

function isUnusable(error: unknown): error is ArchiveUnusable {
  return error instanceof ArchiveUnusable;
}

/** Throws ArchiveUnusable where a file could not be made. */
function refuseFolder(location: string): void {
  const folder = existingFolder(location);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new ArchiveUnusable(
      trusted`The folder of the archive may not be written: ${DeskText.parse(folder)}.`,
      'Let this user write there, or name another file with archive (--archive).',
    );
  }
}

/** The nearest folder above a file that is there. */
function existingFolder(location: string): string {
  let folder = dirname(resolve(location));
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

async function checkDisk(location: string, tell: Tell): Promise<void> {
  if (location.includes('://')) {
    tell(notTried('disk', 'the archive lies on its database server'));
    return;
  }
  const folder = existingFolder(location);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const words = trusted`${DeskText.parse(byteWords(free))} are free at ${DeskText.parse(folder)}`;
  if (free < LEAST_BYTES) {
    tell(wrong('disk', trusted`Only ${words}.`, 'Make room, or name a file on another disk with archive (--archive).'));
  } else if (free < ROOM_BYTES) {
    tell(warning('disk', trusted`Only ${words}.`, 'Make room: a desk may take a gigabyte in the long run.'));
  } else tell(ok('disk', words));
}

function holdingWords({ rows, chats, covered, bytes }: Inventory): TrustedText {
  const size = DeskText.parse(byteWords(bytes));
  if (chats === undefined) return trusted`no chat yet, ${rows.agents} agents, ${size}`;
  const days = covered.length === 0 ? trusted`no day whole` : trusted`whole days up to ${covered.at(-1)?.to ?? ''}`;
  return trusted`${rows.chats} chats from ${utcDayText(chats.oldest)} to ${utcDayText(chats.newest)} (${days}), ${rows.transcripts} transcripts, ${rows.offline_messages} offline messages, ${size}`;
}
