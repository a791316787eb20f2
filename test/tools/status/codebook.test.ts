import { describe, expect, test } from 'vitest';
import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import { codebookData, CodebookShape, codebookWords } from '../../../src/answers/words/codebook-words.ts';
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

/** The meaning of each value by the resource, and whether it is known: `known, code value: meaning`. */
async function meaningsTold(desk: Desk): Promise<string[]> {
  const { contents } = await desk.client.readResource({ uri: 'chat://codebook' });
  const text = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
  return meaningsIn(text);
}

function meaningsIn(text: string): string[] {
  let part = '';
  return text.split('\n').flatMap((line) => {
    part = /^(Known|Assumed|Unknown).*:$/.exec(line)?.[1]?.toLowerCase() ?? part;
    const [, code, values = ''] = /^- ([a-z_]+): ([^.;]*)/.exec(line) ?? [];
    return [...values.matchAll(/(-?\d+)((?: [a-z]+)*) \([\d,]+\)/g)].map(
      ([, value, meaning]) => `${part}, ${code} ${value}:${meaning}`,
    );
  });
}

describe.each(oneIn(2, SETS))('the codes %s', (set) => {
  const codes = codesOf({ codes: set });

  test('from 200 chats with transcripts: right, or not known', async () => {
    await using service = startService(LARGER);
    service.rewrite = renumbered(codes);
    await using desk = await openServer(service, { codes: {} });
    expect(service.world.chats).toHaveLength(200);
    await readAll(desk);
    const { star, none } = codes.rating;
    expect((await meaningsTold(desk)).toSorted()).toEqual(
      [
        `known, is_missed ${codes.is_missed.served}: served`,
        `known, is_missed ${codes.is_missed.missed}: missed`,
        `known, is_chat_transferred ${codes.is_chat_transferred.yes}: transferred`,
        `known, is_chat_transferred ${codes.is_chat_transferred.no}: not transferred`,
        `known, rating ${none}: not rated`,
        ...[1, 2, 3, 4, 5].map((stars) => `known, rating ${stars * star}:`),
        `known, enabled ${codes.enabled.yes}: enabled`,
        `known, user_type ${codes.user_type.visitor}: visitor`,
        `known, user_type ${codes.user_type.agent}: agent`,
        // Of what has just come in, half is read: too little to be sure which number is which.
        `assumed, unread ${codes.unread.yes}: unread`,
        `assumed, unread ${codes.unread.no}: read`,
        // Nothing that the service shows proves these.
        `assumed, enabled ${codes.enabled.no}: disabled`,
        `assumed, chat_started_by ${codes.chat_started_by.visitor}: visitor`,
        `assumed, chat_started_by ${codes.chat_started_by.agent}: agent`,
        `assumed, chat_ended_by ${codes.chat_ended_by.none}: nobody`,
        `unknown, user_type ${codes.user_type.bot}:`,
        `unknown, user_type ${codes.user_type.system}:`,
        `unknown, chat_ended_by ${codes.chat_ended_by.visitor}:`,
        `unknown, chat_ended_by ${codes.chat_ended_by.agent}:`,
      ].toSorted(),
    );
  });

  test('from 5 chats: nothing is known', async () => {
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
    expect(told.filter((line) => line.startsWith('known'))).toEqual([]);
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

  test('in words has every value by what it is known from, and what speaks against it', () => {
    expect(codebookWords(proven)).toBe(
      [
        'Known from data:',
        '- is_missed: 0 served (200), 1 missed (41)',
        '- rating: 0 not rated (161), 4 (80)',
        'Unknown:',
        '- chat_ended_by: 1 (120), 2 (80)',
        'Not seen yet: chat_started_by, is_chat_transferred, unread, enabled, user_type.',
        'Ask the user, then record_code_meaning.',
      ].join('\n'),
    );
    expect(codebookWords(book)).toContain(
      'Known from the setting codes:\n- is_missed: 0 missed (200), 1 missed (41). **Check the setting codes for is_missed**: the data say 0 = served (200 of 200 with a conversation).\n- enabled: 1 enabled (0)',
    );
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
