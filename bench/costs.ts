// `npm run bench`: what the server costs an assistant and its host.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { questionsAbout } from '../src/commands/demo.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../src/commands/sandbox/sandbox-configuration.ts';
import { VERSION } from '../src/model/version.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { record } from './machine.ts';

const PROGRAM = 'bin/chat-operations-mcp.mjs';
const run = promisify(execFile);

const sized = (text: string) => ({ bytes: Buffer.byteLength(text), tokens: encode(text).length });

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-bench-'));
const world = createWorld({ seed: 1, size: 'medium', now: Date.now() });
const sandbox = await startSandbox({ world, requestsPerMinute: 1_000_000 });
const config = join(folder, 'sandbox.json');
await writeFile(config, JSON.stringify(sandboxConfiguration(sandbox)), { mode: 0o600 });

async function answers() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'stdio', '--config', config, '--archive', 'memory', '--requests-per-minute', '100000'],
    env: {
      PATH: process.env['PATH'] ?? '',
      CHAT_OPERATIONS_READ_AHEAD_DAYS: '0',
      [TOKEN_VARIABLE]: world.bots[0]?.token ?? '',
    },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'bench', version: VERSION });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const model = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const rows = [];
  for (const { asks, tool, args } of questionsAbout(sandbox)) {
    const before = sandbox.requests.length;
    const began = performance.now();
    const result = await client.callTool({ name: tool, arguments: { ...args } });
    const cold = performance.now() - began;
    const requests = sandbox.requests.length - before;
    const again = performance.now();
    await client.callTool({ name: tool, arguments: { ...args } });
    rows.push({
      question: asks,
      tool,
      text: sized(result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')),
      upstream_requests: { cold: requests, again: sandbox.requests.length - before - requests },
      millis: { cold: Math.round(cold), again: Math.round(performance.now() - again) },
    });
  }
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(transport.pid)]);
  await client.close();
  return {
    tools_list: {
      tools: tools.length,
      ...sized(JSON.stringify({ tools })),
      what_a_model_reads: sized(JSON.stringify(model)),
      tokens_of_each: Object.fromEntries(model.map((tool) => [tool.name, sized(JSON.stringify(tool)).tokens])),
    },
    answers: rows,
    resident_mebibytes_after: Math.round(Number(stdout) / 1024),
  };
}

try {
  await record('costs', {
    sandbox: { size: 'medium', chats: world.chats.length },
    ...(await answers()),
  });
} finally {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
