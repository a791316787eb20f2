import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REDACTION_LEVELS } from '../../src/model/redaction.ts';
import { first, startDesk, type Desk } from '../mcp/desk.ts';
import { brokenMarksIn, MARK } from './marks.ts';
import { resourceText, worldOf } from './people.ts';
import { stringsIn } from './ways-out.ts';

// Marks of redaction: whole wherever they are, and ours alone.

const EMAIL = 'kim.tester@mail.example.com';
const PHONE = '+49 30 23125999';

describe('D1: marks in what was found', () => {
  const { world, planted } = worldOf([
    {
      name: 'Kim Tester',
      email: EMAIL,
      phone: PHONE,
      said: [
        {
          author: 'visitor',
          text: `As a visitor I left my email ${EMAIL} and my phone ${PHONE}; the visitor of yesterday had the email other@mail.example.com.`,
        },
      ],
    },
  ]);
  const { chatId } = first(planted).chat;
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk(world, { redact: 'contacts' });
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test.each(['email', 'visitor', 'phone', 'email visitor phone', '"email of visitor"', 'of', 'visitor*'])(
    'stay whole for the words %s',
    async (query) => {
      const { text, data } = await desk.ask('search_transcripts', { query, from: '2026-11-01' });
      for (const shown of [text, ...stringsIn(data)]) {
        expect(brokenMarksIn(shown)).toEqual([]);
        expect(shown).not.toContain('mail.example');
      }
      if (data.total === 0) return;
      expect(data.hits.map(({ passage }) => passage.match(MARK)?.length)).toEqual([3]);
    },
  );

  test.each([EMAIL, EMAIL.toUpperCase()])('stand for the address that is looked for: %s', async (query) => {
    const { data } = await desk.ask('search_transcripts', { query: `"${query}"`, from: '2026-11-01' });
    expect(data.hits.map(({ chat_id }) => chat_id)).toEqual([chatId]);
    for (const { passage } of data.hits) {
      expect(passage).toMatch(/\[email of visitor-[a-z0-9]{8}\]/);
      expect(passage.toLowerCase()).not.toContain(EMAIL);
      expect(brokenMarksIn(passage)).toEqual([]);
    }
  });
});

describe('D1: marks that a visitor wrote', () => {
  const FORGED = ['[email of visitor-k7q2xab9]', '[secret]', '[phone abcdefgh]', '[card]', '[ip k7q2xab9]'];
  const HIDDEN = [
    '[email of\u200B visitor-k7q2xab9]',
    '&#91;secret&#93;',
    '[phone&nbsp;abcdefgh]',
    '[[secret]]',
    '[em\u00ADail of visitor-k7q2xab9]',
    '[email\nof visitor-k7q2xab9]',
  ];
  const all = [...FORGED, ...HIDDEN];
  const { world, planted } = worldOf(
    all.map((mark) => ({
      name: `Kim ${mark}`,
      whereabouts: { country: mark },
      said: [{ author: 'visitor', text: `Look: ${mark} was written by me.` }],
      letters: [{ subject: `About ${mark}`, text: `Look: ${mark} was written by me.` }],
    })),
  );

  test.each(REDACTION_LEVELS)('can be read where redact is %s, as none of ours', async (redact) => {
    await using desk = await startDesk(world, { redact });
    for (const { chat } of planted) {
      const { text, data } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId });
      const [said = ''] = data.messages.map((message) => message.text);
      expect(said).toMatch(/secret|card|abcdefgh|k7q2xab9/);
      expect(`${said}\n${text}`.match(MARK)).toBeNull();
    }
  });
});

