import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { AccountName, CallerId, LOCAL_CALLER, SCOPE_NAMES, type Caller } from '../../../src/model/caller.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { seconds } from '../../../src/model/time/units.ts';
import { first, openServer, smallWorld, type Service } from '../../mcp/desk.ts';
import { startListeningService } from '../../mcp/listening-service.ts';
import { containing } from '../../support/matchers.ts';
import { openAccounts, PLACES, type Accounts, type AccountsClient } from './several-accounts.ts';

// Several accounts in one server, with worlds whose ids are the same: nothing of one reaches another.

const UK = AccountName.parse('shop-uk');
const DE = AccountName.parse('shop-de');

const identified = (id: string, ...accounts: AccountName[]): Caller => ({
  id: CallerId.parse(id),
  scopes: new Set(SCOPE_NAMES),
  isIdentified: true,
  ...(accounts.length > 0 && { accounts: new Set(accounts) }),
});

const cursorIn = (text: string): string => /cursor "([^"]+)"/.exec(text)?.[1] ?? '';

/** The ids that two worlds both have. */
function sharedIds(one: readonly number[], other: readonly number[]): number[] {
  return one.filter((id) => other.includes(id));
}

describe.each(PLACES)('archives: %s', (place) => {
  let uk: Service;
  let de: Service;
  let accounts: Accounts;
  let all: AccountsClient;
  beforeAll(async () => {
    uk = await startListeningService(smallWorld(7));
    de = await startListeningService(smallWorld(8));
    accounts = await openAccounts({ [UK]: { service: uk }, [DE]: { service: de } }, place);
    all = await accounts.connect();
  });
  afterAll(async () => {
    await accounts[Symbol.asyncDispose]();
    await uk.close();
    await de.close();
  });

  test('each answers with its own records, as a server of its own does', async () => {
    const chats = sharedIds(
      uk.world.chats.map(({ chatId }) => chatId),
      de.world.chats.map(({ chatId }) => chatId),
    );
    expect(chats.length).toBeGreaterThan(10);
    await using aloneUk = await openServer(uk, { structured_content: false });
    await using aloneDe = await openServer(de, { structured_content: false });
    const questions: [string, object][] = [
      ['list_chats', { period: 'last_7_days' }],
      ['get_support_performance', { period: 'last_7_days', group_by: ['agent'] }],
      ['list_offline_messages', {}],
      ['list_support_agents', {}],
      ['list_visitors', { limit: 5 }],
      ...chats.slice(0, 3).map((id): [string, object] => ['get_chat_transcript', { chat_id: id }]),
    ];
    /** Without what differs from server to server: the sums of cursors, and the numbers of boundaries. */
    const withoutSum = (text: string): string =>
      text.replaceAll(/\.[\w-]{8}(?=[\s.]|$)|\.[\w-]{6}(?=" \()|(?<=<\/?untrusted )\d{9}(?=>)/gm, '');
    for (const [tool, args] of questions) {
      for (const [account, alone] of [
        [UK, aloneUk],
        [DE, aloneDe],
      ] as const) {
        const { text, isError } = await all.ask(tool, { account, ...args });
        expect(isError).toBe(false);
        const asked = await alone.client.callTool({ name: tool, arguments: { ...args } });
        const only = asked.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
        // What was read for the one question is at hand for the other, or not.
        const said = (whole: string) => withoutSum(whole).split('\n\n').slice(0, -1);
        expect(said(text)).toEqual(said(only));
      }
    }
    const [id] = chats;
    const both = await Promise.all([UK, DE].map((account) => all.ask('get_chat_transcript', { account, chat_id: id })));
    expect(both[0]?.text).not.toBe(both[1]?.text);
  });

  test('an account is needed, and named among those that the caller reaches', async () => {
    for (const args of [{}, { account: '' }, { account: null }, { account: 7 }]) {
      const { text, isError } = await all.ask('list_chats', args);
      expect(isError).toBe(true);
      expect(text).toContain('account is required.');
      expect(text).toContain('Valid: shop-uk, shop-de.');
    }
    const { text } = await all.ask('list_chats', { account: 'shop-fr\u202E' });
    expect(text).toMatch(/There is no such account\. Valid: shop-uk, shop-de\./);
    expect(text).not.toContain('\u202E');
    expect((await all.ask('list_chats', { account: UK, perod: 'today' })).text).toContain('It takes: account, ');
  });

  test('a cursor is one of its account and its caller, and is refused to any other', async () => {
    const [ann, bob] = [
      await accounts.connect(identified('token:ann')),
      await accounts.connect(identified('token:bob')),
    ];
    const asked = { period: 'last_30_days', limit: 1 };
    const { text } = await ann.ask('list_chats', { account: UK, ...asked });
    const cursor = cursorIn(text);
    expect(cursor).not.toBe('');
    const refused = 'The cursor does not belong to this call.';
    expect((await ann.ask('list_chats', { account: UK, ...asked, cursor })).isError).toBe(false);
    expect((await ann.ask('list_chats', { account: DE, ...asked, cursor })).text).toContain(refused);
    expect((await bob.ask('list_chats', { account: UK, ...asked, cursor })).text).toContain(refused);
    expect((await all.ask('list_chats', { account: UK, ...asked, cursor })).text).toContain(refused);
    // As another node does, which knows the caller by the same name.
    const again = await accounts.connect(identified('token:ann'));
    expect((await again.ask('list_chats', { account: UK, ...asked, cursor })).isError).toBe(false);
  });

  test('what is decided in one is not decided in the other', async () => {
    const [id] = sharedIds(
      uk.world.offlineMessages.map(({ offlineMessageId }) => offlineMessageId),
      de.world.offlineMessages.map(({ offlineMessageId }) => offlineMessageId),
    );
    expect(id).toBeDefined();
    const decision = { offline_message_id: id, priority: 'urgent', note: 'Call them back' };
    const recorded = await all.ask('record_triage', { account: UK, ...decision });
    expect(recorded.text).not.toContain('Valid');
    expect(recorded.isError).toBe(false);
    expect((await all.ask('get_offline_message', { account: UK, offline_message_id: id })).text).toContain(
      'Call them back',
    );
    expect((await all.ask('get_offline_message', { account: DE, offline_message_id: id })).text).not.toContain(
      'Call them back',
    );
  });

  test('list_accounts has both and asks no service', async () => {
    const before = [uk.requests().length, de.requests().length];
    const { text, isError } = await all.ask('list_accounts');
    expect(isError).toBe(false);
    expect([uk.requests().length, de.requests().length]).toEqual(before);
    for (const [account, { url, world }] of [
      [UK, uk],
      [DE, de],
    ] as const) {
      const row = text.split('\n').find((line) => line.startsWith(`| ${account} |`)) ?? '';
      expect(row).toContain(new URL(url).host);
      const shown = Number(row.split('|')[3]);
      expect(shown).toBeGreaterThan(0);
      expect(shown).toBeLessThanOrEqual(world.chats.length);
    }
    expect((await all.ask('list_accounts', { query: 'DE' })).text).not.toContain(UK);
    expect((await all.ask('list_accounts', { after: UK })).text).not.toContain(`| ${UK}`);
  });

  test('the addresses of resources name the account', async () => {
    const { client } = all;
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(['chat://shop-uk/status', 'chat://shop-de/codebook']));
    for (const uri of uris) expect(uri).toMatch(/^chat:\/\/shop-(uk|de)\//);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'chat://{account}/chats/{chat_id}/transcript',
    );
    for (const [account, service] of [
      [UK, uk],
      [DE, de],
    ] as const) {
      const records = uris.filter((uri) => uri.startsWith(`chat://${account}/chats/`));
      expect(records.length).toBeGreaterThan(0);
      const { contents } = await client.readResource({ uri: first(records) });
      expect(first(contents).uri).toBe(first(records));
      const { contents: status } = await client.readResource({ uri: `chat://${account}/status` });
      expect(JSON.stringify(status)).toContain(new URL(service.url).host);
    }
    for (const uri of [
      'chat://shop-fr/status',
      'chat://status',
      'chat://chats/1/transcript',
      'chat://SHOP-UK/status',
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow(/no account|not found/i);
    }
  });

  test('completions are those of the account', async () => {
    const { client } = all;
    const complete = async (name: string, value: string, given?: Record<string, string>) => {
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: 'chat://{account}/agents/{agent_id}' },
        argument: { name, value },
        ...(given && { context: { arguments: given } }),
      });
      return completion.values;
    };
    expect(await complete('account', 'shop')).toEqual([UK, DE]);
    const agents = (service: Service) => service.world.agents.map(({ agentId }) => String(agentId)).toSorted();
    expect(agents(uk)).toEqual(expect.arrayContaining((await complete('agent_id', '', { account: UK })).toSorted()));
    expect(await complete('agent_id', '')).toEqual([]);
    expect(await complete('agent_id', '', { account: 'shop-fr' })).toEqual([]);
    await using alone = await openServer(de, { structured_content: false });
    await alone.ask('list_support_agents');
    const agent = { ref: { type: 'ref/prompt', name: 'coach_agent' }, argument: { name: 'agent', value: '' } } as const;
    const named = await client.complete({ ...agent, context: { arguments: { account: DE } } });
    expect(named.completion.values.length).toBeGreaterThan(0);
    expect(named.completion.values).toEqual((await alone.client.complete(agent)).completion.values);
  });

  test('prompts name the account', async () => {
    const { client } = all;
    const { prompts } = await client.listPrompts();
    for (const { arguments: args } of prompts) expect(args?.[0]).toMatchObject({ name: 'account', required: true });
    const { messages } = await client.getPrompt({ name: 'review_support_performance', arguments: { account: DE } });
    expect(JSON.stringify(messages)).toContain('Everything here is about the account \\"shop-de\\"');
    await expect(client.getPrompt({ name: 'review_support_performance', arguments: { account: 'x' } })).rejects.toThrow(
      'Valid: shop-uk, shop-de.',
    );
  });

  test('a caller who reaches one account sees a server as if it were the only one', async () => {
    const { client, ask } = await accounts.connect({ ...LOCAL_CALLER, accounts: new Set([DE]) });
    await using alone = await openServer(de, { structured_content: false });
    expect(await client.listTools()).toEqual(await alone.client.listTools());
    expect(client.getInstructions()).toBe(alone.client.getInstructions());
    expect(await client.listPrompts()).toEqual(await alone.client.listPrompts());
    expect(await client.listResourceTemplates()).toEqual(await alone.client.listResourceTemplates());
    await expect(client.callTool({ name: 'list_accounts', arguments: {} })).rejects.toThrow('list_accounts not found');
    const told = await Promise.all([
      ask('list_chats', { account: UK }),
      ask('list_chats', { cursor: 'x' }),
      ask('get_service_status'),
    ]);
    for (const { text } of told) expect(text).not.toContain(new URL(uk.url).host);
    expect(told[0]?.text).not.toContain('Accounts:');
    await expect(client.readResource({ uri: `chat://${UK}/status` })).rejects.toThrow();
  });

  test('the tools of several take the account first, whichever the setting tools leaves', async () => {
    const { tools } = await all.client.listTools();
    expect(tools[0]?.name).toBe('list_accounts');
    for (const { inputSchema } of tools.slice(1)) expect(inputSchema.required?.[0]).toBe('account');
    expect(all.client.getInstructions()).toContain('list_accounts');
    await using few = await openAccounts(
      { [UK]: { service: uk, tools: new Set(['list_chats']) }, [DE]: { service: de, tools: new Set(['list_chats']) } },
      'memory',
    );
    const { client } = await few.connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_accounts', 'list_chats']);
  });
});

