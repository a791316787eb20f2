import { NoResultError } from 'kysely';
import { z } from 'zod';
import type { Desk } from '../mcp/desk.ts';
import { ArchiveDamaged } from '../model/errors.ts';
import type { DeskArchive } from './open-archive.ts';

/** How a desk does things that need its archive, although that may have to be opened first, or turn out to be damaged. */
export function despiteDamageOf(
  opened: Pick<DeskArchive, 'open' | 'archive' | 'isBroken' | 'replace'>,
): Desk['despiteDamage'] {
  let isDamaged = false;
  let replacing: Promise<void> | undefined;
  const replace = async (): Promise<void> => {
    await opened.replace();
    isDamaged = false;
  };
  const replaced = (): Promise<void> => {
    replacing ??= replace().finally(() => (replacing = undefined));
    return replacing;
  };
  // A row that is not as it was written makes our own code fail.
  const isOfDamage = async (error: unknown): Promise<boolean> =>
    error instanceof ArchiveDamaged || (isOfRows(error) && (await opened.isBroken()));
  return async (work) => {
    if (isDamaged) await replaced();
    await opened.open();
    const { archive } = opened;
    try {
      const result = await work();
      // Another question may have begun a new archive in the middle of this one, which then speaks of both.
      if (archive === opened.archive) return result;
      await replacing;
      return await work();
    } catch (error) {
      if (archive === opened.archive && (await isOfDamage(error))) {
        isDamaged = true;
        await replaced();
      }
      // What others did over the same archive failed with it.
      await replacing;
      if (archive === opened.archive) throw error;
      return work();
    }
  };
}

/** Whether something was thrown that a value may be to blame for which is not what its column holds. */
function isOfRows(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof NoResultError ||
    error instanceof z.core.$ZodError ||
    (error instanceof Error && 'errcode' in error)
  );
}
