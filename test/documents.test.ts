import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  definitionsDocument,
  DOCUMENTS_WITH_PARTS,
  manifestWithLists,
  threatsWithTests,
  withParts,
} from '../scripts/documents.ts';
import { HOSTS } from '../src/commands/hosts/hosts.ts';
import { registryDocument } from '../scripts/registry.ts';
import { testFiles } from '../scripts/test-files.ts';
import { SETTINGS } from '../src/config/names.ts';
import { CALL_OUTCOMES } from '../src/tools/chatbot/send-chatbot-webhook.ts';
import { PERIOD_NAMES } from '../src/model/calendar/period-name.ts';
import { TOOL_NAMES } from '../src/model/tool-groups.ts';
import { VERSION } from '../src/model/version.ts';
import { EXAMPLE_ENDPOINTS, EXAMPLE_SCRIPT } from '../src/sandbox/script/example-script.ts';
import { DIMENSIONS } from '../src/sandbox/dialects.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

/** Without what only the formatter decides: the width of columns. */
const unaligned = (markdown: string) =>
  markdown
    .replaceAll(/ +/g, ' ')
    .replaceAll(/-+/g, '-')
    .replaceAll(/\n+/g, '\n')
    .replaceAll(/ ?\| ?/g, '|');

/** What the schema of 2025-12-11 and the registry hold a document to, as far as it concerns a package of npm, or none. */
const RegistryServer = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        registryBaseUrl: z.literal('https://registry.npmjs.org'),
        identifier: z.literal('chat-operations-mcp'),
        version: z.literal(VERSION),
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string().regex(/^CHAT_OPERATIONS_[A-Z_]+$/),
            description: z.string().min(1),
            isRequired: z.boolean(),
            isSecret: z.boolean(),
            format: z.enum(['string', 'filepath']),
            default: z.string().optional(),
          }),
        ),
      }),
    )
    .length(1)
    .optional(),
});

describe('documents say what the code does (npm run document rewrites them)', () => {
  it.each(DOCUMENTS_WITH_PARTS)('%s has what it repeats as the code has it', async (path) => {
    const text = await read(path);
    expect(unaligned(text)).toBe(unaligned(await withParts(path, text)));
  });

  it('a document without the marks of a part is refused', async () => {
    await expect(withParts('docs/settings.md', 'nothing')).rejects.toThrow('no marks for its part settings');
  });

  it('README.md is short, and names each tool', async () => {
    const readme = await read('README.md');
    expect(Buffer.byteLength(readme)).toBeLessThan(9000);
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
    expect(TOOL_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('docs/definitions.md has the definitions of the code', async () => {
    expect(unaligned(await read('docs/definitions.md'))).toBe(unaligned(definitionsDocument()));
  });

  it('manifest.json has the tools, the prompts and the version of the code', async () => {
    const manifest = await read('manifest.json');
    expect(JSON.parse(manifest)).toEqual(JSON.parse(manifestWithLists(manifest)));
  });

  it('docs/hosts/README.md has a note on each host, and its address', async () => {
    const page = await read('docs/hosts/README.md');
    const ids = [...page.matchAll(/^- <a id="([a-z-]+)"><\/a>\[/gm)].map(([, id]) => id);
    expect(ids).toStrictEqual(expect.arrayContaining(HOSTS.map(({ id }) => id)));
    expect(ids).toHaveLength(HOSTS.length + 2);
  });

  it('server.json has the settings of the bundle, and what the registry demands', async () => {
    const server = await read('server.json');
    const sources = [await read('package.json'), await read('manifest.json')] as const;
    const [packageJson] = sources;
    expect(JSON.parse(server)).toEqual(JSON.parse(registryDocument(...sources)));
    const { mcpName } = z.object({ mcpName: z.string() }).parse(JSON.parse(packageJson));
    for (const isPublished of [false, true]) {
      const document = registryDocument(...sources, isPublished);
      expect(RegistryServer.parse(JSON.parse(document))).toMatchObject({ name: mcpName, version: VERSION });
      expect(document).not.toContain('"default": ""');
    }
  });

  it('docs/threats.md names the tests of each requirement, and there is one for each', async () => {
    const threats = await read('docs/threats.md');
    expect(threats).toBe(threatsWithTests(threats, testFiles(root)));
    const requirements = [...threats.matchAll(/^- \*\*([A-Z]\d+)\*\*: .+\n {2}Tests: `.+`$/gm)];
    expect(requirements.map(([, id]) => id).join(' ')).toBe(
      'E1 E2 E3 E4 K1 K2 K3 K4 P1 P2 P3 P4 P5 P6 P7 D1 D2 D3 H1 H2 H3 H4 H5 H7 H11 H15 S1',
    );
  });

  it('docs/threats.md is not written with a requirement that no test shows', () => {
    const requirement = '- **X1**: Something.\n  Tests: –\n';
    const named = { path: 'test/one.test.ts', text: "test('X1: something', …" };
    expect(threatsWithTests(requirement, [named])).toBe('- **X1**: Something.\n  Tests: `one`\n');
    expect(() => threatsWithTests(requirement, [{ ...named, text: "test('X10: something', …" }])).toThrow(/X1/);
  });

  it('SECURITY.md is on one page, and names requirements that there are', async () => {
    const security = await read('SECURITY.md');
    expect(security.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
    const threats = await read('docs/threats.md');
    const named = [...security.matchAll(/\(([A-Z]\d+(?:, [A-Z]\d+)*)\)$/gm)].flatMap(([, ids = '']) => ids.split(', '));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((id) => !threats.includes(`- **${id}**: `))).toEqual([]);
  });

  it('manifest.json is valid for hosts that install bundles', async () => {
    const { stdout } = await run('mcpb', ['validate', 'manifest.json']);
    expect(stdout).toContain('validation passes');
  });

  it('docs/chatbot.md has the outcomes, the steps, the endpoints and the dialects that there are', async () => {
    const words = await read('docs/chatbot.md');
    const steps = new Set(Object.values(EXAMPLE_SCRIPT).flatMap((node) => node.flatMap((step) => Object.keys(step))));
    const rows = [...words.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name);
    expect(new Set(rows.filter((name) => !steps.has(name)))).toEqual(new Set(CALL_OUTCOMES));
    const dialects = DIMENSIONS.map(({ name }) => name).filter((name) => name.startsWith('webhook_'));
    const named = [...steps, ...dialects, ...EXAMPLE_ENDPOINTS.map(({ name }) => name)];
    expect(named.filter((name) => !words.includes(name))).toEqual([]);
  });

  it('the first lines of code in README.md are the two commands, and CI runs the second', async () => {
    const [, demo, test] = /^```sh\n(.*)\n(.*)\n```$/m.exec(await read('README.md')) ?? [];
    expect(demo).toMatch(/^npm ci && npm run demo\b/);
    expect(test).toMatch(/^npm ci && npm test\b/);
    expect(await read('.ci/run')).toContain('\nnpm ci && npm test\n');
    expect((await read('README.md')).indexOf('```')).toBe((await read('README.md')).indexOf('```sh\nnpm ci'));
  });

  it('package.json has the version of the code', async () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')));
    expect(version).toBe(VERSION);
  });
});

const PACKAGED = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root }).sort()];
/** For those who build: in the repository alone. */
const OF_REPOSITORY = ['AGENTS.md', 'CONTRIBUTING.md'];

