// `npm run document`: writes what documents repeat from the code: the answer, the tables and the lists of the documents, the tools and
// prompts of manifest.json, the definitions of the metrics, and the tests of docs/threats.md. test/documents.test.ts holds the documents to the code.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  definitionsDocument,
  DOCUMENTS_WITH_PARTS,
  manifestWithLists,
  threatsWithTests,
  withParts,
} from './documents.ts';
import { registryDocument } from './registry.ts';
import { testFiles } from './test-files.ts';

for (const path of DOCUMENTS_WITH_PARTS) writeFileSync(path, await withParts(path, readFileSync(path, 'utf8')));
writeFileSync('manifest.json', manifestWithLists(readFileSync('manifest.json', 'utf8')));
writeFileSync(
  'server.json',
  registryDocument(readFileSync('package.json', 'utf8'), readFileSync('manifest.json', 'utf8')),
);
writeFileSync('docs/definitions.md', definitionsDocument());
writeFileSync('docs/threats.md', threatsWithTests(readFileSync('docs/threats.md', 'utf8'), testFiles('.')));
