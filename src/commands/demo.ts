import { readSettings, type ServerSettings } from '../config/read.ts';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { createWorld } from '../sandbox/world/world.ts';
import { startOwnClient, type OwnClient } from './own-client.ts';
import type { Run } from './run.ts';
import { sandboxAccount } from './sandbox/sandbox-account.ts';
import { ProgressLine } from './shown/progress-line.ts';
import { showAnswer } from './shown/show.ts';
import { countText } from '../model/words/count.ts';

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
export async function demo(run: Run): Promise<void> {
  const world = createWorld({ seed: 1, size: 'medium', now: run.clock() });
  const sandbox = await startSandbox({ world, requestsPerMinute: REQUESTS_PER_MINUTE, clock: run.clock });
  try {
    say(
      run,
      `A support desk in the sandbox: ${world.chats.length} chats of 90 days, ${world.agents.length} agents, ` +
        `${world.visitors.length} visitors, ${world.offlineMessages.length} offline messages.`,
      `It allows ${REQUESTS_PER_MINUTE} requests a minute, so that nobody waits here; a real service allows far fewer.`,
      'A real MCP client asks the server, as a host would do it.',
    );
    const own = await startOwnClient(settingsFor(sandbox), run);
    try {
      for (const question of questionsAbout(sandbox)) await ask(question, own, sandbox, run);
    } finally {
      await own.close();
    }
    say(
      run,
      `All six: ${countText(sandbox.requests.length, 'upstream request')}. What was read once is kept, so asking again costs next to none.`,
      'Next, connect your own desk and your assistant: chat-operations-mcp setup, or npm start -s -- setup in a clone.',
    );
  } finally {
    await sandbox.close();
  }
}

/** The settings of a server that asks this sandbox, whatever the environment says. */
function settingsFor(sandbox: Sandbox): ServerSettings {
  const flags = { sandbox: true, archive: 'memory', tools: 'all', 'read-ahead-days': '0' };
  const { accounts, ...settings } = readSettings({ flags, environment: {} });
  const [own] = accounts;
  return { ...settings, accounts: [{ ...own, ...sandboxAccount(sandbox), requests_per_minute: REQUESTS_PER_MINUTE }] };
}

async function ask(
  { who, asks, tool, args }: DemoQuestion,
  { client }: OwnClient,
  sandbox: Sandbox,
  run: Run,
): Promise<void> {
  say(run, `\n━━ ${who}: ${asks}`, `   ${tool} ${JSON.stringify(args)}\n`);
  const before = sandbox.requests.length;
  const began = performance.now();
  const progress = new ProgressLine(run.errors, 'Reading');
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
  await showAnswer(answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), run);
  say(run, `\n   → ${countText(sandbox.requests.length - before, 'upstream request')}, ${millis} ms`);
  if (answer.isError === true) throw new Error('The demo could not be answered.');
}

function say({ output }: Run, ...lines: readonly string[]): void {
  output.write(`${lines.join('\n')}\n`);
}
