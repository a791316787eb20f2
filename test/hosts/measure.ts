import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { CATALOGUE } from '../../src/mcp/catalogue.ts';
import { isJsonObject } from '../../src/model/json.ts';
import type { HostRun } from './run-host.ts';
import { messages } from './run-host.ts';

// What a run of a host shows, in words that are the same from run to run.

const Result = z.looseObject({
  content: z.array(z.looseObject({ text: z.string().default('') })).default([]),
  structuredContent: z.unknown().optional(),
});

/** A call that reached the server, with its answer, and what the model was shown of it; in order. */
export interface Shown {
  readonly tool: string;
  readonly text: string;
  readonly data: unknown;
}

/** The answers of the server to calls of tools, in order. */
export function answersOf({ tapped }: HostRun): Shown[] {
  const answers = new Map(messages(tapped, 'answer').map((message) => [message['id'], message['result']]));
  return messages(tapped, 'host').flatMap(({ method, id, params }) => {
    if (method !== 'tools/call' || !isJsonObject(params)) return [];
    const { data } = Result.safeParse(answers.get(id));
    if (data === undefined) return [];
    return [
      {
        tool: String(params['name']),
        text: data.content.map(({ text }) => text).join(''),
        data: data.structuredContent,
      },
    ];
  });
}

/** The results of tools that the model was shown last: each request has those of the requests before. */
export function resultsOf({ asked }: HostRun): readonly string[] {
  return (asked.findLast(({ results }) => results.length > 0)?.results ?? []).filter(
    (result) => !result.includes('"type":"tool_reference"'),
  );
}

export function protocolOf({ tapped }: HostRun): string {
  const [first] = messages(tapped, 'host');
  return (
    /"(?:protocolVersion|io\.modelcontextprotocol\/protocolVersion)":"([\d-]+)"/.exec(JSON.stringify(first))?.[1] ??
    'none'
  );
}

/** How the model gets an answer: as it is, in a wrapping of the host, or as JSON. Some hosts compose accents (NFC), which changes no word. */
export function formOf(given: string, { text: answered, data }: Shown): string {
  const [result, text] = [given.normalize(), answered.normalize()];
  const asJson = JSON.stringify(text).slice(1, -1);
  const parts = [
    { what: 'text', at: result.indexOf(text) },
    { what: 'text', at: result.includes(text) ? -1 : result.indexOf(asJson) },
    { what: 'data', at: data === undefined ? -1 : placeOfData(result, data) },
  ].filter(({ at }) => at >= 0);
  const order = parts.toSorted((one, other) => one.at - other.at).map(({ what }) => what);
  if (order.length === 0) return 'cut or changed';
  const wrapping = result.includes('<untrusted_context>') ? ', in <untrusted_context>' : '';
  const inJson = !result.includes(text) && order.includes('text') ? ', as a JSON string' : '';
  return `${order.join(', then ')}${order.length === 1 && data !== undefined ? ' alone' : ''}${inJson}${wrapping}`;
}

/** Where data begins, whatever its layout. */
function placeOfData(result: string, data: unknown): number {
  const [key] = isJsonObject(data) ? Object.keys(data) : [];
  return key === undefined ? -1 : Math.max(result.indexOf(`"${key}":`), result.indexOf(`\\"${key}\\":`));
}

export interface Offered {
  /** Tools of ours that are declared in the first turn, and what they take of the context. */
  readonly declared: number;
  readonly tokens: number;
  /** What the model is told of the others. */
  readonly otherwise: string;
}

/** What the model is offered in its first turn. */
export function offeredOf({ asked }: HostRun): Offered {
  const first = asked.find(({ tools }) => tools.length > 0);
  const names = Object.keys(CATALOGUE.tools);
  const isOurs = (name: string): boolean =>
    names.some((one) => name.endsWith(one) && !/(?:^|[^a-z])list_agents$/.test(name));
  const declared = (first?.tools ?? []).filter(isOurs);
  if (first === undefined || declared.length > 0) {
    return { declared: declared.length, tokens: tokensOf(first?.body, isOurs), otherwise: 'nothing' };
  }
  const description = CATALOGUE.tools['list_chats']?.description ?? '';
  let known = 0;
  while (
    known < description.length &&
    first.text.includes(JSON.stringify(description.slice(0, known + 1)).slice(1, -1))
  )
    known += 1;
  const isNamed = first.text.includes('__list_chats');
  if (!isNamed) return { declared: 0, tokens: 0, otherwise: 'nothing' };
  return {
    declared: 0,
    tokens: 0,
    otherwise: known > 20 ? `names, and ${known} characters of each description` : 'names alone',
  };
}

/** The tokens of the declarations of these tools, as they stand in a request. */
function tokensOf(body: unknown, isOurs: (name: string) => boolean): number {
  if (Array.isArray(body)) return body.reduce<number>((sum, one) => sum + tokensOf(one, isOurs), 0);
  if (!isJsonObject(body)) return 0;
  const { name, function: inner } = body;
  const named = typeof name === 'string' ? name : isJsonObject(inner) ? String(inner['name']) : undefined;
  if (named !== undefined && isOurs(named)) return encode(JSON.stringify(body)).length;
  return Object.values(body).reduce<number>((sum, one) => sum + tokensOf(one, isOurs), 0);
}

/** How much of the instructions the model is told. */
export function instructionsOf({ asked }: HostRun): string {
  const { instructions } = CATALOGUE;
  const whole = asked.map(({ text }) => text).join('\n');
  let known = 0;
  while (known < instructions.length && whole.includes(JSON.stringify(instructions.slice(0, known + 1)).slice(1, -1)))
    known += 1;
  if (known === instructions.length) return 'whole';
  return known > 40 ? `${known} characters` : 'none';
}

/** What the host asked of the server beside tools. */
export function methodsOf({ tapped }: HostRun): string[] {
  return [...new Set(messages(tapped, 'host').flatMap(({ method }) => (typeof method === 'string' ? [method] : [])))];
}

export function environmentOf({ tapped }: HostRun): string {
  const names = tapped.find(({ environment }) => environment !== undefined)?.environment ?? [];
  if (names.includes('CANARY_PASSWORD')) return 'all';
  return names.includes('CANARY_PLAIN') ? 'all but names like *PASSWORD*' : 'none';
}

const REPLIES: Readonly<Record<string, string>> = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' };

/** What became of a question to the user: how the app replied, as far as the protocol shows. */
export function askedPersonOf(run: HostRun, sent: boolean): string {
  const action = /"action":"(accept|decline|cancel)"/.exec(
    messages(run.tapped, 'host')
      .map((message) => JSON.stringify(message))
      .join('\n'),
  )?.[1];
  const called = answersOf(run).length > 0;
  if (!called) return 'the app refused the call';
  const outcome = sent ? 'sent' : 'not sent';
  return action === undefined ? `${outcome} without a question` : `${outcome}; the app ${REPLIES[action]}`;
}
