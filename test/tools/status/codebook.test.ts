import { describe, expect, test } from 'vitest';
import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import { codebookData, CodebookShape, codebookTable } from '../../../src/answers/words/codebook-words.ts';
import { codesOf, type Codes } from '../../../src/sandbox/codes.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { oneIn } from '../../support/runs.ts';
import { mediumWorld, openServer, readTranscripts, startService, type Desk } from '../../mcp/desk.ts';

// The codebook over desks that number their meanings in three ways, as a person reads it: right, or refused.

const SETS = ['a', 'b', 'c'] as const;
const USUAL = codesOf({ codes: 'a' });

/** A service that has these codes instead of the usual ones. */
function renumbered(codes: Codes): (body: string) => string {
  const fields = new Map<string, ReadonlyMap<unknown, number>>(
    (
      [
        'is_missed',
        'chat_started_by',
        'is_chat_transferred',
        'chat_ended_by',
        'unread',
        'enabled',
        'user_type',
      ] as const
    ).map((name) => {
      const numbers = new Map<string, number>(Object.entries(codes[name]));
      return [
        name,
        new Map(Object.entries(USUAL[name]).map(([meaning, value]) => [value, numbers.get(meaning) ?? value])),
      ];
    }),
  );
  const stars = [1, 2, 3, 4, 5].map((count) => [count * USUAL.rating.star, count * codes.rating.star] as const);
  fields.set('rating', new Map([...stars, [USUAL.rating.none, codes.rating.none]]));
  return (body) => {
    if (!body.startsWith('[') && !body.startsWith('{')) return body;
    return JSON.stringify(JSON.parse(body, (name, value: unknown) => fields.get(name)?.get(value) ?? value));
  };
}

/** Two hundred chats of a larger desk, of which some were missed and some transferred. */
function twoHundredChatsOf(world: World): World {
  const missed = world.chats.filter((chat) => chat.missed).slice(-25);
  const transferred = world.chats.filter((chat) => chat.transferred).slice(-25);
  const others = world.chats.filter((chat) => !chat.missed && !chat.transferred).slice(-150);
  return {
    ...world,
    chats: [...missed, ...transferred, ...others].toSorted((one, other) => one.requestedAt - other.requestedAt),
    offlineMessages: world.offlineMessages.slice(1500),
  };
}

// No test changes it.
const LARGER = twoHundredChatsOf(mediumWorld());

/** A desk that the server has read whole, transcripts included. */
async function readAll(desk: Desk): Promise<void> {
  await desk.ask('list_support_agents');
  await desk.ask('list_offline_messages');
  await readTranscripts(desk);
}

/** The meaning of each value by the resource: `code value: meaning`. */
async function meaningsTold(desk: Desk): Promise<string[]> {
  const { contents } = await desk.client.readResource({ uri: 'chat://codebook' });
  const text = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
  const rows = text.split('\n').filter((line) => /^\| [a-z_]+ \| -?\d+ /.test(line));
  return rows.map((row) => {
    const [, code, value, , meaning] = row.split('|').map((cell) => cell.trim());
    return `${code} ${value}: ${meaning}`;
  });
}

describe.each(oneIn(2, SETS))('the codes %s', (set) => {
  const codes = codesOf({ codes: set });

  test('from 200 chats with transcripts: right, or not settled', async () => {
    await using service = startService(LARGER);
    service.rewrite = renumbered(codes);
    await using desk = await openServer(service, { codes: {} });
    expect(service.world.chats).toHaveLength(200);
    await readAll(desk);
    const { star, none } = codes.rating;
    expect((await meaningsTold(desk)).toSorted()).toEqual(
      [
        `is_missed ${codes.is_missed.served}: served`,
        `is_missed ${codes.is_missed.missed}: missed`,
        `is_chat_transferred ${codes.is_chat_transferred.yes}: transferred`,
        `is_chat_transferred ${codes.is_chat_transferred.no}: not transferred`,
        `rating ${none}: not rated`,
        ...[1, 2, 3, 4, 5].map((stars) => `rating ${stars * star}: a rating`),
        `enabled ${codes.enabled.yes}: enabled`,
        `user_type ${codes.user_type.visitor}: visitor`,
        `user_type ${codes.user_type.agent}: agent`,
        // Of what has just come in, half is read: too little to be sure which number is which.
        `unread ${codes.unread.yes}: likely unread`,
        `unread ${codes.unread.no}: likely read`,
        // Nothing that the service shows proves these.
        `enabled ${codes.enabled.no}: likely disabled`,
        `chat_started_by ${codes.chat_started_by.visitor}: likely visitor`,
        `chat_started_by ${codes.chat_started_by.agent}: likely agent`,
        `chat_ended_by ${codes.chat_ended_by.none}: likely nobody`,
        `user_type ${codes.user_type.bot}: not settled`,
        `user_type ${codes.user_type.system}: not settled`,
        `chat_ended_by ${codes.chat_ended_by.visitor}: not settled`,
        `chat_ended_by ${codes.chat_ended_by.agent}: not settled`,
      ].toSorted(),
    );
  });

  test('from 5 chats: nothing is settled', async () => {
    await using service = startService({
      ...LARGER,
      chats: LARGER.chats.slice(-5),
      offlineMessages: LARGER.offlineMessages.slice(0, 5),
      agents: LARGER.agents.slice(0, 8),
    });
    service.rewrite = renumbered(codes);
    await using desk = await openServer(service, { codes: {} });
    await readAll(desk);
    const told = await meaningsTold(desk);
    expect(told.length).toBeGreaterThan(8);
    expect(told.filter((line) => !/: (?:not settled|likely [a-z ]+)$/.test(line))).toEqual([]);
  });
});

