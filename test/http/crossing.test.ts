import { Client, isInputRequiredResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openAccount, type Account } from '../../src/commands/account.ts';
import { readSettings, theOnly } from '../../src/config/read.ts';
import { sandboxAccount } from '../../src/commands/sandbox/sandbox-account.ts';
import { startHttpServer, type HttpServer } from '../../src/http/http-server.ts';
import { servedAlone } from '../../src/answers/desk.ts';
import { createServer } from '../../src/mcp/server.ts';
import { SCOPE_NAMES, type Caller, type Scope } from '../../src/model/caller.ts';
import { epochMillis, seconds } from '../../src/model/time/units.ts';
import { smallWorld, startService, type Service } from '../mcp/desk.ts';
import { clientSchemas } from '../support/client-schemas.ts';
import { IS_WHOLE } from '../support/runs.ts';
import { headersOf, INITIALIZE } from './by-hand.ts';
import { callerNamed, identitiesOf } from './known-callers.ts';

// Many callers at once on one server, of several accounts and with several rights, whose requests have the same ids: what belongs to
// one reaches no other. Each asks with words of its own, and each account's people have a name of its own.

/** Twenty have each right in each era and each account. */
const CALLERS = IS_WHOLE ? 50 : 20;
const ACCOUNTS = ['north', 'south', 'west'] as const;
const ROUNDS = IS_WHOLE ? 2 : 1;
/** Hundreds of calls at once may take a busy machine long, and each is to be answered. */
const PATIENCE = seconds(200);

const RIGHTS: readonly (readonly Scope[])[] = [
  SCOPE_NAMES,
  ['chats:read'],
  ['chats:read', 'visitors:read'],
  ['offline:read'],
  ['visitors:read', 'contacts:read'],
];

interface Known {
  readonly caller: Caller;
  readonly token: string;
  readonly account: (typeof ACCOUNTS)[number];
  /** A word that only this caller says. */
  readonly canary: string;
  readonly era: 'modern' | 'legacy';
}

/** The name of everybody who wrote to an account, which no other account has. */
const surnameIn = (account: string): string => `Canaryof${account}`;

const people: readonly Known[] = Array.from({ length: CALLERS }, (_, index) => ({
  caller: callerNamed(`caller${index}`, RIGHTS[index % RIGHTS.length]),
  token: `token-${index}-secret`,
  account: ACCOUNTS[index % ACCOUNTS.length] ?? 'north',
  canary: `canaryword${String(index).padStart(2, '0')}x`,
  era: Math.floor(index / 2) % 2 === 0 ? 'modern' : 'legacy',
}));

const services: Service[] = [];
const desks = new Map<string, Account>();
let server: HttpServer;

beforeAll(async () => {
  for (const [seed, account] of ACCOUNTS.entries()) {
    const world = smallWorld(seed + 7);
    for (const chat of world.chats) chat.visitorName = surnameIn(account);
    for (const message of world.offlineMessages) message.visitorName = surnameIn(account);
    for (const visitor of world.visitors) for (const { contact } of visitor.records) contact.name = surnameIn(account);
    const service = startService(world);
    services.push(service);
    const settings = theOnly(readSettings({ flags: { sandbox: true }, environment: {} }));
    desks.set(
      account,
      await openAccount(
        {
          ...settings,
          ...sandboxAccount(service),
          archive: 'memory',
          codes: {},
          read_ahead_days: 0,
          requests_per_minute: 1_000_000,
          answer_within: PATIENCE,
        },
        () => epochMillis(service.clock.now),
        { transport: service.transport },
      ),
    );
  }
  const accounts = new Map(people.map(({ caller, account }) => [caller.id, account]));
  server = await startHttpServer(
    (caller, method) => {
      const desk = desks.get(accounts.get(caller.id) ?? '')?.deskFor(caller);
      if (desk === undefined) throw new Error('the caller has no account');
      return createServer(servedAlone(desk), method);
    },
    {
      host: '127.0.0.1',
      port: 0,
      identities: identitiesOf(new Map(people.map(({ token, caller }) => [token, caller]))),
      onDisturbance: () => {},
    },
  );
}, 120_000);

afterAll(async () => {
  await server.close();
  for (const desk of desks.values()) await desk.close();
  for (const service of services) await service.close();
});

async function connect({ token, era }: Known, capabilities = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      jsonSchemaValidator: clientSchemas,
      capabilities,
      versionNegotiation: era === 'modern' ? { mode: { pin: '2026-07-28' } } : { mode: 'legacy' },
      ...(era === 'modern' && { inputRequired: { autoFulfill: false } }),
    },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  return client;
}

