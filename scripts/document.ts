// `npm run document`: writes what documents repeat from the code: the tables of the README, and the tools of
// manifest.json. test/documents.test.ts holds the documents to the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { manifestWithTools, readmeWithTables } from './documents.ts';

for (const [path, rewrite] of [
  ['README.md', readmeWithTables],
  ['manifest.json', manifestWithTools],
] as const) {
  writeFileSync(path, rewrite(readFileSync(path, 'utf8')));
}