describe.each(PLACES)('what goes wrong with one, archives: %s', (place) => {
  test('a wrong password leaves the others', async () => {
    await using uk = await startListeningService(smallWorld(7));
    await using de = await startListeningService(smallWorld(8));
    const wrong = { ...(await settingsOf(uk)), password: new Secret('not this one') };
    await using accounts = await openAccounts({ [UK]: { service: uk, account: wrong }, [DE]: { service: de } }, place);
    const { ask } = await accounts.connect();
    const refused = await ask('list_support_agents', { account: UK });
    expect(refused).toMatchObject({ isError: true, text: containing('refused the login') });
    expect(await ask('list_support_agents', { account: DE })).toMatchObject({ isError: false });
    expect(uk.requests()).toHaveLength(1);
  });

  test('the limit of one slows no other', async () => {
    await using uk = await startListeningService(smallWorld(7));
    await using de = await startListeningService(smallWorld(8));
    uk.replace = () => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } });
    await using accounts = await openAccounts(
      { [UK]: { service: uk, answer_within: seconds(30) }, [DE]: { service: de } },
      place,
    );
    const { ask } = await accounts.connect();
    const [slow, quick] = await Promise.all([
      ask('list_chats', { account: UK, period: 'last_7_days' }),
      ask('list_chats', { account: DE, period: 'last_7_days' }),
    ]);
    expect(slow.text).toMatch(/limit|429|requests/);
    expect(quick.isError).toBe(false);
    expect(quick.text).not.toMatch(/incomplete|stale/i);
    const { text } = await ask('list_accounts');
    const left = (account: string) =>
      /([\d,]+) of ([\d,]+) \|$/.exec(text.split('\n').find((line) => line.startsWith(`| ${account}`)) ?? '');
    expect(Number(left(DE)?.[1]?.replaceAll(',', ''))).toBeGreaterThan(999_000);
    expect(left(UK)?.[1]).toBe('0');
  });

  test('pseudonyms of the same people differ, so that nobody can put the two together', async () => {
    await using uk = await startListeningService(smallWorld(7));
    await using de = await startListeningService(smallWorld(7));
    await using accounts = await openAccounts(
      {
        [UK]: { service: uk, redact: 'contacts', structured_content: true },
        [DE]: { service: de, redact: 'contacts', structured_content: true },
      },
      place,
    );
    const { ask } = await accounts.connect();
    const marksOf = async (account: string) => {
      const visitors = smallWorld(7).visitors.slice(-10);
      const told = await Promise.all(
        visitors.map(({ visitorId }) => ask('get_visitor_stats', { account, visitor: String(visitorId) })),
      );
      // Texts name people by their ids alone.
      const texts = JSON.stringify(told.map(({ data }) => data));
      return new Set([...texts.matchAll(/visitor-[a-z\d]{8}/g)].map(([mark]) => mark));
    };
    const [one, other] = [await marksOf(UK), await marksOf(DE)];
    expect(one.size).toBeGreaterThan(3);
    expect(other.size).toBe(one.size);
    expect([...one].filter((mark) => other.has(mark))).toEqual([]);
  });

  test('a meaning that a person records is one of its account', async () => {
    await using uk = await startListeningService(smallWorld(7));
    await using de = await startListeningService(smallWorld(8));
    await using accounts = await openAccounts(
      { [UK]: { service: uk, codes: {} }, [DE]: { service: de, codes: {} } },
      place,
    );
    const { ask } = await accounts.connect(LOCAL_CALLER, 'accepts');
    for (const account of [UK, DE]) await ask('list_chats', { account, period: 'last_7_days' });
    const said = await ask('record_code_meaning', { account: UK, code: 'rating', value: 0, meaning: 'not rated' });
    expect(said.text).toContain('**Saved**: rating 0 = not rated');
    const booksOf = (account: string) => ask('get_service_status', { account, about: 'codebook' });
    const saved = 'Known from the user';
    expect((await booksOf(UK)).text).toContain(saved);
    expect((await booksOf(DE)).text).not.toContain(saved);
  });
});

async function settingsOf(service: Service) {
  const { sandboxAccount } = await import('../../../src/commands/sandbox/sandbox-account.ts');
  return sandboxAccount(service).account;
}
