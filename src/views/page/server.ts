import * as z from 'zod/mini';
import { answeredOf } from '../bridge.ts';
import type { Answered, Arguments } from '../host.ts';

// The protocol's revision 2026-07-28 with a request a question, and nothing kept between them: fetch has all that it takes.

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'chat-operations-mcp/desk', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  },
};
/** A server that is busy for longer is asked again by the person. */
const MOST_SECONDS_WAITED = 5;

const Tools = z.object({ tools: z.array(z.object({ name: z.string() })) });
const Message = z.object({
  id: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.union([z.string(), z.object({ message: z.string() })])),
  error_description: z.optional(z.string()),
});
type Message = z.infer<typeof Message>;

/** The server refuses, in its own words. */
export class Refused extends Error {
  /** Whether another token is needed. */
  readonly isOfToken: boolean;

  constructor(words: string, isOfToken: boolean) {
    super(words);
    this.isOfToken = isOfToken;
  }
}

/** The server that has given this page, asked with a token or, where it asks nobody for one, without. */
export class Server {
  readonly #token: string | undefined;
  readonly #onToken: (words: string) => void;
  #lastId = 0;

  /** @param onToken told when the token opens nothing any more, with the server's words */
  constructor(token: string | undefined, onToken: (words: string) => void = () => {}) {
    this.#token = token;
    this.#onToken = onToken;
  }

  /** The names of the tools that the token opens. Throws Refused, and what fetch throws where nobody answers. */
  async tools(): Promise<string[]> {
    const { tools } = Tools.parse(await this.#asked('tools/list', {}));
    return tools.map(({ name }) => name);
  }

  /** Calls a tool. Throws Refused, and what fetch throws where nobody answers. */
  async call(name: string, args: Arguments, signal?: AbortSignal): Promise<Answered> {
    try {
      return answeredOf(await this.#asked('tools/call', { name, arguments: args }, signal));
    } catch (error) {
      if (error instanceof Refused && error.isOfToken) this.#onToken(error.message);
      throw error;
    }
  }

  async #asked(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> {
    const response = await this.#sent(method, params, signal);
    const message = messageIn(response.headers.get('content-type') ?? '', await response.text());
    if (message?.result !== undefined) return message.result;
    throw new Refused(wordsOf(message, response), response.status === 401);
  }

  async #sent(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    isSecond = false,
  ): Promise<Response> {
    this.#lastId += 1;
    const { name } = params;
    const response = await fetch('mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#lastId, method, params: { ...params, _meta: META } }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new Refused('The server cannot be reached. Perhaps it was stopped, or the network is away.', false);
    });
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    // It says by itself that it answers in a moment.
    const isPassing = (response.status === 429 || response.status === 503) && wait <= MOST_SECONDS_WAITED;
    if (!isPassing || isSecond) return response;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    signal?.throwIfAborted();
    return this.#sent(method, params, signal, true);
  }
}

/** The answer: a JSON body, or the last message of a stream, before which there may be notices of progress. */
function messageIn(type: string, body: string): Message | undefined {
  const texts = type.startsWith('text/event-stream')
    ? body.split(/\r?\n\r?\n/).map((event) =>
        event
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n'),
      )
    : [body];
  return texts.map(parsed).findLast((message) => message?.result !== undefined || message?.error !== undefined);
}

function parsed(text: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function wordsOf(message: Message | undefined, { status, headers }: Response): string {
  const { error, error_description: described } = message ?? {};
  const words = described ?? (typeof error === 'object' ? error.message : undefined);
  const after = headers.get('retry-after');
  return [
    words ?? `The server answered with status ${status}, and not as this page expects.`,
    ...(after === null ? [] : [`Ask again in ${after} s.`]),
  ].join(' ');
}
