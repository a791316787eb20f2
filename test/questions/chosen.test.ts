import { describe, expect, test } from 'vitest';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { codesOf } from '../../src/sandbox/codes.ts';
import type { DialectOptions } from '../../src/sandbox/dialects.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { zoneNameOf } from '../../src/model/calendar/zone-name.ts';
import { DAY, openServer, startService } from '../mcp/desk.ts';
import { chosenQuestionsWhere, worstTen } from './chosen.ts';
import { factsOf, type Facts } from './facts.ts';
import type { Asking } from './question.ts';

// Six questions in one call each, on desks whose missed chats name their agents and whose chats go back for a year, whatever
// the dialect of the service.

const DIALECTS: readonly (readonly [seed: number, zone: string, dialect: DialectOptions])[] = [
  [7, 'UTC', {}],
  [8, 'Europe/Oslo', { codes: 'b', fields: 'missing_and_null', order: 'shuffled' }],
  [9, 'America/St_Johns', { codes: 'c', fields: 'numbers_as_text', order: 'oldest', past_end: '404', page_size: 7 }],
  [10, 'Asia/Kathmandu', { words: 'others', date_to: 'exclusive', filter_time: 'start', running_chats: 'unlisted' }],
];

/** Every missed chat gets an agent who missed it, and every third chat moves back in the year. */
function overAYear(seed: number, zone: string, { running_chats }: DialectOptions): Facts {
  const facts = factsOf(seed, zone);
  const { world } = facts;
  for (const [index, chat] of world.chats.entries()) {
    const agent = world.agents[index % world.agents.length];
    if (chat.missed && agent !== undefined) chat.agentId = agent.agentId;
    if (index % 3 === 0) moveBack(chat, 28 * DAY * (index % 10));
  }
  // What the service does not list cannot be counted.
  if (running_chats === 'unlisted') {
    world.chats = world.chats.filter(({ missed, endedAt }) => missed || endedAt !== undefined);
  }
  world.chats.sort((one, other) => one.requestedAt - other.requestedAt);
  return facts;
}

function moveBack(chat: Chat, by: number): void {
  chat.messages = chat.messages.map((message) => ({ ...message, at: message.at - by }));
  chat.requestedAt -= by;
  if (chat.startedAt !== undefined) chat.startedAt -= by;
  if (chat.endedAt !== undefined) chat.endedAt -= by;
}

describe.each(DIALECTS)('world %i, %s, %j', (seed, zone, dialect) => {
  const facts = overAYear(seed, zone, dialect);
  const { star } = codesOf({ codes: dialect.codes ?? 'a' }).rating;
  const questions = [...chosenQuestionsWhere(star)(facts), worstTen(facts), worstTen(facts, { period: 'this_year' })];

  test.each(questions)('$asks', async ({ asks, ask, expected }) => {
    await using service = startService(facts.world, dialect.page_size, dialect);
    await using desk = await openServer(service, { timezone: zoneNameOf(zone) });
    let calls = 0;
    let tokens = 0;
    const asking: Asking = async (tool, args) => {
      calls += 1;
      const answer = await desk.ask(tool, args);
      tokens += encode(answer.text).length;
      return answer;
    };
    expect(await ask(asking)).toEqual(expected);
    expect(calls).toBe(1);
    expect(tokens).toBeLessThan(1200);
    process.stdout.write(`${tokens} tokens: ${asks}\n`);
    const again = await desk.spentOn(() => ask(asking));
    expect(again).toEqual({ result: expected, requests: 0 });
  });
});
