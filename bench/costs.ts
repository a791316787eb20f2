// `node bench/costs.ts`: what the server costs an assistant: the tokens of its tools and of its answers, the requests to the service, and
// how much of the answers an assistant has read before.
//
// Ordinary questions go to a server over stdio. The text of each answer is cut into segments: at line ends, at the ends of sentences,
// and at " · ". Two segments are the same when their words are, numbers aside. Of all tokens, `in_half` are in segments that stand in at
// least half of the answers, and `read_before` in segments that an earlier answer had already.
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { questionsAbout } from '../src/commands/demo.ts';
import { Dialect, DIMENSIONS } from '../src/sandbox/dialects.ts';
import { createRandom } from '../src/sandbox/world/random.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startSessionProcess } from '../test/support/session.ts';
import { millisOf, record, residentMebibytes, startDesk } from './machine.ts';

const SEED = 21;
const world = createWorld({ seed: SEED, size: 'medium', now: Date.now() });

const sized = (text: string) => ({ bytes: Buffer.byteLength(text), tokens: encode(text).length });

/** Everything that the specification leaves open, answered by chance. */
function byChance(): Dialect {
  const random = createRandom(SEED, 'noise');
  return Dialect.parse(Object.fromEntries(DIMENSIONS.map(({ name, values }) => [name, random.pick(values)])));
}

/** Further questions, as they are asked in a week. */
function furtherQuestions() {
  const figures = 'get_support_performance';
  const message = world.offlineMessages.findLast(({ replies }) => replies.length === 0);
  return [
    { tool: figures, args: { period: 'last_week' } },
    { tool: figures, args: { period: 'last_7_days', compare_to: 'previous_period' } },
    { tool: figures, args: { period: 'last_30_days', group_by: ['weekday'], metrics: ['missed'] } },
    { tool: 'list_chats', args: { period: 'yesterday' } },
    { tool: 'list_chats', args: { period: 'last_week', missed: true } },
    { tool: 'list_chats', args: { period: 'last_7_days', max_rating: 2, limit: 5 } },
    { tool: 'search_transcripts', args: { period: 'last_week', query: 'refund' } },
    { tool: 'get_offline_message', args: { offline_message_id: message?.offlineMessageId } },
    { tool: 'list_support_agents', args: {} },
    { tool: 'list_visitors', args: { limit: 10 } },
  ];
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

/** How much of some answers is the same in most of them, or was read before. */
function noiseIn(texts: readonly string[]): object {
  const standing = new Map<string, number>();
  const before: Segment[] = [];
  const all: Segment[] = [];
  for (const segments of texts.map(segmentsOf)) {
    before.push(...segments.filter(({ words }) => standing.has(words)));
    all.push(...segments);
    for (const words of new Set(segments.map((one) => one.words))) standing.set(words, (standing.get(words) ?? 0) + 1);
  }
  const tokens = texts.reduce((sum, text) => sum + encode(text).length, 0);
  const share = (segments: readonly Segment[]) => {
    const some = segments.reduce((sum, segment) => sum + segment.tokens, 0);
    return { tokens: some, percent: Math.round((some / tokens) * 1000) / 10 };
  };
  const common = all.filter(({ words }) => (standing.get(words) ?? 0) >= texts.length / 2);
  const byWords = Object.entries(Object.groupBy(common, ({ words }) => words));
  return {
    answers: texts.length,
    tokens,
    in_half: share(common),
    read_before: share(before),
    what_is_in_half: Object.fromEntries(byWords.map(([words, segments = []]) => [words, share(segments).tokens])),
  };
}

const Tools = z.object({
  tools: z.array(z.looseObject({ name: z.string(), description: z.string(), inputSchema: z.unknown() })),
});

async function measured(dialect: Dialect, settings: object): Promise<object> {
  await using desk = await startDesk({ world, dialect });
  const { requests } = desk.sandbox;
  const session = await startSessionProcess(['--config', await desk.configure(settings)], {
    ...desk.environment,
    CHAT_OPERATIONS_STRUCTURED_CONTENT: 'off',
  });
  const listed = await session.response(session.send('tools/list'));
  const { tools } = Tools.parse('result' in listed ? listed.result : undefined);
  const model = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const answers: object[] = [];
  const texts: string[] = [];
  for (const { tool, args } of [...questionsAbout(desk.sandbox), ...furtherQuestions()]) {
    const before = requests.length;
    const cold = await millisOf(async () => texts.push((await session.call(tool, args)).text));
    const upstream = { cold: requests.length - before, again: 0 };
    const again = await millisOf(() => session.call(tool, args));
    upstream.again = requests.length - before - upstream.cold;
    const millis = { cold: Math.round(cold), again: Math.round(again) };
    answers.push({ tool, args, text: sized(texts.at(-1) ?? ''), upstream_requests: upstream, millis });
  }
  const resident = await residentMebibytes(session.program);
  await session.finish();
  return {
    tools_list: {
      tools: tools.length,
      ...sized(JSON.stringify({ tools })),
      what_a_model_reads: sized(JSON.stringify(model)),
      tokens_of_each: Object.fromEntries(model.map((tool) => [tool.name, sized(JSON.stringify(tool)).tokens])),
    },
    answers,
    noise: noiseIn(texts),
    resident_mebibytes_after: resident,
  };
}

await record('costs', {
  sandbox: { size: 'medium', chats: world.chats.length },
  codes_settled: await measured(Dialect.parse({}), {}),
  codes_open: { dialect: byChance(), ...(await measured(byChance(), { codes: undefined })) },
});
