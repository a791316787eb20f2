import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { newTokenText } from '../../../src/http/identity/token-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { AUDIENCE, startIssuer } from './issuer-stand-in.ts';
import { NOW, startIdentified } from './identified-server.ts';

// What a person reads in a host, which shows what its client throws.

type Way = 'first' | 'legacy' | 'auto' | '2026-07-28';
const WAYS: readonly Way[] = ['first', 'legacy', 'auto', '2026-07-28'];
const LIST_VISITORS = { name: 'list_visitors', arguments: {} };

/** Connects and calls a tool, and returns what the client says went wrong. */
async function saidBy(way: Way, url: string, token: string | undefined): Promise<string> {
  const requestInit = { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } };
  const info = { name: 'host', version: '1' };
  try {
    if (way === 'first') {
      const client = new FirstClient(info);
      await client.connect(new FirstTransport(new URL(url), { requestInit }));
      await client.callTool(LIST_VISITORS);
    } else {
      const mode = way === '2026-07-28' ? { pin: way } : way;
      const client = new Client(info, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      await client.callTool(LIST_VISITORS);
    }
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test('of a token that opens nothing, clients show what is wrong and what to do, or that a token is needed', async () => {
  const issuer = await startIssuer();
  const { url, make } = await startIdentified({ issuer: { issuer: issuer.url, audiences: [AUDIENCE] } });
  const right = await make('right');
  const words: [string | undefined, string][] = [
    [
      undefined,
      'This server asks for a token. Send it in the header Authorization, as Bearer TOKEN; ask the operator for one.',
    ],
    [right.slice(0, -1), 'The token is mistyped or cut off: its checksum is wrong. Copy it again as a whole.'],
    [
      newTokenText(),
      'The token is not known here: it was revoked, or is one of another server. Ask the operator for a new one (command token create).',
    ],
    [
      await make('old', { expiresAt: epochMillis(NOW) }),
      'The token expired at 2026-11-18 15:30:00 UTC; the clock of this server says 2026-11-18 15:30:00 UTC. Ask the operator for a new one (command token create).',
    ],
    [
      await issuer.signed({ aud: 'https://other.example.com/mcp' }),
      `The token is for another audience. This server takes tokens for ${AUDIENCE}: let the client ask for one with that as its resource.`,
    ],
    [
      await issuer.signed({ exp: NOW / 1000 - 60 }),
      'The token expired at 2026-11-18 15:29:00 UTC; the clock of this server says 2026-11-18 15:30:00 UTC. Let the client ask for a new one.',
    ],
    [
      await issuer.signed({ nbf: NOW / 1000 + 600 }),
      'The token counts from 2026-11-18 15:40:00 UTC; the clock of this server says 2026-11-18 15:30:00 UTC. If that is past, one of the two clocks is wrong.',
    ],
  ];
  for (const [token, expected] of words) {
    expect(await saidBy('first', url, token)).toContain(`"error_description":"${expected}"`);
    expect(await saidBy('legacy', url, token)).toContain(`"error_description":"${expected}"`);
    // These ask for the revision first, and leave out what the server says.
    for (const way of ['auto', '2026-07-28'] as const) {
      expect(await saidBy(way, url, token)).toBe(
        'Version negotiation failed: the server requires authorization (HTTP 401)',
      );
    }
  }
});

test('of a tool that needs another scope, clients name the scope', async () => {
  const { url, make } = await startIdentified();
  const token = await make('reader', { scopes: new Set(['chats:read']) });
  for (const way of WAYS) {
    expect(await saidBy(way, url, token)).toContain(
      way === 'first'
        ? '"error_description":"This needs the scope visitors:read, which the token does not have. Ask the operator for a token that has it."'
        : 'Insufficient scope: required "visitors:read"',
    );
  }
});
