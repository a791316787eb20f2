import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/mcp/catalogue.ts';
import { containing, like } from '../support/matchers.ts';
import { environmentOf, startProcess, type Program } from '../support/program.ts';
import { startInstalledSandbox, type InstalledSandbox } from './installed-sandbox.ts';
import { packed } from './packed.ts';

// What is published, on the oldest Node.js that it is for, the one that it is made with, and the newest, as npm has them.

const VERSIONS = ['22.19.0', '24.21.0', '26.10.0'];
const ERAS = {
  '2025-11-25': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
} as const satisfies Record<string, VersionNegotiationMode>;

const run = promisify(execFile);
const pack = await packed();
afterAll(() => pack[Symbol.asyncDispose]());

/** The path of this version of Node.js. Throws, with what npm says, where it cannot be had. */
async function nodeOf(version: string): Promise<string> {
  const { stdout } = await run('npx', ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath']);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** The request of each era over each transport, and what the answer has. */
const QUESTIONS: readonly (readonly [tool: string, args: Record<string, unknown>, words: RegExp])[] = [
  ['get_support_performance', { period: 'last_7_days', timezone: 'America/New_York' }, /chats/],
  ['search_transcripts', { query: 'order', period: 'last_7_days' }, /order/i],
  ['list_offline_messages', { limit: 3 }, /messages?/],
  ['list_visitors', { limit: 3 }, /visitors?/],
  ['get_service_status', {}, /contacts/],
];

describe.each(VERSIONS)('on Node.js %s', (version) => {
  let command: readonly [string, ...string[]] = ['node'];
  let sandbox: InstalledSandbox;
  let server: Program;
  let flags: readonly string[] = [];
  let url = '';
  beforeAll(async () => {
    command = [await nodeOf(version), join(pack.installed, 'bin', 'chat-operations-mcp.mjs')];
    const folder = await mkdtemp(join(pack.folder, 'node-'));
    sandbox = await startInstalledSandbox(command, folder);
    flags = ['--config', sandbox.config, '--archive', join(folder, 'archive.sqlite'), '--requests-per-minute', '10000'];
    server = startProcess(['http', '--port', '0', ...flags], sandbox.environment, command);
    [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  });

  test('it is this version', async () => {
    expect((await run(command[0], ['--version'])).stdout.trim()).toBe(`v${version}`);
  });

  describe.each(Object.entries(ERAS))('%s', (era, mode) => {
    test.each(['stdio', 'HTTP'])('over %s: the tools, and answers to questions', async (transport) => {
      const [program, ...first] = command;
      const child = new StdioClientTransport({
        command: program,
        args: [...first, 'stdio', ...flags],
        env: environmentOf(sandbox.environment),
        stderr: 'pipe',
      });
      let err = '';
      child.stderr?.on('data', (bytes: Buffer) => (err += bytes.toString()));
      const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(transport === 'stdio' ? child : new StreamableHTTPClientTransport(new URL(url)));
      try {
        expect(client.getNegotiatedProtocolVersion()).toBe(era);
        expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(CATALOGUE.tools));
        const agents = await client.callTool({ name: 'list_support_agents', arguments: {} });
        expect(agents.content).toMatchObject([{ type: 'text', text: containing(`**${sandbox.agents} agents**`) }]);
        for (const [name, args, words] of QUESTIONS) {
          const answer = await client.callTool({ name, arguments: args });
          expect(answer.isError).not.toBe(true);
          expect(answer.content).toMatchObject([{ type: 'text', text: like(words) }]);
        }
      } finally {
        await client.close();
      }
      // Node.js 22 warns that its SQLite is experimental, where nobody keeps it from it.
      expect(err).toBe('');
    });
  });

  test('archive status tells what the questions left', async () => {
    await using program = startProcess(['archive', 'status', '--check', ...flags.slice(0, 4)], {}, command);
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.out()).toMatch(/sound/);
    expect(program.err()).toBe('');
  });

  test('nothing but its address and who may ask is on the standard error of the server', () => {
    expect(server.err()).toMatch(/^Listening on \S+\nNo request needs a token: .+\n$/);
  });
});