describe('the codebook', () => {
  const chat = { hasEnded: true, namesAgent: true, isRecent: false };
  const observed = {
    chats: [
      { ...chat, missedCode: 0, ratingCode: 4, hasStarted: true, count: 80, endedByCode: 2 },
      { ...chat, missedCode: 0, ratingCode: 0, hasStarted: true, count: 120, endedByCode: 1 },
      { ...chat, missedCode: 1, ratingCode: 0, hasStarted: false, namesAgent: false, count: 41 },
    ],
    transcripts: [],
    agentNames: [],
    offlineMessages: [],
    agents: [],
    said: [],
  };
  const book = createCodebook(observed, { is_missed: { 0: 'missed', 1: 'missed' }, enabled: { 1: 'enabled' } });
  const proven = createCodebook(observed, {});

  test('as a table has every value, what it means, by what, and what speaks against it', () => {
    const rows = codebookTable(proven).split('\n').slice(2);
    expect(rows).toEqual([
      '| is_missed | 0 | 200 | served | evidence, confidence 0.98 | 200 of 200 with a conversation |',
      '| is_missed | 1 | 41 | missed | evidence, confidence 0.91 | 0 of 41 with a conversation |',
      '| chat_started_by | – | 0 | not seen yet | | |',
      '| is_chat_transferred | – | 0 | not seen yet | | |',
      expect.stringMatching(/^\| chat_ended_by \| 1 \| 120 \| not settled \| {2}\|/),
      expect.stringMatching(/^\| chat_ended_by \| 2 \| 80 \| not settled \| {2}\|/),
      '| unread | – | 0 | not seen yet | | |',
      '| enabled | – | 0 | not seen yet | | |',
      expect.stringMatching(/^\| rating \| 0 \| 161 \| not rated \| evidence, confidence 0\.\d+ \|/),
      expect.stringMatching(/^\| rating \| 4 \| 80 \| a rating \| evidence \|/),
      '| user_type | – | 0 | not seen yet | | |',
    ]);
    expect(codebookTable(book)).toContain('the data say 0 = served (200 of 200 with a conversation)');
  });

  test('as data says the same', () => {
    const data = CodebookShape.parse(codebookData(proven));
    expect(data.find(({ code }) => code === 'is_missed')).toEqual({
      code: 'is_missed',
      settled: true,
      source: 'evidence',
      values: [
        // Wilson: 200 of 200 are 0.9811, 41 of 41 are 0.9143.
        {
          value: 0,
          seen: 200,
          meaning: 'served',
          source: 'evidence',
          evidence: '200 of 200 with a conversation',
          proven: 'served',
          confidence: 0.98,
        },
        {
          value: 1,
          seen: 41,
          meaning: 'missed',
          source: 'evidence',
          evidence: '0 of 41 with a conversation',
          proven: 'missed',
          confidence: 0.91,
        },
      ],
    });
    expect(data.find(({ code }) => code === 'rating')).toMatchObject({ settled: true, scale: { least: 4, most: 4 } });
    expect(data.find(({ code }) => code === 'chat_ended_by')).toMatchObject({ settled: false });
    expect(data.find(({ code }) => code === 'chat_ended_by')).not.toHaveProperty('source');
    expect(codebookData(book).find(({ code }) => code === 'enabled')).toEqual({
      code: 'enabled',
      settled: true,
      source: 'setting',
      values: [{ value: 1, seen: 0, meaning: 'enabled', source: 'setting' }],
    });
  });

  test('of a service that puts anything into a code ends somewhere', () => {
    const chats = Array.from({ length: 3000 }, (_, missedCode) => ({
      ...chat,
      missedCode,
      hasStarted: true,
      count: 1,
    }));
    const [missed] = codebookData(createCodebook({ ...observed, chats }, {}));
    expect(missed?.values.length).toBeLessThan(50);
  });
});
