import { Client as SecondClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** What a person does when they are asked something. */
export type Person = (question: string) => Promise<'accept' | 'decline'>;

export interface Connected {
  readonly url: URL;
  readonly token: string;
  readonly person: Person;
  /** Called with the address of a resource that has changed. */
  readonly updated: (uri: string) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: () => void;
}

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** What hosts do with a server, whichever client they are built with. Each throws what the client throws. */
export interface Client {
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (tool: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
  readonly read: (uri: string) => Promise<string>;
  readonly subscribe: (uri: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const Result = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })]) });
const Read = z.object({ contents: z.tuple([z.object({ text: z.string() })]) });

function answerOf(result: unknown): Answer {
  const { isError = false, content } = Result.parse(result);
  return { text: content[0].text, isError };
}

const capabilities = { elicitation: { form: {} } };
/** A client from 2025 opens its stream again at once: by itself it waits for a second. */
const reconnectionOptions = {
  initialReconnectionDelay: 20,
  maxReconnectionDelay: 20,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 1000,
};
const optionsOf = ({ token }: Connected) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
  reconnectionOptions,
});

async function firstClient(connected: Connected): Promise<Client> {
  const client = new FirstClient({ name: 'first', version: '1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
    action: await connected.person(params.message),
  }));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => connected.updated(params.uri));
  await client.connect(new FirstHttpTransport(connected.url, optionsOf(connected)));
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, options = {}) =>
      answerOf(await client.callTool({ name, arguments: args }, undefined, options)),
    read: async (uri) => Read.parse(await client.readResource({ uri })).contents[0].text,
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
    close: () => client.close(),
  };
}

const secondClient =
  (mode: 'legacy' | { pin: string }) =>
  async (connected: Connected): Promise<Client> => {
    const client = new SecondClient({ name: 'second', version: '1' }, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: await connected.person(params.message),
    }));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => connected.updated(params.uri));
    await client.connect(new StreamableHTTPClientTransport(connected.url, optionsOf(connected)));
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args = {}, options = {}) =>
        answerOf(await client.callTool({ name, arguments: args }, options)),
      read: async (uri) => Read.parse(await client.readResource({ uri })).contents[0].text,
      subscribe: async (uri) => {
        if (mode === 'legacy') await client.subscribeResource({ uri });
        else await client.listen({ resourceSubscriptions: [uri] });
      },
      close: () => client.close(),
    };
  };

/** Every client that hosts are built with, in both revisions of the protocol. */
export const CLIENTS = [
  { name: 'sdk 1.32 (2025-11-25)', connect: firstClient, hasSessions: true },
  { name: 'client 2.4 (2025-11-25)', connect: secondClient('legacy'), hasSessions: true },
  { name: 'client 2.4 (2026-07-28)', connect: secondClient({ pin: '2026-07-28' }), hasSessions: false },
] as const;
