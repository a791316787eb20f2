// `npm run document`: writes what documents repeat from the code: the tables of the README, and the tools and
// prompts of manifest.json, the definitions of the metrics, and the tests of SECURITY.md. test/documents.test.ts holds the documents to the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { definitionsDocument, manifestWithLists, readmeWithTables, securityWithTests } from './documents.ts';
import { testFiles } from './test-files.ts';

for (const [path, rewrite] of [
  ['README.md', readmeWithTables],
  ['manifest.json', manifestWithLists],
] as const) {
  writeFileSync(path, rewrite(readFileSync(path, 'utf8')));
}
writeFileSync('docs/definitions.md', definitionsDocument());
writeFileSync('SECURITY.md', securityWithTests(readFileSync('SECURITY.md', 'utf8'), testFiles('.')));
