import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definitionsDocument, manifestWithLists, readmeWithTables, securityWithTests } from '../scripts/documents.ts';
import { testFiles } from '../scripts/test-files.ts';
import { CALL_OUTCOMES } from '../src/mcp/chatbot/send-chatbot-webhook.ts';
import { VERSION } from '../src/model/version.ts';
import { SHOP_ENDPOINTS, SHOP_FLOW } from '../src/sandbox/flow/shop-flow.ts';
import { DIMENSIONS } from '../src/sandbox/dialects.ts';

const run = promisify(execFile);
const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

/** Without what only the formatter decides: the width of columns. */
const unaligned = (markdown: string) => markdown.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-').replaceAll(/\n+/g, '\n');

describe('documents say what the code does (npm run document rewrites them)', () => {
  it('README.md has the settings and tools of the code', async () => {
    const readme = await read('README.md');
    expect(unaligned(readme)).toBe(unaligned(readmeWithTables(readme)));
  });

  it('docs/definitions.md has the definitions of the code', async () => {
    expect(unaligned(await read('docs/definitions.md'))).toBe(unaligned(definitionsDocument()));
  });

  it('manifest.json has the tools, the prompts and the version of the code', async () => {
    const manifest = await read('manifest.json');
    expect(JSON.parse(manifest)).toEqual(JSON.parse(manifestWithLists(manifest)));
  });

  it('SECURITY.md names the tests of each requirement, and there is one for each', async () => {
    const security = await read('SECURITY.md');
    const current = securityWithTests(security, testFiles(fileURLToPath(new URL('..', import.meta.url))));
    expect(unaligned(security)).toBe(unaligned(current));
    const rows = [...current.matchAll(/^\| ([EKPDS]\d) +\|.*\| `.*` +\|$/gm)];
    expect(rows.map(([, id]) => id).join(' ')).toBe('E1 E2 E3 E4 K1 K2 K3 K4 P1 P2 P3 P4 P5 P6 D1 D2 D3 S1');
  });

  it('SECURITY.md is not written with a requirement that no test shows', () => {
    const table = '<!-- requirements -->\n\n| X1  | something | – |\n\n<!-- /requirements -->\n';
    const named = { path: 'test/one.test.ts', text: "test('X1: something', …" };
    expect(securityWithTests(table, [named])).toContain('| X1 | something | `one` |');
    expect(() => securityWithTests(table, [{ ...named, text: "test('X10: something', …" }])).toThrow(/X1/);
  });

  it('manifest.json is valid for hosts that install bundles', async () => {
    const { stdout } = await run('mcpb', ['validate', 'manifest.json']);
    expect(stdout).toContain('validation passes');
  });

  it('docs/chatbot.md has the outcomes, the nodes, the endpoints and the dialects that there are', async () => {
    const words = await read('docs/chatbot.md');
    expect(new Set([...words.matchAll(/^\| `(\w+)`/gm)].map(([, outcome]) => outcome))).toEqual(new Set(CALL_OUTCOMES));
    const types = new Set(Object.values(SHOP_FLOW.nodes).map(({ type }) => type));
    const dialects = DIMENSIONS.map(({ name }) => name).filter((name) => name.startsWith('webhook_'));
    const named = [...types, ...dialects, ...SHOP_ENDPOINTS.map(({ name }) => name)];
    expect(named.filter((name) => !words.includes(name))).toEqual([]);
  });

  it('the first lines of README.md are the two commands, and CI runs the second', async () => {
    const [demo, test] = (await read('README.md')).split('\n').slice(3, 5);
    expect(demo).toMatch(/^npm ci && npm run demo\b/);
    expect(test).toMatch(/^npm ci && npm test\b/);
    expect(await read('.ci/run')).toContain('\nnpm ci && npm test\n');
  });

  it('package.json has the version of the code', async () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')));
    expect(version).toBe(VERSION);
  });
});
