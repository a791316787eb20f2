import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { readSettings, type ServerSettings, type Settings } from '../../../src/config/read.ts';
import { openAccounts as openAll } from '../../../src/commands/accounts.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { AccountName, LOCAL_CALLER, type Caller } from '../../../src/model/caller.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { first, USUAL, type Service } from '../../mcp/desk.ts';
import { ENGINE, lendArchive } from '../../support/archive/archive-location.ts';

// Several accounts in one server, each in front of a service of its own. In PostgreSQL all lie in one database.

/** An account of a test: its service, and what it has of its own. */
export interface AccountOfTest extends Partial<Omit<Settings, 'archive'>> {
  readonly service: Service;
}

/** What a client was told. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
  /** Absent unless the account is set to give structured content. */
  readonly data: unknown;
}

/** A client of the server. */
export interface AccountsClient {
  readonly client: Client;
  ask: (tool: string, args?: object) => Promise<Told>;
}

/** Where the archives of a test lie. */
export type Place = 'memory' | 'lent';
export const PLACES: readonly Place[] = ENGINE === 'postgres' ? ['lent'] : ['lent', 'memory'];

export interface Accounts extends AsyncDisposable {
  readonly settings: ServerSettings;
  /** Connects a client of a caller; `accepts`: its app says yes to each question. */
  connect: (caller?: Caller, accepts?: 'accepts') => Promise<AccountsClient>;
}

/** Opens a server with these accounts, by their names. Nothing is opened before it is asked. */
export async function openAccounts(given: Readonly<Record<string, AccountOfTest>>, place: Place): Promise<Accounts> {
  await using open = new AsyncDisposableStack();
  const shared = ENGINE === 'postgres' ? open.use(await lendArchive()) : undefined;
  const accounts: Settings[] = [];
  for (const [name, { service, ...own }] of Object.entries(given)) {
    const archive = place === 'memory' ? 'memory' : (shared ?? open.use(await lendArchive())).location;
    const { account, codes } = sandboxAccount(service);
    const usual = { ...USUAL, structured_content: false };
    accounts.push({ ...usual, name: AccountName.parse(name), account, codes, archive, ...own });
  }
  const [head, ...others] = accounts;
  if (head === undefined) throw new Error('There is no account');
  const { server } = readSettings({ flags: { sandbox: true, 'log-level': 'silent' }, environment: {} });
  const settings: ServerSettings = { server, accounts: [head, ...others], warnings: [] };
  const { clock } = first(Object.values(given)).service;
  const all = openAll(settings, { clock: () => epochMillis(clock.now), errors: process.stderr });
  open.defer(() => all.close());
  const clients = open.use(new AsyncDisposableStack());
  const held = open.move();
  return {
    settings,
    connect: async (caller = LOCAL_CALLER, accepts) => {
      const served = all.servedTo(caller);
      if (served === undefined) throw new Error('The caller reaches no account');
      const capabilities = accepts === undefined ? {} : { elicitation: { form: {} } };
      const client = new Client({ name: 'test', version: '1' }, { capabilities });
      if (accepts !== undefined) {
        client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
      }
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await Promise.all([createServer(served).connect(theirs), client.connect(ours)]);
      clients.defer(() => client.close());
      return {
        client,
        ask: async (tool, args = {}) => {
          const {
            content,
            structuredContent: data,
            isError = false,
          } = await client.callTool({ name: tool, arguments: { ...args } });
          return { text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'), isError, data };
        },
      };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
