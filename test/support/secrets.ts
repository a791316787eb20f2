import { homedir, tmpdir } from 'node:os';
import { expect } from 'vitest';

/** No stack, no path of this machine, and none of these secrets. */
export function expectNothingPrivate(text: string, ...secrets: readonly string[]): void {
  expect(text).not.toMatch(/^\s*at .+:\d+:\d+|node:internal|node_modules/m);
  for (const word of [process.cwd(), tmpdir(), `${homedir()}/`, ...secrets]) expect(text).not.toContain(word);
}
