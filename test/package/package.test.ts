import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import {
  getMcpConfigForManifest,
  hasRequiredConfigMissing,
  MANIFEST_SCHEMAS,
  type McpbManifestAny,
} from '@anthropic-ai/mcpb/browser';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packBundle } from '../../scripts/mcpb.ts';
import { CATALOGUE } from '../../src/mcp/catalogue.ts';
import { IS_PUBLISHED } from '../../src/model/published.ts';
import { containing } from '../support/matchers.ts';
import { IS_WHOLE } from '../support/runs.ts';
import { environmentOf, startProcess } from '../support/program.ts';
import { openSession } from '../support/session.ts';
import { startInstalledSandbox } from './installed-sandbox.ts';
import { packed, PLANTED } from './packed.ts';

// The package from outside: packed from a checkout, installed without a registry, started by its command.

const MEGABYTE = 1e6;

const pack = await packed();
const sandbox = await startInstalledSandbox([pack.command], pack.folder);
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

const entries = await readdir(pack.installed, { recursive: true, withFileTypes: true });
const files = await Promise.all(
  entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path: path.slice(pack.installed.length + 1), bytes: await readFile(path) };
    }),
);

const Manifest = z.looseObject({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) });
const AppSettings = z.object({
  mcpServers: z.object({ 'chat-operations': z.object({ command: z.string(), args: z.array(z.string()) }) }),
});
const Metafile = z.object({
  outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) })),
});

test('it holds what runs, its documents and licences, and nothing else of the checkout', () => {
  const expected = [
    /^(LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|manifest\.json|package\.json)$/,
    /^docs\/(hosts\/)?[\w-]+\.(md|json)$/,
    /^bin\/chat-operations-mcp\.mjs$/,
    /^dist\/(main\.js|charts-worker\.js|LICENSES\.txt)$/,
    /^dist\/charts\/(dejavu-sans\.ttf|resvg\.wasm)$/,
    /^dist\/[a-z.-]+-[A-Z0-9]{8}\.js$/,
    /^dist\/browser\/[a-z-]+\.(js|css|html)$/,
    /^dist\/views\/(desk|chat|triage)\.html$/,
  ];
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
  for (const pattern of expected) expect(paths).toContainEqual(expect.stringMatching(pattern));
});

test('no file has what lay about in the checkout, nor where that was', () => {
  const withTraces = files.filter(({ bytes }) => bytes.includes(PLANTED) || bytes.includes(pack.folder));
  expect(withTraces.map(({ path }) => path)).toEqual([]);
});

test('it is one package of less than 12 MB, with nothing to install or to run at an install', async () => {
  expect(pack.said).toContain('added 1 package');
  expect(await readdir(pack.packages)).toEqual(['chat-operations-mcp']);
  expect(files.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(12 * MEGABYTE);
  expect((await stat(pack.tarball)).size).toBeLessThan(4 * MEGABYTE);
  const manifest = Manifest.parse(JSON.parse(await readFile(join(pack.installed, 'package.json'), 'utf8')));
  for (const kind of ['', 'optional', 'peer', 'bundle', 'bundled']) {
    expect(manifest).not.toHaveProperty(kind === '' ? 'dependencies' : `${kind}Dependencies`);
  }
  for (const script of ['preinstall', 'install', 'postinstall']) expect(manifest.scripts).not.toHaveProperty(script);
  expect(manifest.bin).toEqual({ 'chat-operations-mcp': 'bin/chat-operations-mcp.mjs' });
});

/** What stands in the whole text of a licence, by the name that packages give it. */
const TERMS: Readonly<Record<string, string>> = {
  MIT: 'Permission is hereby granted, free of charge',
  ISC: 'Permission to use, copy, modify, and/or distribute this software',
  '0BSD': 'Permission to use, copy, modify, and/or distribute this software',
  'BSD-2-Clause': 'Redistribution and use in source and binary forms',
  'BSD-3-Clause': 'Redistribution and use in source and binary forms',
  'Apache-2.0': 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
  'MPL-2.0': 'Exhibit A - Source Code Form License Notice',
  'SEE LICENSE IN README.md AND LICENSE': 'Bitstream Vera Fonts Copyright',
};

test('its licences are those of the packages that are in it, no more and no fewer, each with its text', async () => {
  const licences = await readFile(join(pack.installed, 'dist', 'LICENSES.txt'), 'utf8');
  const sections = new Map(
    licences
      .split(/^={80}\n/m)
      .slice(1)
      .flatMap((section) => {
        const [heads = '', text = ''] = section.split(/^-{80}\n/m, 2);
        return heads
          .trim()
          .split('\n\n')
          .map((head): [string, string] => [head.split('\n', 1).join(), `${head}\n\n${text}`]);
      }),
  );
  const { outputs } = Metafile.parse(JSON.parse(await readFile(pack.metafile, 'utf8')));
  const paths = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput === 0 ? [] : path)),
  );
  // These are copied from packages, and in no bundle.
  const copied = ['node_modules/@resvg/resvg-wasm/index_bg.wasm', 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'];
  const folders = [...paths, ...copied].flatMap(
    (path) => /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  // The program, the thread that draws and the views.
  for (const name of ['kysely', 'd3-scale', 'preact']) expect(folders).toContain(`node_modules/${name}`);
  const expected = new Set<string>();
  for (const path of new Set(folders)) {
    const folder = new URL(`../../${path}/`, import.meta.url);
    const { name, version, license } = z
      .object({ name: z.string(), version: z.string(), license: z.string() })
      .parse(JSON.parse(await readFile(new URL('package.json', folder), 'utf8')));
    expected.add(`${name} ${version}`);
    const section = sections.get(`${name} ${version}`);
    expect(section).toContain(`\nLicence: ${license}\n`);
    const own = (await readdir(folder)).filter((one) => /^(licen[cs]e|notice)(\.|$)/i.test(one));
    const texts = await Promise.all(own.map((file) => readFile(new URL(file, folder), 'utf8')));
    for (const text of texts) expect(section).toContain(text.trim());
    expect(section?.replaceAll(/\s+/g, ' ')).toContain(TERMS[license] ?? `the terms of ${license}`);
    if (license === 'MPL-2.0') expect(section).toMatch(/^Source: https:\/\/github\.com\/[\w-]+\/[\w-]+$/m);
  }
  expect([...sections.keys()].toSorted()).toEqual([...expected].toSorted());
});

