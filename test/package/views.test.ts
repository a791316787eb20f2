import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FOR_VIEW } from '../../src/answers/views.ts';
import { containing } from '../support/matchers.ts';
import { environmentOf, MAIN, startProgram, type Program } from '../support/program.ts';
import { ProgramTransport } from '../support/program-transport.ts';
import { SHOWS_VIEWS } from '../browser/views/view-host.ts';

// The views of the program, over every transport and in both eras of the protocol: hosts that can show them are told of them, and
// others of nothing.

const MOST_BYTES = 150_000;
const VIEWS = {
  desk: 'get_support_performance',
  chat: 'get_chat_transcript',
  triage: 'list_offline_messages',
} as const;
const NAMES = ['desk', 'chat', 'triage'] as const;
const addressOf = (view: string): string => `ui://chat-operations-mcp/${view}`;

const Listed = z.object({ cacheScope: z.enum(['public', 'private']).optional() });
const Shown = z.object({ [FOR_VIEW]: z.object({ data: z.object({ messages: z.array(z.unknown()) }) }) });
const Read = z.object({
  contents: z.tuple([z.object({ mimeType: z.string(), text: z.string(), _meta: z.unknown() })]),
});

let server: Program;
let url: URL;
beforeAll(async () => {
  server = startProgram(['http', '--sandbox', '--port', '0']);
  const [, address = ''] = await server.said(/(http:\/\/\S+\/mcp)/);
  url = new URL(address);
});
afterAll(() => server[Symbol.asyncDispose]());

/** The program as it is published. */
const ofProcess = (): Transport =>
  new StdioClientTransport({ command: process.execPath, args: [MAIN, 'stdio', '--sandbox'], env: environmentOf() });
const overStdio = (): Transport => ProgramTransport.start(['--sandbox']);
const overHttp = (): Transport => new StreamableHTTPClientTransport(url);

describe.each([
  { where: 'over stdio of a process', transport: ofProcess, mode: 'legacy', isPrivate: undefined },
  { where: 'over stdio', transport: overStdio, mode: { pin: '2026-07-28' }, isPrivate: 'private' },
  { where: 'over HTTP', transport: overHttp, mode: 'legacy', isPrivate: undefined },
  { where: 'over HTTP', transport: overHttp, mode: { pin: '2026-07-28' }, isPrivate: 'private' },
] as const)('$where, in the era $mode', ({ transport, mode, isPrivate }) => {
  const connect = async (capabilities: object) => {
    const client = new Client({ name: 'host', version: '1' }, { capabilities, versionNegotiation: { mode } });
    await client.connect(transport());
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
  };

  test('a host that can show views is told of them, gets their pages, and the data to show', async () => {
    await using client = await connect(SHOWS_VIEWS);
    const listed = await client.listTools();
    expect(Listed.parse(listed).cacheScope).toBe(isPrivate);
    for (const view of NAMES) {
      const { _meta: meta } = listed.tools.find(({ name }) => name === VIEWS[view]) ?? {};
      expect(meta).toEqual({ ui: { resourceUri: addressOf(view) } });
    }
    const { resources } = await client.listResources();
    const views = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
    expect(views.sort()).toEqual(NAMES.map(addressOf).sort());
    for (const view of NAMES) {
      const [page] = Read.parse(await client.readResource({ uri: addressOf(view) })).contents;
      expect(page).toMatchObject({
        mimeType: 'text/html;profile=mcp-app',
        text: containing('<!doctype html>'),
        _meta: {
          ui: {
            csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
            prefersBorder: true,
          },
        },
      });
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(MOST_BYTES);
      // Nothing of it is elsewhere.
      expect(page.text).not.toMatch(/<(?:link|script|img|iframe)[^>]+(?:src|href)=/i);
    }
    const { _meta: meta } = await client.callTool({ name: 'list_offline_messages', arguments: {} });
    expect(Shown.parse(meta)[FOR_VIEW].data.messages.length).toBeGreaterThan(0);
  });

  test('any other host is told of none, and gets nothing beside the text', async () => {
    await using client = await connect({});
    const listed = await client.listTools();
    expect(Listed.parse(listed).cacheScope).toBe(isPrivate === undefined ? undefined : 'public');
    expect(listed.tools.filter((tool) => '_meta' in tool)).toEqual([]);
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => !uri.startsWith('chat://'))).toEqual([]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.filter(({ uriTemplate }) => !uriTemplate.startsWith('chat://'))).toEqual([]);
    for (const view of NAMES) {
      await expect(client.readResource({ uri: addressOf(view) })).rejects.toThrow(/not found/i);
    }
    const { content, _meta: meta } = await client.callTool({ name: 'list_offline_messages', arguments: {} });
    expect(meta?.[FOR_VIEW]).toBeUndefined();
    expect(content).toHaveLength(1);
  });
});
