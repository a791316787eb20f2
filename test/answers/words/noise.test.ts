import { expect, test } from 'vitest';
import { estimatedTokens } from '../../../src/answers/token-budget.ts';
import { first, monthWorld, startDesk } from '../../mcp/desk.ts';

// How much of what assistants read is the same in each answer: bench/costs.ts measures it with a tokenizer, on more questions.

/** The segments of an answer, with their numbers aside: what is left is the same words each time. */
function segmentsOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?:;])\s+|(?= · )/).filter((part) => /\p{L}/u.test(part));
}

const wordsOf = (segment: string): string => segment.replaceAll(/\d+/g, '#').trim();

/** The tokens of an answer, on average, in segments that stand in at least half of the answers. A share would grow as answers get shorter. */
function noiseOf(answers: readonly string[]): number {
  const segments = answers.map((text) => segmentsOf(text));
  const inAnswers = new Map<string, number>();
  for (const words of segments.flatMap((some) => [...new Set(some.map(wordsOf))])) {
    inAnswers.set(words, (inAnswers.get(words) ?? 0) + 1);
  }
  const isNoise = (segment: string) => (inAnswers.get(wordsOf(segment)) ?? 0) >= answers.length / 2;
  const tokensOf = (some: readonly string[]) => some.reduce((sum, one) => sum + estimatedTokens(one), 0);
  return tokensOf(segments.flat().filter(isNoise)) / answers.length;
}

test.each([
  ['settled', {}, 30],
  ['not settled', { codes: {} }, 46],
] as const)('ordinary answers, with codes that are %s, are about the question', async (_what, settings, most) => {
  const world = monthWorld();
  await using desk = await startDesk(world, { ...settings, redact: 'contacts' });
  const chat = first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined).toReversed());
  const message = first(world.offlineMessages.filter(({ replies }) => replies.length === 0).toReversed());
  const week = { period: 'last_week' };
  const performance = { ...week, transcripts: 'loaded' };
  const answers = [
    await desk.ask('get_support_performance', performance),
    await desk.ask('get_support_performance', { ...performance, compare_to: 'previous_period' }),
    await desk.ask('get_support_performance', { ...performance, group_by: ['agent'], metrics: ['missed', 'wait'] }),
    await desk.ask('list_chats', { ...week, limit: 5 }),
    await desk.ask('list_chats', { ...week, missed: true, limit: 5 }),
    await desk.ask('get_chat_transcript', { chat_id: chat.chatId }),
    await desk.ask('list_offline_messages', { limit: 5 }),
    await desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId }),
    await desk.ask('list_support_agents'),
    await desk.ask('get_visitor_stats', { visitor: String(chat.visitorId) }),
  ];
  expect(noiseOf(answers.map(({ text }) => text))).toBeLessThanOrEqual(most);
});

test('words that stand in every answer are measured as such', () => {
  const same = 'What each figure means: ask for it. Nothing was sent.';
  expect(noiseOf([`one ${same}`, `two. ${same}`, `three. ${same}`])).toBeGreaterThan(20);
  expect(noiseOf(['one thing.', 'another one.', 'a third.'])).toBe(0);
});
