import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS_WITH_PARTS, withParts } from '../scripts/documents.ts';
import { registryDocument } from '../scripts/registry.ts';
import { updateAdvice } from '../src/commands/doctor/archive.ts';
import { serverStart } from '../src/commands/setup/server-start.ts';
import { IS_PUBLISHED } from '../src/model/published.ts';

// Until the npm registry has the package, anybody can register its name there. So nothing may run or install it by that name alone. One
// constant decides, and what depends on it is made here both ways.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Finds what runs or installs the package by its name, on one line or in the lists of JSON, TOML and YAML. */
function runsByName(text: string): boolean {
  const words = text.replaceAll(/(?:[^\w@./-]|(?<!\w)-|-(?!\w))+/g, ' ');
  return /\b(?:npx|bunx|dlx|npm (?:install|i|exec|x|add))(?: (?:args|y|p|g|global|node@\d+|node))* chat-operations-mcp\b/.test(
    words,
  );
}

/** All that depends on whether the package is published, by where it is read. */
async function written(isPublished: boolean): Promise<ReadonlyMap<string, string>> {
  const documents = DOCUMENTS_WITH_PARTS.map(async (path): Promise<[string, string]> => [
    path,
    await withParts(path, read(path), isPublished),
  ]);
  const starts = [undefined, '/home/ann/.npm/_npx/12ab/node_modules/.bin/chat-operations-mcp'].map((program) =>
    JSON.stringify(serverStart('/settings.json', program, '/usr/bin/node', isPublished)),
  );
  return new Map([
    ...(await Promise.all(documents)),
    ['server.json', registryDocument(read('package.json'), read('manifest.json'), isPublished)],
    ['the advice to update', updateAdvice(isPublished)],
    ['setup, with an unknown program', starts[0] ?? ''],
    ['setup, run by npx', starts[1] ?? ''],
  ]);
}

const before = await written(false);
const after = await written(true);

test.each([
  'npx -y chat-operations-mcp setup',
  'npx chat-operations-mcp@0.1.0 stdio',
  '{ "command": "npx", "args": ["-y", "chat-operations-mcp", "stdio"] }',
  '"command": "cmd",\n"args": ["/c", "npx", "-y", "chat-operations-mcp", "stdio"]',
  'cmd: npx\nargs:\n  - -y\n  - chat-operations-mcp\n',
  'gemini mcp add chat-operations npx -- -y chat-operations-mcp stdio',
  'npx -y -p node@24 -p chat-operations-mcp chat-operations-mcp',
  'npm install --global chat-operations-mcp',
])('%j runs the package by its name', (text) => {
  expect(runsByName(text)).toBe(true);
});

test.each([
  'npx -y ./chat-operations-mcp-0.1.0.tgz',
  'npm install --global ./chat-operations-mcp-0.1.0.tgz',
  'npx -y node@24 "/opt/chat-operations-mcp/bin/chat-operations-mcp.mjs"',
  'chat-operations-mcp setup',
])('%j does not', (text) => {
  expect(runsByName(text)).toBe(false);
});

describe('before the package is published', () => {
  test('nothing runs it by its name', () => {
    expect([...before].filter(([, text]) => runsByName(text)).map(([name]) => name)).toEqual([]);
    expect(before.get('README.md')).toContain('not on the npm registry yet');
    expect(before.get('docs/hosts/README.md')).toContain('-- chat-operations-mcp stdio');
  });

  test('server.json names no package', () => {
    const document = before.get('server.json') ?? '';
    expect(JSON.parse(document)).not.toHaveProperty('packages');
    expect(document).not.toContain('npm');
  });
});

describe('once the package is published', () => {
  test('the README, the page of hosts, setup and the advice to update take it from there', () => {
    const messages = ['the advice to update', 'setup, with an unknown program', 'setup, run by npx'];
    const places = ['README.md', 'docs/deploy.md', 'docs/hosts/README.md', ...messages];
    expect(places.filter((name) => !runsByName(after.get(name) ?? ''))).toEqual([]);
    expect([...after].filter(([, text]) => /\.tgz|not on the npm registry/.test(text)).map(([name]) => name)).toEqual(
      [],
    );
  });

  test('server.json names it', () => {
    expect(JSON.parse(after.get('server.json') ?? '')).toMatchObject({
      packages: [{ registryType: 'npm', identifier: 'chat-operations-mcp' }],
    });
  });
});

test.skipIf(IS_PUBLISHED)('no other document and no file of settings runs it by its name', () => {
  const files = ['*.md', '*.json', 'docs/**/*.md', 'bin/*', 'src/**/*.{ts,tsx}'];
  const paths = globSync(files, { cwd: root, exclude: ['CHANGELOG.md', 'src/commands/doctor/archive.ts'] });
  expect(paths.length).toBeGreaterThan(300);
  expect(paths.filter((path) => runsByName(read(path)))).toEqual([]);
});