test('installed, it advertises what the sources do, and answers a question', async () => {
  const transport = new StdioClientTransport({
    command: pack.command,
    args: ['stdio', '--config', sandbox.config, '--archive', 'memory', '--structured-content', 'on'],
    env: environmentOf(sandbox.environment),
  });
  const client = new Client({ name: 'host', version: '1' });
  await client.connect(transport);
  try {
    const named = (entries: object) => Object.entries(entries).map(([name, entry]): unknown => ({ name, ...entry }));
    expect(client.getInstructions()).toBe(CATALOGUE.instructions);
    const tools = Object.entries(CATALOGUE.tools).map(
      // What only hosts that show views are told.
      ([name, { view: _, inputSchemaForViews: __, ...tool }]) => [name, tool] as const,
    );
    expect((await client.listTools()).tools).toEqual(named(Object.fromEntries(tools)));

    const { prompts } = await client.listPrompts();
    const argumentsOf = (given: object) =>
      Object.entries(given).map(([name, { description, isOptional }]: [string, Record<string, unknown>]): unknown => ({
        name,
        description,
        required: isOptional !== true,
      }));
    expect(prompts).toEqual(
      Object.entries(CATALOGUE.prompts).map(([name, { title, description, arguments: given }]): unknown => ({
        name,
        title,
        description,
        arguments: argumentsOf(given),
      })),
    );

    const told = [
      ...(await client.listResources()).resources,
      ...(await client.listResourceTemplates()).resourceTemplates,
    ];
    for (const [name, { title, description }] of Object.entries(CATALOGUE.resources)) {
      expect(told).toContainEqual(expect.objectContaining({ name, title, description }));
    }

    const { content } = await client.callTool({ name: 'list_support_agents', arguments: {} });
    expect(content).toMatchObject([{ type: 'text', text: containing(`**${sandbox.agents} agents**`) }]);
  } finally {
    await client.close();
  }
});

test('npx starts it by its name alone, as hosts do', async () => {
  const npx = ['npm', 'exec', '--yes', '--offline', `--package=${pack.tarball}`, '--', 'chat-operations-mcp'] as const;
  const environment = { ...sandbox.environment, HOME: pack.folder, npm_config_cache: join(pack.folder, 'npm-cache') };
  const flags = ['--config', sandbox.config, '--archive', 'memory'];
  await using session = await openSession(startProcess(flags, environment, npx));
  expect((await session.call('list_support_agents', {})).text).toContain(`**${sandbox.agents} agents**`);
  expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
});

