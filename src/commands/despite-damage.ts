import type { Desk } from '../mcp/desk.ts';
import { ArchiveDamaged } from '../model/errors.ts';
import type { DeskArchive } from './open-archive.ts';

/** How a desk does things that need its archive, although that may have to be opened first, or turn out to be damaged. */
export function despiteDamageOf(opened: Pick<DeskArchive, 'open' | 'archive' | 'replace'>): Desk['despiteDamage'] {
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
      if (error instanceof ArchiveDamaged && archive === opened.archive) {
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
