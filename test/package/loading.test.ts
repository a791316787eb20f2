import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runProcess } from '../support/program.ts';
import { startSessionProcess } from '../support/session.ts';

// A host waits a second for the tools, and may never ask anything: nothing is loaded that they do not need.

const LOADED = 'loaded ';
const tellWhatIsLoaded = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load: (url, context, next) => {
      process.stderr.write('${LOADED}' + url + '\\n');
      return next(url, context);
    },
  });`;
const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellWhatIsLoaded)}` };

const Metafile = z.object({
  outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) })),
});

let outputs: z.infer<typeof Metafile>['outputs'] = {};
beforeAll(async () => {
  const text = await readFile(new URL('../../dist/metafile.json', import.meta.url), 'utf8');
  ({ outputs } = Metafile.parse(JSON.parse(text)));
});

/** The packages, the rooms of the sources and the modules of Node.js of which a process has loaded anything. */
function loadedBy(err: string): string[] {
  const urls = [...err.matchAll(new RegExp(`^${LOADED}(.+)$`, 'gm'))].map(([, url = '']) => url);
  const parts = urls.flatMap((url) => {
    const file = /dist\/[^/]+\.js$/.exec(url)?.[0];
    if (file === undefined) return url.startsWith('node:') ? [url] : [];
    const output = outputs[file];
    if (output === undefined) throw new Error(`${file} is none of the bundle's`);
    return Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => {
      const found = /node_modules\/((?:@[^/]+\/)?[^/]+)|src\/[^/]+/.exec(path);
      return bytesInOutput === 0 || found === null ? [] : (found[1] ?? found[0]);
    });
  });
  return [...new Set(parts)].toSorted();
}

test('up to the list of tools, a server has loaded the protocol, its settings and what it advertises', async () => {
  await using session = await startSessionProcess(['--sandbox'], environment);
  expect(await session.response(session.send('tools/list'))).toMatchObject({ result: { tools: { length: 15 } } });
  expect(await session.finish()).toEqual({ code: 0, signal: null });
  expect(loadedBy(session.program.err())).toEqual([
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/server',
    'fastest-levenshtein',
    'node:fs',
    'node:os',
    'node:path',
    'node:process',
    'node:stream',
    'node:timers',
    'node:url',
    'node:util',
    'src/answers',
    'src/commands',
    'src/config',
    'src/main.ts',
    'src/mcp',
    'src/model',
    'src/tools',
    'zod',
  ]);
});

test.each([['--help'], ['--version'], ['sync', '--help']])('%s loads the command line alone', async (...args) => {
  const { code, err } = await runProcess(args, environment);
  expect(code).toBe(0);
  const packages = loadedBy(err).filter((part) => !part.startsWith('node:'));
  expect(packages).toEqual(['commander', 'src/commands', 'src/config', 'src/main.ts', 'src/model']);
});

test('what only a question needs comes with the question', async () => {
  await using session = await startSessionProcess(['--sandbox'], environment);
  const { isError } = await session.call('list_support_agents', {});
  expect(isError).toBe(false);
  await session.finish();
  const parts = loadedBy(session.program.err());
  expect(parts).toEqual(expect.arrayContaining(['kysely', 'node:sqlite', 'src/archive', 'src/upstream', 'undici']));
  // Another engine than this archive's.
  expect(parts).not.toContain('pg');
});
