import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Random } from '../../../src/sandbox/world/random.ts';
import type { Account } from './accounts.ts';
import { drawQuestion } from './questions.ts';

const VERSION = '2026-07-28';
const OLDER_VERSION = '2025-11-25';
/** A caller reads an answer before the next question. */
const THINKS = { min: 300, max: 1500 };
const GIVES_UP_AFTER_MILLIS = 20_000;

const Message = z.object({
  result: z
    .object({
      content: z.tuple([z.object({ text: z.string() })]).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
    })
    .optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** How a call ended: in words that are the same for the same reason. */
export type Outcome = string;

/** What callers have seen. */
export interface Seen {
  readonly outcomes: Map<Outcome, number>;
  readonly wrong: string[];
  readonly crossed: string[];
  /** The seconds that each call took. */
  readonly took: number[];
}

/** Somebody with a token of one account, who asks any node, one question after the other; in a session, the node that has it. */
export class Caller {
  readonly #account: Account;
  readonly #token: string;
  readonly #others: readonly string[];
  readonly #random: Random;
  /** Whether it asks by the older revision, in a session. */
  readonly #hasSessions: boolean;
  #session: { readonly url: URL; readonly id: string | undefined } | undefined;

  constructor(
    account: Account,
    {
      token,
      canaries,
      random,
      hasSessions,
    }: { token: string; canaries: readonly string[]; random: Random; hasSessions: boolean },
  ) {
    this.#account = account;
    this.#token = token;
    this.#others = canaries.filter((canary) => canary !== account.canary);
    this.#random = random;
    this.#hasSessions = hasSessions;
  }

  /** Asks until the time is over, and somebody has got a right answer: a busy machine gives none for a while. */
  async ask(urls: readonly URL[], until: number, seen: Seen): Promise<void> {
    while (Date.now() < until || !seen.outcomes.has('right')) {
      const began = performance.now();
      const outcome = await this.#one(this.#session?.url ?? this.#random.pick(urls), seen).catch((error: unknown) => {
        // Its node may be gone.
        this.#session = undefined;
        return failureOf(error);
      });
      seen.took.push((performance.now() - began) / 1000);
      seen.outcomes.set(outcome, (seen.outcomes.get(outcome) ?? 0) + 1);
      await new Promise((resolve) => {
        setTimeout(resolve, this.#random.integer(THINKS.min, THINKS.max));
      });
    }
  }

  async #one(url: URL, seen: Seen): Promise<Outcome> {
    const question = drawQuestion(this.#account, this.#random);
    const { status, text } = await this.#call(url, question.tool, question.arguments);
    const { name } = this.#account;
    for (const canary of this.#others) {
      if (text.includes(canary)) seen.crossed.push(`${name}: ${question.tool} shows ${canary}`);
    }
    if (status !== 200) {
      if (status === 404) this.#session = undefined;
      return `HTTP ${status}: ${text.slice(0, 160)}`;
    }
    const { result, error } = Message.parse(JSON.parse(text));
    if (error !== undefined) return `error ${error.code}: ${error.message.slice(0, 60)}`;
    const told = result?.content?.[0].text ?? '';
    if (result?.isError === true) return `refused: ${told.replaceAll(/\d+/g, 'N').slice(0, 90)}`;
    const verdict = question.judge(result?.structuredContent);
    if (verdict === 'wrong')
      seen.wrong.push(`${name}: ${question.tool} ${JSON.stringify(question.arguments)}: ${told.slice(0, 200)}`);
    return verdict;
  }

  async #call(url: URL, tool: string, args: object): Promise<{ status: number; text: string }> {
    if (!this.#hasSessions) {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientInfo': { name: 'chaos', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': tool };
      return this.#post(url, 'tools/call', { name: tool, arguments: args, _meta: meta }, headers);
    }
    if (this.#session === undefined) {
      const clientInfo = { name: 'chaos', version: '1' };
      const begun = await this.#post(url, 'initialize', {
        protocolVersion: OLDER_VERSION,
        capabilities: {},
        clientInfo,
      });
      if (begun.status !== 200) return begun;
      this.#session = { url, id: begun.session };
    }
    return this.#post(
      url,
      'tools/call',
      { name: tool, arguments: args },
      {
        'mcp-protocol-version': OLDER_VERSION,
        ...(this.#session.id !== undefined && { 'mcp-session-id': this.#session.id }),
      },
    );
  }

  async #post(url: URL, method: string, params: object, own: Readonly<Record<string, string>> = {}) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...own,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method, params }),
      signal: AbortSignal.timeout(GIVES_UP_AFTER_MILLIS),
    });
    const { status, headers } = response;
    const body = await response.text();
    const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
    return { status, session: headers.get('mcp-session-id') ?? undefined, text: isStream ? lastMessage(body) : body };
  }
}

/** The answer at the end of a stream. Throws where the stream broke off before it. */
function lastMessage(stream: string): string {
  const messages = stream
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [line.slice('data: '.length)] : []));
  const last = messages.at(-1);
  if (last === undefined || !last.includes('"id":')) throw new TypeError('terminated');
  return last;
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return `connection: ${error.message} ${code}`.trim();
}
