// `node bench/noise.ts [CHECKOUT]`: how much of what assistants read is the same in every answer.
//
// Fourteen ordinary questions go to a server over stdio, on two desks: one whose settings name every code, and one nobody
// prepared (no codes, and each thing that the specification leaves open answered by chance). The text of each answer is cut
// into segments: at line ends, at the ends of sentences, and at " · ". Two segments are the same when their words are, numbers aside.
//
// - in_half: of all tokens of a desk's answers, the share in segments that stand in at least half of its answers.
// - read_before: the share in segments that an earlier answer of the same desk had already.
//
// Another CHECKOUT, built, is measured by the same rule, and nothing is written then.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { sandboxConfiguration } from '../src/commands/sandbox/sandbox-configuration.ts';
import { VERSION } from '../src/model/version.ts';
import { Dialect, DIMENSIONS } from '../src/sandbox/dialects.ts';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { createRandom } from '../src/sandbox/world/random.ts';
import { createWorld, type World } from '../src/sandbox/world/world.ts';
import { record } from './machine.ts';

const SEED = 21;

interface Asked {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function questionsAbout({ chats, offlineMessages }: World): Asked[] {
  const chat = chats.findLast(({ missed, endedAt }) => !missed && endedAt !== undefined);
  const message = offlineMessages.findLast(({ replies }) => replies.length === 0);
  const figures = 'get_support_performance';
  return [
    { tool: figures, args: { period: 'last_week' } },
    { tool: figures, args: { period: 'last_7_days', compare_to: 'previous_period' } },
    { tool: figures, args: { period: 'last_week', group_by: ['agent'] } },
    { tool: figures, args: { period: 'last_30_days', group_by: ['weekday'], metrics: ['missed'] } },
    { tool: 'list_chats', args: { period: 'yesterday' } },
    { tool: 'list_chats', args: { period: 'last_week', missed: true } },
    { tool: 'list_chats', args: { period: 'last_7_days', max_rating: 2, limit: 5 } },
    { tool: 'search_transcripts', args: { period: 'last_week', query: 'refund' } },
    { tool: 'get_chat_transcript', args: { chat_id: chat?.chatId } },
    { tool: 'list_offline_messages', args: { limit: 5 } },
    { tool: 'get_offline_message', args: { offline_message_id: message?.offlineMessageId } },
    { tool: 'list_support_agents', args: {} },
    { tool: 'list_visitors', args: { limit: 10 } },
    { tool: 'get_visitor_stats', args: { visitor: String(chat?.visitorId) } },
  ];
}

/** Everything that the specification leaves open, answered by chance. */
function byChance(): Dialect {
  const random = createRandom(SEED, 'noise');
  return Dialect.parse(Object.fromEntries(DIMENSIONS.map(({ name, values }) => [name, random.pick(values)])));
}

/** A segment of an answer: its words without numbers, by which it is known again, and its tokens. */
interface Segment {
  readonly words: string;
  readonly tokens: number;
}

function segmentsOf(text: string): Segment[] {
  return text
    .split(/\n+|(?<=[.!?:;])\s+|(?= · )/)
    .map((part) => ({ words: part.replaceAll(/\d+/g, '#').trim(), tokens: encode(part).length }))
    .filter(({ words }) => /\p{L}/u.test(words));
}

/** The texts of the answers of one desk, in turn. */
async function answersOf(checkout: string, isSettled: boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-noise-'));
  const world = createWorld({ seed: SEED, size: 'medium', now: Date.now() });
  const dialect = isSettled ? Dialect.parse({}) : byChance();
  const sandbox = await startSandbox({ world, dialect, requestsPerMinute: 1_000_000 });
  const { base_url, email, password, codes } = sandboxConfiguration(sandbox);
  const settings = { base_url, email, password, requests_per_minute: 100_000, ...(isSettled && { codes }) };
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const client = new Client({ name: 'bench', version: VERSION });
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(checkout, 'bin/chat-operations-mcp.mjs'), 'stdio', '--config', join(folder, 'settings.json')],
        env: {
          PATH: process.env['PATH'] ?? '',
          CHAT_OPERATIONS_ARCHIVE: join(folder, 'archive.sqlite'),
          CHAT_OPERATIONS_READ_AHEAD_DAYS: '0',
        },
        stderr: 'inherit',
      }),
    );
    const texts: string[] = [];
    for (const { tool, args } of questionsAbout(world)) {
      const { content } = await client.callTool({ name: tool, arguments: { ...args } });
      texts.push(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
    }
    return texts;
  } finally {
    await client.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const percent = (part: number, of: number): number => Math.round((part / of) * 1000) / 10;

function measured(texts: readonly string[]): object {
  const answers = texts.map(segmentsOf);
  const standing = new Map<string, number>();
  for (const segments of answers) {
    for (const words of new Set(segments.map((segment) => segment.words))) {
      standing.set(words, (standing.get(words) ?? 0) + 1);
    }
  }
  const all = answers.flat();
  const isCommon = ({ words }: Segment): boolean => (standing.get(words) ?? 0) >= texts.length / 2;
  const known = new Set<string>();
  const again = answers.flatMap((segments) => {
    const seen = segments.filter(({ words }) => known.has(words));
    for (const { words } of segments) known.add(words);
    return seen;
  });
  const sum = (segments: readonly Segment[]): number =>
    segments.reduce((tokens, segment) => tokens + segment.tokens, 0);
  const tokens = texts.reduce((total, text) => total + encode(text).length, 0);
  const common = Map.groupBy(all.filter(isCommon), ({ words }) => words);
  return {
    answers: texts.length,
    tokens,
    in_half: { tokens: sum(all.filter(isCommon)), percent: percent(sum(all.filter(isCommon)), tokens) },
    read_before: { tokens: sum(again), percent: percent(sum(again), tokens) },
    what_is_in_half: [...common]
      .map(([words, segments]) => ({ words, answers: standing.get(words), tokens: sum(segments) }))
      .sort((one, other) => other.tokens - one.tokens),
    tokens_of_each: texts.map((text) => encode(text).length),
  };
}

const [, , checkout] = process.argv;
const root = checkout ?? join(import.meta.dirname, '..');
const results = {
  codes_settled: measured(await answersOf(root, true)),
  codes_open: { dialect: byChance(), ...measured(await answersOf(root, false)) },
};
if (checkout === undefined) await record('noise', { sandbox: { size: 'medium', seed: SEED }, ...results });
else process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
