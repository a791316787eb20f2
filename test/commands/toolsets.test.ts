import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { ProgramTransport } from '../support/program-transport.ts';
import { runProgram, startProgram } from '../support/program.ts';

// The setting `tools`, from a flag, a variable and a file, over both transports and on the command line.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const VISITORS = ['list_visitors', 'get_visitor_stats'];

async function listedBy(transport: ProgramTransport | StreamableHTTPClientTransport): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

test('stdio lists the tools of a flag', async () => {
  const flags = [...desk.flags, '--tools', 'visitors'];
  expect(await listedBy(ProgramTransport.start(flags, desk.environment))).toEqual(VISITORS);
});

test('http lists those of the file', async () => {
  const flags = ['--config', await desk.configure({ tools: ['visitors'] }), '--archive', 'memory'];
  await using server = startProgram(['http', '--port', '0', ...flags], desk.environment);
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  expect(await listedBy(new StreamableHTTPClientTransport(new URL(url)))).toEqual(VISITORS);
});

test('the command tools lists those of a variable, for which no desk has to be named', async () => {
  const { code, out } = await runProgram(['tools'], { CHAT_OPERATIONS_TOOLS: 'visitors' });
  expect(code).toBe(0);
  expect(out).toContain('list_visitors');
  expect(out).not.toContain('list_chats');
  expect(out).toContain('The setting tools leaves out the others');
});

test('a tool that is left out cannot be called, and the error says how to', async () => {
  const flags = [...desk.flags, '--tools', 'visitors'];
  const { code, err } = await runProgram(['call', 'list_support_agents', ...flags], desk.environment);
  expect(code).toBe(1);
  expect(err).toContain('The setting tools leaves it out. To ask it all the same: --tools all.');
});

test('a report needs no tools of the setting', async () => {
  const environment = { ...desk.environment, CHAT_OPERATIONS_TOOLS: 'visitors' };
  const { out } = await runProgram(['report', '--period', 'yesterday', ...desk.flags], environment);
  expect(out).toContain('missed');
});
