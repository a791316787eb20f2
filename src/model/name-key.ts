import { createHash } from 'node:crypto';

/** A whole number that stands for a name, which may be a stranger's and of any length: the same in each answer. */
export function keyOfName(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6);
}
