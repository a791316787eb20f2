import { McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { Tokens } from '../../../src/archive/access/tokens.ts';
import { openStore } from '../../../src/archive/store.ts';
import { BearerIdentities } from '../../../src/http/identity/bearer.ts';
import { Issuer, type IssuerSettings } from '../../../src/http/identity/issuer.ts';
import { ResourceMetadata } from '../../../src/http/identity/resource-metadata.ts';
import { MadeTokens } from '../../../src/http/identity/tokens.ts';
import { newTokenText, tokenHash } from '../../../src/http/identity/token-text.ts';
import { startHttpServer } from '../../../src/http/http-server.ts';
import { TokenName, type AccessToken, type TokenRegister } from '../../../src/model/access-token.ts';
import { AccountName, SCOPE_NAMES, type Caller } from '../../../src/model/caller.ts';
import { epochMillis, systemClock } from '../../../src/model/time/units.ts';
import { headersOf } from '../by-hand.ts';

// A server over a real socket with the identities of the program, whose clock the test moves, and whose one tool tells who asked.

export const NOW = Date.UTC(2026, 10, 18, 15, 30);
const OWNER = { origin: 'https://desk.example.com', login: 'ana@example.com' };

/** What an answer says of who asked. */
const Who = z.object({
  id: z.string(),
  scopes: z.array(z.string()),
  accounts: z.array(z.string()).optional(),
  ownChats: z.string().optional(),
  isIdentified: z.boolean(),
});
export type Who = z.infer<typeof Who>;

interface Options {
  readonly issuer?: IssuerSettings;
  readonly accounts?: readonly string[];
  readonly publicUrl?: URL;
  /** Whether nobody is answered before there is a token. */
  readonly isRequired?: boolean;
  /** Stands between the server and the tokens in its archive. */
  readonly register?: (tokens: Tokens) => TokenRegister;
  /** The clock stands still unless a test moves it. */
  readonly isReal?: boolean;
}

/** Starts a server until the test ends. */
export async function startIdentified(options: Options = {}) {
  const { issuer: settings, accounts = ['desk'], publicUrl, isRequired = true, register } = options;
  const clock = { now: NOW };
  const now = () => (options.isReal === true ? systemClock() : epochMillis(clock.now));
  const store = await openStore('memory', OWNER);
  const tokens = new Tokens(store.tables);
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const failed = (error: unknown) => failures.push(error);
  const issuer = settings === undefined ? undefined : new Issuer(settings, now);
  const identities = new BearerIdentities({
    tokens: new MadeTokens({
      register: register?.(tokens) ?? tokens,
      clock: now,
      warn: (words) => warnings.push(words),
      failed,
    }),
    issuer,
    metadata: new ResourceMetadata(publicUrl, settings?.issuer),
    isRequired,
    accounts: accounts.map((name) => AccountName.parse(name)),
    clock: now,
    onBug: failed,
  });
  const served: Caller[] = [];
  const server = await startHttpServer(
    (caller) => {
      served.push(caller);
      return whoServer(caller);
    },
    {
      host: '127.0.0.1',
      port: 0,
      identities,
      ...(publicUrl !== undefined && { public_url: publicUrl }),
      onDisturbance: failed,
    },
  );
  onTestFinished(async () => {
    await server.close();
    await issuer?.close();
    await store.close();
  });
  const send = (headers: Readonly<Record<string, string>>, body: unknown = WHO): Promise<Response> =>
    fetch(server.url, { method: 'POST', headers: { ...headersOf(), ...headers }, body: JSON.stringify(body) });
  const sendToken = (token: string, body?: unknown) => send({ authorization: `Bearer ${token}` }, body);
  return {
    ...server,
    clock,
    tokens,
    warnings,
    failures,
    /** Those for whom anything was served. */
    served,
    send,
    sendToken,
    /** Makes a token for everything, unless said otherwise. */
    make: async (name: string, more: Partial<AccessToken> = {}): Promise<string> => {
      const text = newTokenText();
      const token = { scopes: new Set(SCOPE_NAMES), createdAt: now(), ...more, name: TokenName.parse(name) };
      await tokens.create({ ...token, hash: tokenHash(text) });
      return text;
    },
    /** Returns who a token is. */
    whoIs: async (token: string): Promise<Who> => whoIn(await sendToken(token)),
  };
}

const WHO = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'who', arguments: {} } };

function whoServer({ id, scopes, accounts, ownChats, isIdentified }: Caller): McpServer {
  const server = new McpServer({ name: 'who', version: '1' });
  const who = {
    id,
    scopes: [...scopes],
    ...(accounts !== undefined && { accounts: [...accounts] }),
    ...(ownChats !== undefined && { ownChats }),
    isIdentified,
  };
  server.registerTool('who', {}, () => ({ content: [{ type: 'text', text: JSON.stringify(who) }] }));
  return server;
}

/** Returns who asked, as an answer says. */
export async function whoIn(response: Response): Promise<Who> {
  const text = await response.text();
  const data = /^data: (.+)$/m.exec(text)?.[1];
  if (data === undefined) throw new Error(`refused with ${response.status}: ${text}`);
  const [content] = Answer.parse(JSON.parse(data)).result.content;
  return Who.parse(JSON.parse(content.text));
}

const Answer = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });
const Refusal = z.object({ error: z.string(), error_description: z.string() });

/** What a refusal says: its status, its challenge, and its words. */
export async function refusalIn(response: Response) {
  const body = Refusal.parse(await response.json());
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate') ?? undefined,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    error: body.error,
    words: body.error_description,
  };
}
