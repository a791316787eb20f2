import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../src/commands/sandbox/sandbox-configuration.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { first } from '../mcp/desk.ts';
import { startListeningService } from '../mcp/listening-service.ts';
import { withoutBoundaries } from '../support/boundaries.ts';
import { runProgram } from '../support/program.ts';
import { startSession } from '../support/session.ts';
import { plantedDesk } from './planted-desk.ts';
import { SOUGHT } from './people.ts';
import { canariesIn, leaksIn } from './sweep.ts';
import { shown, type WayOut } from './ways-out.ts';

// What the program prints of a desk with a canary in every field: answers as text and as data, reports, the audit, and logs of everything.

/** Canaries of what is not in the world: a caller gives them. */
const [OF_CALL, OF_NOTE] = ['zqv9999', 'zqv9998'];

const { world, rewrite } = plantedDesk();
const { chats, offlineMessages, bots, now } = world;
const clock = () => epochMillis(now);
const bot = first(bots);
const SENT = {
  bot: bot.name,
  endpoint: first(bot.endpoints).name,
  session_id: first(bot.sessions),
  data: { note: OF_CALL },
};

/** What is printed as text. */
const TEXTS = [
  ['call', 'list_visitors', '{"limit":100}'],
  ['call', 'list_offline_messages', '{"state":"all","limit":100}'],
  ['call', 'search_transcripts', JSON.stringify({ query: SOUGHT, period: 'last_30_days', limit: 100 })],
  ...chats.map(({ chatId }) => ['read', `chat://chats/${chatId}/transcript`]),
  ...offlineMessages.map(({ offlineMessageId }) => ['read', `chat://offline-messages/${offlineMessageId}`]),
  ['report'],
];
/** What is printed as data. */
const DATA = [
  ['call', 'list_chats', '{"period":"last_30_days","limit":100}', '--json'],
  ['call', 'list_visitors', '{"limit":100}', '--json'],
  ['report', '--format', 'json'],
];
/** What a server is asked that logs everything. */
const ASKED = [
  ['list_chats', { period: 'last_30_days' }],
  ['list_visitors', {}],
  ['get_chat_transcript', { chat_id: first(chats).chatId }],
  ['list_offline_messages', { state: 'all' }],
  ['record_triage', { offline_message_id: first(offlineMessages).offlineMessageId, priority: 'soon', note: OF_NOTE }],
  ['send_chatbot_webhook', SENT],
] as const;

/** The question of a line, called as in the sweep of a server. */
const askedBy = (words: readonly string[]): string => words.filter((word) => word !== 'call').join(' ');

/** The pictures in a page, without the address that every SVG begins with. */
const picturesIn = (page: string): string[] =>
  [...page.matchAll(/data:image\/svg\+xml;base64,([\w+/=]+)/g)].map(([, bytes = '']) =>
    Buffer.from(bytes, 'base64').toString().replace('xmlns="http://www.w3.org/2000/svg"', ''),
  );

const printed: WayOut[] = [];
const logged: WayOut[] = [];
beforeAll(async () => {
  await using service = await startListeningService(world);
  service.rewrite = rewrite;
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-printed-'));
  const config = join(folder, 'settings.json');
  const archive = join(folder, 'desk.sqlite');
  const settings = { ...sandboxConfiguration(service), archive, redact: 'contacts', requests_per_minute: 10_000 };
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 });
  const flags = ['--config', config, '--log-level', 'trace'];
  const environment = { [TOKEN_VARIABLE]: bot.token };
  const print = async (words: readonly string[]): Promise<string> => {
    const { out, err } = await runProgram([...words, ...flags], environment, clock);
    logged.push(shown(words.join(' '), err));
    return out;
  };
  for (const words of TEXTS) {
    const text = await print(words);
    printed.push({ asked: askedBy(words), kind: 'reply', text, strings: [withoutBoundaries(text)], data: [] });
  }
  for (const words of DATA) printed.push(shown(askedBy(words), JSON.parse(await print(words))));
  const page = await print(['report', '--format', 'html']);
  printed.push(shown('a page', page), shown('pictures of a page', picturesIn(page)));
  const session = await startSession(flags, environment, clock);
  for (const [tool, args] of ASKED) await session.call(tool, args);
  await session.finish();
  logged.push(shown('a server', session.program.err()));
  logged.push(shown('audit', await print(['archive', 'audit'])));
  await rm(folder, { recursive: true });
});

describe('what the program prints', () => {
  test('D1, K2, P1, P2, P3: holds nothing that may not come out', () => {
    expect(printed.filter(({ strings }) => strings.join('').length < 20).map(({ asked }) => asked)).toEqual([]);
    expect(canariesIn(printed).size).toBeGreaterThan(100);
    expect(leaksIn(printed, 'contacts')).toEqual([]);
  });

  test('D3: neither a log nor the audit holds a word of a visitor, or what was sent', () => {
    const audited = logged.filter(({ strings }) => strings.join('').includes('"outcome":"accepted"'));
    expect(audited.map(({ asked }) => asked)).toEqual(['a server', 'audit']);
    expect([...canariesIn(logged)]).toEqual([]);
    expect(leaksIn(logged, 'contacts')).toEqual([]);
  });
});
