import { createServer } from 'node:http';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { SCOPE_NAMES } from '../../../src/model/caller.ts';
import { walkThrough } from './browser.ts';
import { refusalIn, startIdentified } from './identified-server.ts';

// A real authorization server, and the SDK's client, which finds it by what this server says of itself.

// Both libraries tell whoever develops with them what to mind in production.
beforeEach(() => {
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
});

const REDIRECT = 'http://127.0.0.1:1/callback';
const SCOPES = 'chats:read visitors:read offline:read';

interface Options {
  /** The scopes that it grants for a resource. */
  readonly scope?: string;
  /** Whom its tokens are for, whatever was asked. */
  readonly audience?: string;
}

/** Starts an authorization server until the test ends. */
async function startAuthorizationServer({ scope = SCOPES, audience }: Options = {}): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'only', alg: 'ES256', use: 'sig' };
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    cookies: { keys: ['only for this test'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    clients: [
      {
        client_id: 'machine',
        client_secret: 'only-for-this-test',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    scopes: ['openid', 'offline_access', ...SCOPE_NAMES],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraTokenClaims: (_context: unknown, { accountId }: { readonly accountId?: string }) =>
      accountId === undefined ? {} : { own_chats: `${accountId}@example.com` },
    features: {
      registration: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope,
          audience: audience ?? resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  server.on('request', provider.callback());
  return issuer;
}

async function start(options?: Options) {
  const issuer = await startAuthorizationServer(options);
  // For the address at which it will be reached, which is known when it listens.
  const audiences: [string] = [''];
  const server = await startIdentified({ issuer: { issuer, audiences }, isReal: true });
  audiences[0] = server.url;
  return { issuer, ...server };
}

/** What a host keeps of one person's way through an authorization server. */
class Host implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'A host',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  askedAt: URL | undefined;
  #information: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  #tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  #verifier = '';
  clientInformation() {
    return this.#information;
  }
  saveClientInformation(information: NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>) {
    this.#information = information;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(address: URL) {
    this.askedAt = address;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  'H5: a person signs in at the authorization server, by code and PKCE, and their client is let in: %j',
  async (mode) => {
    const { url, issuer } = await start();
    const host = new Host();
    const client = () => new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
    const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: host });
    await expect(client().connect(first)).rejects.toThrow(UnauthorizedError);
    const { askedAt } = host;
    if (askedAt === undefined) throw new Error('Nobody was asked to sign in');
    expect(askedAt.origin).toBe(issuer);
    const asked = Object.fromEntries(askedAt.searchParams);
    expect(asked).toMatchObject({
      scope: 'chats:read visitors:read offline:read triage:write codes:write',
      resource: url,
      code_challenge_method: 'S256',
      response_type: 'code',
    });
    const { searchParams } = await walkThrough(askedAt, REDIRECT);
    await first.finishAuth(searchParams);
    const second = client();
    await second.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: host }));
    onTestFinished(() => second.close());
    const { content } = await second.callTool({ name: 'who', arguments: {} });
    const [{ text }] = z.tuple([z.object({ text: z.string() })]).parse(content);
    expect(JSON.parse(text)).toEqual({
      id: 'oauth:ana',
      scopes: SCOPES.split(' '),
      ownChats: 'ana@example.com',
      isIdentified: true,
    });
  },
);

/** Asks an authorization server for a token in the name of a program. */
async function machineToken(issuer: string, resource: string, scope: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('machine:only-for-this-test').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}

test('H5: a program asks by its own credentials; a token for another resource, or with too few scopes, opens nothing', async () => {
  const { url, issuer, whoIs, sendToken } = await start();
  expect(await whoIs(await machineToken(issuer, url, 'chats:read'))).toEqual({
    id: 'oauth-client:machine',
    scopes: ['chats:read'],
    isIdentified: true,
  });
  const elsewhere = await machineToken(issuer, 'http://127.0.0.1:1/mcp', 'chats:read');
  expect(await refusalIn(await sendToken(elsewhere))).toMatchObject({
    status: 401,
    words: `The token is for another audience. This server takes tokens for ${url}: let the client ask for one with that as its resource.`,
  });
  const few = await machineToken(issuer, url, 'chats:read');
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_visitors', arguments: {} } };
  expect(await refusalIn(await sendToken(few, call))).toMatchObject({ status: 403, error: 'insufficient_scope' });
  expect(await refusalIn(await sendToken(await machineToken(issuer, url, '')))).toMatchObject({
    status: 403,
    error: 'insufficient_scope',
  });
});
