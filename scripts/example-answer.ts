import { Readable } from 'node:stream';
import { startOwnClient } from '../src/commands/own-client.ts';
import { sandboxAccount } from '../src/commands/sandbox/sandbox-account.ts';
import { readSettings } from '../src/config/read.ts';
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
  const clock = () => epochMillis(NOW);
  const world = createWorld({ seed: 1, size, now: NOW });
  const sandbox = await startSandbox({ world, clock, requestsPerMinute: 100_000 });
  open.defer(sandbox.close);
  const { accounts, ...settings } = readSettings({
    flags: { sandbox: true, 'requests-per-minute': '100000', 'answer-within': '600', 'read-ahead-days': '0' },
    environment: {},
  });
  const { account, codes } = sandboxAccount(sandbox);
  const asked = { ...settings, accounts: [{ ...accounts[0], account, codes: hasCodes ? codes : {} }] as const };
  const { client, close } = await startOwnClient(asked, { input: Readable.from([]), errors: process.stderr, clock });
  open.defer(close);
  const { content, isError } = await client.callTool({ name: tool, arguments: { ...args } });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (isError === true) throw new Error(`An example of the documents cannot be answered: ${text}`);
  return text;
}