/** All that somebody hears: lists, answers, refusals, notices and resources. */
async function everythingHeard(known: Known): Promise<string> {
  const { canary } = known;
  const client = await connect(known);
  const heard: unknown[] = [];
  const listen = async (asking: Promise<unknown>) => {
    heard.push(await asking.catch((error: unknown) => `refused: ${String(error)}`));
  };
  const onprogress = (notice: unknown) => void heard.push(notice);
  const call = (name: string, args: object) =>
    listen(client.callTool({ name, arguments: { ...args } }, { onprogress, timeout: PATIENCE * 1000 }));
  await listen(client.listTools());
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([
      call('list_chats', { limit: 3, visitor: canary }),
      call('list_chats', { limit: 2 }),
      call('search_transcripts', { query: canary }),
      call('list_visitors', { query: canary }),
      call('list_visitors', { limit: 2 }),
      call('get_visitor_stats', { visitor: canary }),
      call('list_offline_messages', { query: canary, state: 'all' }),
      call('list_offline_messages', { limit: 2 }),
      call('get_service_status', { about: canary }),
      listen(client.listResources()),
    ]);
  }
  await client.close();
  return JSON.stringify(heard);
}

test('H11: of many callers at once, with the same request ids, none hears of another, of another account, or beyond their scopes', async () => {
  const heard = await Promise.all(people.map(everythingHeard));
  for (const [index, told] of heard.entries()) {
    const { canary, account, caller } = people[index] ?? {};
    const canaries = new Set(told.match(/canaryword\d\dx/g));
    expect({ index, canaries: [...canaries] }).toEqual({ index, canaries: [canary] });
    const names = new Set(told.match(/Canaryof\w+/g));
    expect({ index, names: [...names] }).toEqual({ index, names: [surnameIn(account ?? '')] });
    expect(told).not.toMatch(/token-\d+-secret/);
    const may = (scope: Scope) => caller?.scopes.has(scope) === true;
    expect({ index, chats: told.includes('transcript"') || told.includes('chats**') }).toEqual({
      index,
      chats: may('chats:read'),
    });
    expect({ index, messages: /\*\*(?:No|\d+) (?:unanswered )?offline message/.test(told) }).toEqual({
      index,
      messages: may('offline:read'),
    });
    expect({ index, tool: told.includes('"name":"list_visitors"') }).toEqual({ index, tool: may('visitors:read') });
  }
}, 300_000);

describe('H11: what one caller was given is refused when another gives it', () => {
  // Of the same account, and with the same rights.
  const [one, other] = people.filter(({ account, caller }) => account === 'north' && caller.scopes.has('codes:write'));
  if (one === undefined || other === undefined) throw new Error('too few callers');
  const answerOf = async (client: Client, name: string, args: object) => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...args } });
    return { text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), isError };
  };

  test.each(['modern', 'legacy'] as const)('a cursor (%s)', async (era) => {
    const [giver, taker] = [await connect({ ...one, era }), await connect({ ...other, era })];
    const asked = { limit: 1, period: 'last_30_days' };
    const { text } = await answerOf(giver, 'list_chats', asked);
    const cursor = /cursor "([^"]+)"/.exec(text)?.[1];
    expect(cursor).toBeDefined();
    expect((await answerOf(giver, 'list_chats', { ...asked, cursor })).isError).toBe(false);
    const refused = await answerOf(taker, 'list_chats', { ...asked, cursor });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('The cursor does not belong to this call');
    await Promise.all([giver.close(), taker.close()]);
  });

  test('the id of a session', async () => {
    const post = async (token: string, body: object, session?: string) =>
      fetch(server.url, {
        method: 'POST',
        headers: { ...headersOf(session), authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const begun = await post(one.token, INITIALIZE);
    await begun.text();
    const session = begun.headers.get('mcp-session-id') ?? '';
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_chats', arguments: { limit: 1 } },
    };
    expect((await post(other.token, call, session)).status).toBe(404);
    const answered = await post(one.token, call, session);
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain(surnameIn('north'));
  });

  test('the state of a question that waits for a person', async () => {
    const capabilities = { elicitation: { form: {} } };
    const [giver, taker] = [
      await connect({ ...one, era: 'modern' }, capabilities),
      await connect({ ...other, era: 'modern' }, capabilities),
    ];
    await answerOf(giver, 'list_chats', { period: 'last_30_days' });
    const params = {
      name: 'record_code_meaning',
      arguments: { code: 'chat_ended_by', value: 1, meaning: 'visitor' },
    };
    const options = { allowInputRequired: true };
    const asked = await giver.request({ method: 'tools/call', params }, z.looseObject({}), options);
    if (!isInputRequiredResult(asked)) throw new Error(`It did not ask: ${JSON.stringify(asked)}`);
    const { requestState } = asked;
    const inputResponses = { confirmation: { action: 'accept', content: {} } };
    const replied = async (client: Client) =>
      JSON.stringify(
        await client.request(
          { method: 'tools/call', params: { ...params, requestState, inputResponses } },
          z.looseObject({}),
          options,
        ),
      );
    expect(await replied(taker)).toContain('"isError":true');
    expect(await replied(giver)).toContain('**Saved**');
    await Promise.all([giver.close(), taker.close()]);
  });
});