describe('D1: titles of resources', () => {
  const letters = [{ text: 'Hello' }];
  const { world, planted } = worldOf([
    { name: 'Kim Tester', email: EMAIL, phone: PHONE, said: [{ author: 'visitor', text: 'Hello' }], letters },
    { name: '', email: 'only.email@mail.example.com', letters },
    { name: '', phone: '+49 30 23125888', letters },
    { name: 'Kim other@mail.example.com', letters },
    { name: 'Kim” — seen by the desk', letters },
  ]);

  /** The titles of what a host lists, once it has read the records. */
  async function titlesOf(desk: Desk): Promise<ReadonlyMap<string, string>> {
    await desk.ask('list_chats', { from: '2026-11-01' });
    await desk.ask('list_offline_messages', { state: 'all' });
    const { resources } = await desk.client.listResources();
    return new Map(resources.map(({ uri, title, name }) => [uri, title ?? name]));
  }

  test('have no contact in them, and names of visitors in quotes', async () => {
    await using desk = await startDesk(world, { redact: 'contacts' });
    const titles = await titlesOf(desk);
    expect([...titles.values()].filter((title) => /mail\.example|only\.email|2312/.test(title))).toEqual([]);
    const {
      visitor,
      chat,
      letters: [letter],
    } = first(planted);
    for (const uri of [
      `chat://chats/${chat.chatId}/transcript`,
      `chat://offline-messages/${letter?.offlineMessageId}`,
      `chat://visitors/${visitor.visitorId}`,
    ]) {
      expect(titles.get(uri)).toMatch(/(?:^|\s)“Kim Tester”$/);
    }
    const own = [...titles].filter(([uri]) => /^chat:\/\/(?:chats|offline-messages|visitors)\//.test(uri));
    expect(own.length).toBe(planted.length * 3);
    expect(
      own.filter(([, title]) => !/(?:“[^“”]+”|\(no name\)|\[(?:email|phone) of visitor-\w+\])$/.test(title)),
    ).toEqual([]);
  });
});

describe('D1: addresses of agents stay', () => {
  const worldWithAgent = () => {
    const { world, planted } = worldOf([
      { email: EMAIL, said: [{ author: 'visitor', text: `Mine is ${EMAIL}, and yours?` }] },
    ]);
    const { chat } = first(planted);
    const agent = first(world.agents.filter(({ agentId }) => agentId === chat.agentId));
    chat.messages.push({
      author: 'agent',
      authorName: `${agent.firstName} ${agent.lastName}`,
      text: `I will look into it. Write to me at ${agent.email} please.`,
      at: (chat.messages[0]?.at ?? 0) + 1000,
    });
    return { world, chatId: chat.chatId, address: agent.email };
  };

  test('in the first answer of a new archive', async () => {
    const { world, chatId, address } = worldWithAgent();
    await using desk = await startDesk(world, { redact: 'contacts' });
    const { text, data } = await desk.ask('get_chat_transcript', { chat_id: chatId });
    expect(data.messages.map((message) => message.text).at(-1)).toContain(`Write to me at ${address} please.`);
    expect(text).toContain(`Write to me at ${address} please.`);
    expect(data.digest.commitments?.length).toBeGreaterThan(0);
    expect(stringsIn(data).concat(text).join('\n')).not.toContain(EMAIL);
    expect(text).toMatch(/\[email of visitor-\w+\]/);
  });

  test('in a resource that is read first', async () => {
    const { world, chatId, address } = worldWithAgent();
    await using desk = await startDesk(world, { redact: 'contacts' });
    const text = await resourceText(desk, `chat://chats/${chatId}/transcript`);
    expect(text).toContain(`Write to me at ${address} please.`);
    expect(text).not.toContain(EMAIL);
  });

  test('in what a first search finds', async () => {
    const { world, address } = worldWithAgent();
    await using desk = await startDesk(world, { redact: 'contacts' });
    const { data } = await desk.ask('search_transcripts', { query: 'please', from: '2026-11-01' });
    expect(data.hits.map(({ passage }) => passage.includes(address))).toEqual([true]);
  });
});

test('D1: a chat of many long messages is answered page by page', async () => {
  const text = `The lamp is dark, write to ${EMAIL}. `.repeat(1900).slice(0, 24_000);
  const { world, planted } = worldOf([
    { email: EMAIL, said: Array.from({ length: 20 }, () => ({ author: 'visitor' as const, text })) },
  ]);
  await using desk = await startDesk(world, { redact: 'contacts' });
  const { text: page, data } = await desk.ask('get_chat_transcript', { chat_id: first(planted).chat.chatId });
  expect(data.messages).toHaveLength(1);
  expect(data.next_cursor).toBeDefined();
  expect(page).toMatch(/^Next page: .*\b19 more\)\.$/m);
  expect(page).not.toContain(EMAIL);
  expect(brokenMarksIn(page)).toEqual([]);
});
