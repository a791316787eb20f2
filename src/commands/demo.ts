import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { createWorld } from '../sandbox/world/world.ts';
import { startChildClient, type ChildClient } from './child-client.ts';
import { ProgressLine } from './shown/progress-line.ts';
import { showAnswer } from './shown/show.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from './sandbox/sandbox-configuration.ts';

/** So that a newcomer need not wait for a limit that a real service would have. */
const REQUESTS_PER_MINUTE = 6000;

export interface DemoQuestion {
  readonly who: string;
  readonly asks: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Returns questions that a manager, an agent and a triager would ask of this desk. */
export function questionsAbout(sandbox: Sandbox): DemoQuestion[] {
  const { chats } = sandbox.world;
  const last = chats.findLast((chat) => chat.endedAt !== undefined && chat.rating !== undefined);
  const returning = chats.findLast(
    (chat) => chat.visitorEmail !== '' && chats.filter(({ visitorId }) => visitorId === chat.visitorId).length > 2,
  );
  return [
    {
      who: 'Manager',
      asks: 'How did support do last week, compared with the week before?',
      tool: 'get_support_performance',
      args: {
        period: 'last_week',
        compare_to: 'previous_period',
        metrics: ['chats', 'missed', 'wait', 'first_response', 'rating'],
      },
    },
    {
      who: 'Manager',
      asks: 'Who carried the most chats last week, and how long did visitors wait for each?',
      tool: 'get_support_performance',
      args: { period: 'last_week', group_by: ['agent'], metrics: ['chats', 'wait'], limit: 10 },
    },
    {
      who: 'Manager',
      asks: 'At which hours do we miss chats? (Berlin time)',
      tool: 'get_support_performance',
      args: { period: 'last_30_days', group_by: ['hour'], metrics: ['missed'], timezone: 'Europe/Berlin' },
    },
    {
      who: 'Agent',
      asks: 'Show me the last chat that was rated.',
      tool: 'get_chat_transcript',
      args: { chat_id: last?.chatId },
    },
    {
      who: 'Agent',
      asks: `Who is ${returning?.visitorEmail}, and when were they here before?`,
      tool: 'get_visitor_stats',
      args: { visitor: returning?.visitorEmail },
    },
    {
      who: 'Triager',
      asks: 'Which messages has nobody answered? The five to read first.',
      tool: 'list_offline_messages',
      args: { limit: 5 },
    },
  ];
}

/** Asks six questions as a host would, and prints question, answer, upstream requests and time. */
export async function demo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-demo-'));
  const world = createWorld({ seed: 1, size: 'medium', now: Date.now() });
  const sandbox = await startSandbox({ world, requestsPerMinute: REQUESTS_PER_MINUTE });
  try {
    say(
      `A support desk in the sandbox: ${world.chats.length} chats of 90 days, ${world.agents.length} agents, ` +
        `${world.visitors.length} visitors, ${world.offlineMessages.length} offline messages.`,
      `It allows ${REQUESTS_PER_MINUTE} requests a minute, so that nobody waits here; a real service allows far fewer.`,
      'The server runs as a process of its own and is asked over stdio by a real client, as a host would do it.',
    );
    const config = join(folder, 'sandbox.json');
    await writeFile(config, JSON.stringify(sandboxConfiguration(sandbox)), { mode: 0o600 });
    const settings = ['--config', config, '--archive', 'memory', '--tools', 'all'];
    const rate = ['--requests-per-minute', String(REQUESTS_PER_MINUTE)];
    const child = await startChildClient([...settings, ...rate], {
      [TOKEN_VARIABLE]: world.bots[0]?.token ?? '',
    });
    try {
      for (const question of questionsAbout(sandbox)) await ask(question, child, sandbox);
    } finally {
      await child.close();
    }
    say(
      `All six: ${requestsWords(sandbox.requests.length)}. What was read once is kept, so asking again costs next to none.`,
      'Next, connect your own desk and your assistant: chat-operations-mcp setup, or npm start -s -- setup in a clone.',
    );
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask({ who, asks, tool, args }: DemoQuestion, { client }: ChildClient, sandbox: Sandbox): Promise<void> {
  say(`\n━━ ${who}: ${asks}`, `   ${tool} ${JSON.stringify(args)}\n`);
  const before = sandbox.requests.length;
  const began = performance.now();
  const progress = new ProgressLine(process.stderr, 'Reading');
  let answer;
  try {
    answer = await client.callTool(
      { name: tool, arguments: { ...args } },
      { onprogress: ({ message }) => progress.says(message ?? 'Reading') },
    );
  } finally {
    progress.end();
  }
  const millis = Math.round(performance.now() - began);
  await showAnswer(answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  say(`\n   → ${requestsWords(sandbox.requests.length - before)}, ${millis} ms`);
  if (answer.isError === true) throw new Error('The demo could not be answered.');
}

function requestsWords(count: number): string {
  return count === 1 ? '1 upstream request' : `${count} upstream requests`;
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
