import { resolve } from 'node:path';

/** Returns the place of an archive for the person at the terminal: a path in full, an address without its password. */
export function archiveWords(archive: string): string {
  if (!archive.includes('://')) return archive === 'memory' ? archive : resolve(archive);
  const address = new URL(archive);
  address.password = '';
  address.search = '';
  return address.href;
}

/** Returns a size in words, for instance: 12.3 MB. */
export function byteWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
