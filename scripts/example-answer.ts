import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { openDesk } from '../src/commands/open-desk.ts';
import { sandboxAccount } from '../src/commands/sandbox/sandbox-account.ts';
import { readSettings } from '../src/config/read.ts';
import { alreadyOpen } from '../src/mcp/desk.ts';
import { createServer } from '../src/mcp/server.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';

/** A Monday morning, when somebody asks for last week. */
const NOW = Date.UTC(2026, 10, 23, 8, 30);

/** The question that the README answers first. */
export const EXAMPLE = {
  asks: 'How did support do last week, day by day?',
  tool: 'get_support_performance',
  args: { period: 'last_week', group_by: ['day'], metrics: ['chats', 'missed', 'wait', 'rating'] },
};

/** The answer of the program itself, from a desk in the sandbox at a fixed time: the same each time. */
export async function exampleAnswer(): Promise<string> {
  await using open = new AsyncDisposableStack();
  const clock = () => NOW;
  const world = createWorld({ seed: 1, size: 'medium', now: NOW });
  const sandbox = await startSandbox({ world, clock, requestsPerMinute: 100_000 });
  open.defer(sandbox.close);
  const settings = readSettings({ flags: { sandbox: true, 'requests-per-minute': '1000' }, environment: {} });
  const { account, codes } = sandboxAccount(sandbox);
  const { desk, close } = await openDesk({ ...settings, account, codes }, () => epochMillis(NOW));
  open.defer(close);
  const client = new Client({ name: 'documents', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(alreadyOpen(desk)).connect(theirs), client.connect(ours)]);
  open.defer(async () => client.close());
  const { content, isError } = await client.callTool({ name: EXAMPLE.tool, arguments: EXAMPLE.args });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (isError === true) throw new Error(`The example of the README cannot be answered: ${text}`);
  return text;
}