test.skipIf(IS_PUBLISHED)(
  'what setup writes into the settings of an app runs this program, not whatever the npm registry has by its name',
  async () => {
    const home = await mkdtemp(join(pack.folder, 'home-'));
    const environment = {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.data'),
      npm_config_cache: join(pack.folder, 'npm-cache'),
    };
    const setup = ['setup', '--sandbox', '--yes', '--hosts', 'cursor'];
    const npx = [
      'npm',
      'exec',
      '--yes',
      '--offline',
      `--package=${pack.tarball}`,
      '--',
      'chat-operations-mcp',
    ] as const;
    await using program = startProcess(setup, environment, npx);
    expect(await program.ended).toEqual({ code: 0, signal: null });
    const { mcpServers } = AppSettings.parse(JSON.parse(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8')));
    const { command, args } = mcpServers['chat-operations'];
    const words = [command, ...args];
    expect(words.filter((word) => /^chat-operations-mcp(@|$)/.test(word))).toEqual([]);
    // Before the program stands the Node.js that runs it, or what downloads one.
    const own = words.slice(words.findIndex((word) => word.startsWith(pack.folder)));
    await using session = await openSession(startProcess(own, environment, [process.execPath]));
    expect((await session.call('get_service_status', {})).text).toContain('**Service** http://127.0.0.1:');
    expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  },
);

test('installed, its demo asks six questions, and tells what each costs', async () => {
  await using program = startProcess(['demo'], {}, [pack.command]);
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.err()).toBe('');
  const [introduction = '', ...questions] = program.out().split('\n━━ ');
  expect(introduction).toContain('6000 requests a minute');
  const people = ['Manager', 'Manager', 'Manager', 'Agent', 'Agent', 'Triager'];
  expect(questions.map((question) => question.split(':', 1)[0])).toEqual(people);
  for (const question of questions) {
    expect(question).toMatch(/^.+\n {3}[a-z_]+ \{.*\}\n\n[^]+\n\n {3}→ \d+ upstream requests?, \d+ ms\n/);
    expect(question).not.toContain('undefined');
  }
});

describe('as a bundle that hosts install', () => {
  const file = join(pack.folder, 'chat-operations-mcp.mcpb');
  const extension = join(pack.folder, 'Unpacked by a host');
  const run = promisify(execFile);
  let manifest: McpbManifestAny;
  beforeAll(async () => {
    await packBundle(pack.installed, file);
    await run('mcpb', ['unpack', file, extension]);
    manifest = MANIFEST_SCHEMAS['0.3'].parse(JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')));
  });

  test('it holds what the package does', async () => {
    const unpacked = await readdir(extension, { recursive: true, withFileTypes: true });
    const paths = unpacked
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(extension.length + 1));
    expect(paths.toSorted()).toEqual(files.map(({ path }) => path).toSorted());
    expect((await stat(file)).size).toBeLessThan(4 * MEGABYTE);
  });

  test.runIf(IS_WHOLE)('packed by hand in a checkout, it holds the same', async () => {
    const byHand = join(pack.folder, 'by-hand.mcpb');
    const folder = join(pack.folder, 'by-hand');
    await packBundle(pack.checkout, byHand);
    await run('mcpb', ['unpack', byHand, folder]);
    const unpacked = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = unpacked
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
    expect(paths.toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  });

  const { base_url, email, password } = sandbox.account;
  const needed = { base_url, email, password };
  /** As a host that knows nothing of a field leaves it. */
  const withoutDefaults = ({ user_config: fields = {}, ...rest }: McpbManifestAny): McpbManifestAny => ({
    ...rest,
    user_config: Object.fromEntries(Object.entries(fields).map(([key, { default: _, ...field }]) => [key, field])),
  });

  test.each([
    ['what has to be', needed, () => manifest],
    ['what has to be, by a host that leaves the rest as it stands', needed, () => withoutDefaults(manifest)],
    [
      'all of it',
      {
        ...needed,
        timezone: 'Europe/Berlin',
        redact: 'cards',
        structured_content: 'off',
        tools: 'all',
        config: sandbox.config,
      },
      () => manifest,
    ],
  ])('a host starts it with %s filled in', async (_, userConfig, manifestOfHost) => {
    const started = await getMcpConfigForManifest({
      manifest: manifestOfHost(),
      extensionPath: extension,
      systemDirs: {},
      userConfig,
      pathSeparator: sep,
    });
    const transport = new StdioClientTransport({
      command: started?.command ?? '',
      args: [...(started?.args ?? [])],
      env: environmentOf({
        ...sandbox.environment,
        ...started?.env,
        CHAT_OPERATIONS_ARCHIVE: 'memory',
      }),
    });
    const client = new Client({ name: 'host', version: '1' });
    await client.connect(transport);
    try {
      // It may be told of a chatbot in the file alone.
      const names = Object.keys(CATALOGUE.tools).filter(
        (name) => 'config' in userConfig || name !== 'send_chatbot_webhook',
      );
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
      const { content } = await client.callTool({ name: 'list_support_agents', arguments: {} });
      expect(content).toMatchObject([{ type: 'text', text: containing(`**${sandbox.agents} agents**`) }]);
    } finally {
      await client.close();
    }
  });

  test('a host does not start it before what has to be is filled in', () => {
    for (const key of ['base_url', 'email', 'password']) {
      expect(hasRequiredConfigMissing({ manifest, userConfig: { ...needed, [key]: '' } })).toBe(true);
    }
    expect(hasRequiredConfigMissing({ manifest, userConfig: needed })).toBe(false);
  });
});
