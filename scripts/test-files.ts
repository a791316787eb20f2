import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { TestFile } from './documents.ts';

/** Every file below `test/` of a folder, with its path from there. */
export function testFiles(root: string): TestFile[] {
  return globSync('test/**/*.ts', { cwd: root }).map((path) => ({
    path: path.replaceAll(sep, '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}
