import { writeFile } from 'node:fs/promises';

/** Makes the machine forget what it has read from its disks. Answers whether it may be told to. */
export async function forgetPages(): Promise<boolean> {
  try {
    await writeFile('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}