/** What a link to a document may name: the marks that GitHub gives to headings, and those that the document sets itself. */
const linkMarks = (markdown: string) => [
  ...[...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...markdown.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id),
];

const withoutCode = (markdown: string) => markdown.replaceAll(/^ *```[^]*?^ *```$/gm, '');

describe('links', () => {
  it.each([...PACKAGED, ...OF_REPOSITORY])(
    '%s links to what there is, and to headings that there are',
    async (path) => {
      const reachable = [...PACKAGED, 'LICENSE', ...(OF_REPOSITORY.includes(path) ? OF_REPOSITORY : [])];
      const text = await read(path);
      const links = [...withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
      for (const [link, file = '', heading] of links) {
        const target = file === '' ? path : join(dirname(path), file);
        expect([link, reachable.includes(target)]).toEqual([link, true]);
        if (heading !== undefined)
          expect([link, linkMarks(await read(target))]).toEqual([link, expect.arrayContaining([heading])]);
      }
    },
  );

  it('README.md leads to every page, itself or by one that it leads to', async () => {
    const reached = new Set(['README.md']);
    for (const path of reached) {
      for (const [, file = ''] of (await read(path)).matchAll(/\]\((?!https?:)([^)#\s]+\.md)[^)]*\)/g)) {
        reached.add(join(dirname(path), file));
      }
    }
    expect(PACKAGED.filter((path) => !reached.has(path))).toEqual([]);
  });

  it('package.json publishes the documents', async () => {
    const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(await read('package.json')));
    expect(files).toEqual(expect.arrayContaining(['docs', 'CHANGELOG.md', 'SECURITY.md']));
  });
});

it('docs/answers.md names each period', async () => {
  const words = await read('docs/answers.md');
  expect(PERIOD_NAMES.filter((name) => !words.includes(`\`${name}\``))).toEqual([]);
});

it('docs/architecture.md tells of each room', async () => {
  const rooms = globSync('src/*/', { cwd: root }).map((folder) => folder.replace(/^src\/|\/$/g, ''));
  const told = [...(await read('docs/architecture.md')).matchAll(/^\| `(\w+)` /gm)].map(([, room]) => room);
  expect(new Set(told)).toEqual(new Set(rooms));
});

it('docs/settings.md explains each setting in words, too', async () => {
  const [, words = ''] = (await read('docs/settings.md')).split('<!-- /settings -->');
  const explained = new Set([...words.matchAll(/`(\w+)`/g)].map(([, key]) => key));
  expect(SETTINGS.map(({ key }) => key).filter((key) => !explained.has(key))).toEqual([]);
});

it('docs/troubleshooting.md quotes words that the program says', async () => {
  const sources = globSync(['src/**/*.{ts,tsx}', 'bin/*.mjs'], { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const quoted = [...(await read('docs/troubleshooting.md')).matchAll(/^\| “(.*?)” +\|/gm)].map(
    ([, words = '']) => words,
  );
  expect(quoted.length).toBeGreaterThan(40);
  const parts = quoted.flatMap((words) => words.split(/…|: (?=\w+ \w+)/));
  const said = parts.map((part) => part.replace(/^[ .;:,()]+|[ .;:,()]+$/g, '')).filter((part) => /\w/.test(part));
  expect(said.filter((part) => !sources.some((text) => text.includes(part)))).toEqual([]);
});
