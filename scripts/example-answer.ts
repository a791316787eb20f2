import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { openAccount } from '../src/commands/account.ts';
import { sandboxAccount } from '../src/commands/sandbox/sandbox-account.ts';
import { readSettings, theOnly } from '../src/config/read.ts';
import { servedAlone } from '../src/answers/desk.ts';
import { createServer } from '../src/mcp/server.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createWorld } from '../src/sandbox/world/world.ts';

/** A Monday morning, when somebody asks for last week. */
const NOW = Date.UTC(2026, 10, 23, 8, 30);

/** A call of a tool. */
interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The question that the README answers first. */
export const EXAMPLE = {
  asks: 'How did support do last week, day by day?',
  tool: 'get_support_performance',
  args: { period: 'last_week', group_by: ['day'], metrics: ['chats', 'missed', 'wait', 'rating'] },
};

/** A question about a code whose meaning is only likely. */
const OPEN_CODE: Call = {
  tool: 'get_support_performance',
  args: { period: 'last_week', metrics: ['started_by_agent'] },
};

/** The answer of the program itself, from a desk in the sandbox at a fixed time: the same each time. */
export async function exampleAnswer(): Promise<string> {
  return answerTo(EXAMPLE, { size: 'medium', hasCodes: true });
}

/** What the program says of a code whose meaning is only likely. */
export async function exampleOfOpenCode(): Promise<string> {
  const answer = await answerTo(OPEN_CODE, { size: 'small', hasCodes: false });
  const [said] = /^Assumed: .*$/m.exec(answer) ?? [];
  if (said === undefined) throw new Error(`The example of an open code says nothing of one: ${answer}`);
  return said;
}

/** Asks a desk in the sandbox, with or without the meanings of its codes. Throws where the question is refused. */
async function answerTo(
  { tool, args }: Call,
  { size, hasCodes }: { readonly size: 'small' | 'medium'; readonly hasCodes: boolean },
): Promise<string> {
  await using open = new AsyncDisposableStack();
  const clock = () => NOW;
  const world = createWorld({ seed: 1, size, now: NOW });
  const sandbox = await startSandbox({ world, clock, requestsPerMinute: 100_000 });
  open.defer(sandbox.close);
  const settings = theOnly(
    readSettings({
      flags: { sandbox: true, 'requests-per-minute': '100000', 'answer-within': '600' },
      environment: {},
    }),
  );
  const { account, codes } = sandboxAccount(sandbox);
  const { desk, close } = await openAccount({ ...settings, account, codes: hasCodes ? codes : {} }, () =>
    epochMillis(NOW),
  );
  open.defer(close);
  const client = new Client({ name: 'documents', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(servedAlone(desk)).connect(theirs), client.connect(ours)]);
  open.defer(async () => client.close());
  const { content, isError } = await client.callTool({ name: tool, arguments: { ...args } });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (isError === true) throw new Error(`An example of the documents cannot be answered: ${text}`);
  return text;
}
