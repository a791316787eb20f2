import { existsSync, accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inventoryOf, type Inventory } from '../../archive/care/inventory.ts';
import { DAMAGE_MET } from '../../archive/sqlite/file/path.ts';
import { formatOf, openExistingStore } from '../../archive/store.ts';
import { archiveOf, ownerOf } from '../../config/read.ts';
import { ArchiveUnusable, DeskNotInArchive } from '../../model/errors.ts';
import { IS_PUBLISHED } from '../../model/published.ts';
import { DeskText, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { utcDayText } from '../../model/words/time.ts';
import { archiveWords, byteWords } from '../archive/archive-words.ts';
import type { Context } from './context.ts';
import { ok, problem, skipped, warning, type Finding } from './finding.ts';

/** The room that a desk of some thousand chats a month takes in a year, and what a server needs to go on at all. */
const ROOM_BYTES = 1e9;
const LEAST_BYTES = 50e6;

/** Finds out the state of the archive, and opens it for the checks that follow. It makes none, and changes nothing of one. */
export async function checkArchive(context: Context): Promise<Finding[]> {
  const { account, environment } = context;
  const location = archiveOf(account.values, environment);
  if (location === undefined) return [skipped('archive', 'neither an archive nor a desk is named')];
  if (location === 'memory') {
    return [
      warning(
        'archive',
        'In memory: everything is loaded again at each start.',
        'Remove the setting archive to store it in a file.',
      ),
    ];
  }
  return [await contentFinding(location, context), ...(location.includes('://') ? [] : await diskFindings(location))];
}

async function contentFinding(location: string, context: Context): Promise<Finding> {
  const place = DeskText.parse(archiveWords(location));
  const isFile = !location.includes('://');
  const desk = context.account.values.sandbox ? undefined : ownerOf(context.account.values);
  if (isFile && existsSync(location + DAMAGE_MET)) {
    return problem(
      'archive',
      trusted`A server met damage in it: ${place}.`,
      'Restart the servers on it. The first one that starts sets the damaged file aside, and begins a new one with all saved decisions. The command archive status --check reads all of it.',
    );
  }
  try {
    const format = await formatOf(location);
    if (format === 'newer') {
      return problem('archive', trusted`A newer version of this program made it: ${place}.`, updateAdvice());
    }
    if (format === 'older') {
      return ok('archive', trusted`an older version made it: ${place}; the next server updates it, and keeps a copy`);
    }
    if (isFile ? !existsSync(location) : format === 'none') {
      if (isFile) refuseFolder(location);
      return ok('archive', trusted`not there yet; the first question creates it: ${place}`);
    }
    // Without a desk's name if only one can be in it: then its own name can be shown.
    const store = await openExistingStore(location, isFile ? undefined : desk, {
      tell: () => undefined,
      clock: context.clock,
    });
    const { origin, login } = store.owner;
    if (desk !== undefined && (origin !== desk.origin || login !== desk.login)) {
      await store.close();
      return problem(
        'archive',
        trusted`It belongs to another desk, ${DeskText.parse(login)} at ${DeskText.parse(origin)}: ${place}.`,
        'Name another file with archive (--archive), or remove that setting: each desk then has a file of its own.',
      );
    }
    context.store = store;
    return ok('archive', trusted`${place}: ${holdingWords(await inventoryOf(store))}`);
  } catch (error) {
    if (error instanceof DeskNotInArchive) return ok('archive', trusted`holds nothing of this desk yet: ${place}`);
    if (!isUnusable(error)) throw error;
    return problem('archive', trusted`${error.message} It is ${place}.`, error.advice);
  }
}

/** Returns how to get a newer version of this program. */
export function updateAdvice(isPublished = IS_PUBLISHED): TrustedText {
  return isPublished
    ? trusted`Update this program: npm install --global chat-operations-mcp@latest`
    : trusted`Update this program: in a newer checkout, run npm ci && npm pack, and install the file that npm pack names.`;
}

function isUnusable(error: unknown): error is ArchiveUnusable {
  return error instanceof ArchiveUnusable;
}

/** Throws ArchiveUnusable for a file that could not be made. */
function refuseFolder(location: string): void {
  const folder = existingFolder(location);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new ArchiveUnusable(
      trusted`The folder of the archive cannot be written: ${DeskText.parse(folder)}.`,
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

/** Says when the disk of the archive is nearly full. */
async function diskFindings(location: string): Promise<Finding[]> {
  const folder = existingFolder(location);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const words = trusted`Only ${DeskText.parse(byteWords(free))} are free at ${DeskText.parse(folder)}.`;
  if (free < LEAST_BYTES) {
    return [problem('disk', words, 'Make room, or name a file on another disk with archive (--archive).')];
  }
  return free < ROOM_BYTES ? [warning('disk', words, 'Make room: a desk can take a gigabyte over the years.')] : [];
}

function holdingWords({ rows, chats, covered, bytes }: Inventory): TrustedText {
  const size = DeskText.parse(byteWords(bytes));
  if (chats === undefined) return trusted`no chat yet, ${rows.agents} agents, ${size}`;
  const days =
    covered.length === 0 ? trusted`no day complete` : trusted`complete days up to ${covered.at(-1)?.to ?? ''}`;
  return trusted`${rows.chats} chats from ${utcDayText(chats.oldest)} to ${utcDayText(chats.newest)} (${days}), ${rows.transcripts} transcripts, ${rows.offline_messages} offline messages, ${size}`;
}
