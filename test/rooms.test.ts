import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

// The linter itself, with the table of `scripts/rooms.ts`, on files that keep to it and on files that do not.

const HOME = join(import.meta.dirname, '..');

const Findings = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

const FILES = {
  kept: {
    'archive/records/chats.ts': "export { tables } from '../tables/tables.ts';",
    'archive/archive.ts': "export { get } from '../upstream/get.ts';\nexport { chats } from './records/chats.ts';",
    'commands/start.ts': "export { archive } from '../archive/archive.ts';",
    'tools/chats/chat-words.ts':
      "import type { Chats } from '../../archive/records/chats.ts';\nexport type One = Chats;",
    'tools/chats/list-chats.ts': "export { chatWords } from './chat-words.ts';",
    'tools/tools.ts': "export const list = () => import('./chats/list-chats.ts');",
    'model/day.ts': "import { join } from 'node:path';\nexport const day = join;",
  },
  refused: {
    'answers/chosen.ts': "export { agents } from './selection/agents.ts';",
    'answers/tool-of.ts': "export { listChats } from '../tools/chats/list-chats.ts';",
    'answers/words/late.ts': "export { desk } from '../desk.ts';",
    'archive/answer.ts': "import { answer } from '../mcp/answer.ts';\nexport const one = answer;",
    'archive/new-folder/one.ts': "export { chats } from '../records/chats.ts';",
    'archive/tables/backwards.ts': "import type { Chats } from '../records/chats.ts';\nexport type One = Chats;",
    'mcp/new-room.ts': "export { team } from '../teams/team.ts';",
    'model/type.ts': "export type { Screen } from '../privacy/screen.ts';",
    'sandbox/inline.ts': "export type Day = import('../model/day.ts').Day;",
    'teams/team.ts': "export { day } from '../model/day.ts';",
    'tools/chats/late.ts': "export const late = () => import('../../archive/archive.ts');",
    'tools/chats/passed-on.ts': "export * from '../../upstream/get.ts';",
    'tools/chats/served.ts': "export { createServer } from '../../mcp/server.ts';",
    'tools/chats/value.ts': "import { archive } from '../../archive/archive.ts';\nexport const one = archive;",
    'tools/offline-messages/by-a-tool.ts': "export { listChats } from '../chats/list-chats.ts';",
    'tools/status/asking-words.ts': "export { codebookOf } from '../../answers/desk.ts';",
  },
  circle: {
    'model/one.ts': "import type { Other } from './other.ts';\nexport type One = Other;",
    'model/other.ts': "import type { One } from './one.ts';\nexport type Other = One;",
  },
};

test('what the table does not list is refused, in every way to import, and so are circles of types, and nothing else is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const configuration = await readFile(join(HOME, '.oxlintrc.json'), 'utf8');
  await writeFile(join(folder, '.oxlintrc.json'), configuration.replace('"typeAware": true', '"typeAware": false'));
  await symlink(join(HOME, 'scripts'), join(folder, 'scripts'));
  for (const [path, text] of Object.entries({ ...FILES.kept, ...FILES.refused, ...FILES.circle })) {
    const file = join(folder, 'src', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const output = await new Promise<string>((resolve) => {
    execFile('oxlint', ['--format=json', 'src'], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = Findings.parse(JSON.parse(output));
  const refusedBy = (rule: string): string[] =>
    diagnostics.filter(({ code }) => code === rule).map(({ filename }) => filename.slice('src/'.length));
  expect(refusedBy('rooms(imports)').toSorted()).toEqual(Object.keys(FILES.refused));
  expect(refusedBy('import(no-cycle)').toSorted()).toEqual(Object.keys(FILES.circle));
});
