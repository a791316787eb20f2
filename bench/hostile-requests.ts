// What bench/held-requests.ts sends a server as its client: messages at the bounds of what is read and beyond them, by their shape.
// JSON is written by hand where no value makes it, such as one key over and over.
import { z } from 'zod';
import { CATALOGUE } from '../src/mcp/catalogue.ts';

/** A message that somebody sends who wants the server to hang. */
export interface HostileRequest {
  readonly method: string;
  /** What the headers of 2026-07-28 say that it asks for. */
  readonly name?: string;
  /** The members of its parameters, but for `_meta`. */
  readonly params?: string;
  /** The members of its `_meta`, beside those of the protocol. */
  readonly meta?: string;
  /** Its id as JSON; empty for a notification. */
  readonly id?: string;
  /** Members beside those of the protocol. */
  readonly beside?: string;
  /** Headers beside those of the protocol. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often it is sent at once: in one body, or as lines in one go. */
  readonly copies?: number;
}

/** By name, each in a few words. */
export type HostileRequests = Readonly<Record<string, HostileRequest>>;

/** Just below what is read of a message (src/mcp/message-bounds.ts). */
const LARGEST = 250 * 1024;
const KEYS = 1900;
const VALUES = 9800;

const repeated = (text: string, bytes = LARGEST): string => text.repeat(Math.floor(bytes / text.length));
const listed = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join();
const times = (count: number, item: string): string => listed(count, () => item);

/** The members of an object, as many as are read or as large, and more than that. */
const MEMBERS: Readonly<Record<string, string>> = {
  'short keys': listed(KEYS, (index) => `"k${index}":1`),
  'keys of 120 letters': listed(KEYS, (index) => `"${index}${'x'.repeat(115)}":1`),
  'ten keys of 25 kB': listed(10, (index) => `"${index}${'x'.repeat(25_000)}":1`),
  'keys that are numbers': listed(KEYS, (index) => `"${(KEYS - index) * 7919}":1`),
  'keys with escapes': listed(KEYS, (index) => `"\\u00e9\\n${index}":1`),
  '__proto__ over and over': times(KEYS, '"__proto__":1'),
  '__proto__ over and over, an object each': times(KEYS, '"__proto__":{}'),
  '__proto__ between other keys': listed(KEYS / 2, (index) => `"k${index}":1,"__proto__":{}`),
  '__proto__ in each other': `${'"__proto__":{'.repeat(55)}${'}'.repeat(55)}`,
  'constructor over and over': times(KEYS / 2, '"constructor":{"prototype":1}'),
  'one key over and over': times(KEYS, '"k":1'),
  'objects in each other': `${'"a":{'.repeat(55)}${'}'.repeat(55)}`,
  'many objects': `"a":[${times(KEYS, '{"b":{}}')}]`,
  'many empty lists': `"a":[${times(VALUES / 2, '[]')}]`,
  'many numbers': `"a":[${times(VALUES, '1')}]`,
  'many nulls': `"a":[${times(VALUES, 'null')}]`,
  'many texts': `"a":[${times(VALUES, '"x"')}]`,
  'many numbers of 20 digits': `"a":[${times(VALUES, '9'.repeat(20))}]`,
  'many numbers with exponents': `"a":[${times(VALUES, '1e-999')}]`,
  'lists in each other': `"a":${'['.repeat(55)}${']'.repeat(55)}`,
  'a number of 250,000 digits': `"a":${repeated('9')}`,
  'a number of 250,000 decimals': `"a":0.${repeated('7')}`,
  'a text of 250 kB': `"a":"${repeated('x')}"`,
  'a text of escapes': `"a":"${repeated('\\u00e9')}"`,
  'a text of lone surrogates': `"a":"${repeated('\\ud800')}"`,
  blanks: `"a":${repeated(' ')}1`,
  '3,900 keys': listed(3900, (index) => `"k${index}":1`),
  '3,900 times __proto__': times(3900, '"__proto__":{}'),
  '125,000 numbers': `"a":[${times(LARGEST / 2, '1')}]`,
  '64,000 empty lists': `"a":[${times(LARGEST / 4, '[]')}]`,
};

const inEachShape = (shape: (members: string) => HostileRequest): HostileRequests =>
  Object.fromEntries(Object.entries(MEMBERS).map(([name, members]) => [name, shape(members)]));

const completion = (ref: string, name: string, value: string, context = ''): string =>
  `"ref":${ref},"argument":{"name":"${name}","value":"${value}"}${context && `,"context":{"arguments":{${context}}}`}`;
const OF_PROMPT = '{"type":"ref/prompt","name":"prepare_for_visitor"}';
const OF_CHAT = '{"type":"ref/resource","uri":"chat://chats/{chat_id}/transcript"}';

/** Texts of almost 250 kB, as they may stand in a text of JSON. */
const TEXTS: Readonly<Record<string, string>> = {
  letters: repeated('a'),
  words: repeated('refund '),
  contacts: repeated('a@b.example +46 70 123 45 67 ', LARGEST - 1000),
  'letters of many bytes': repeated('é', LARGEST / 2),
  blanks: repeated(' '),
  digits: repeated('9'),
  'parts of a path': repeated('../'),
  braces: repeated('{a}'),
  'percent signs': repeated('%25'),
  'parts of a cursor': repeated('+=%2e.'),
  quotes: repeated('\\"a* -'),
  'parts of a zone': repeated('Europe/'),
  'parts of a day': repeated('2026-'),
};
const inEachText = (shape: (text: string) => HostileRequest): HostileRequests =>
  Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, shape(text)]));

/** Headers hold 16 kB together. */
const inHeader = (header: string, begin = ''): HostileRequests =>
  Object.fromEntries(
    ['a', ',', 'a,', ' ,', '.', ';=', '%25', 'a.b.', 'Bearer ', '[::1]:'].map((part) => {
      const value = `${begin}${repeated(part, 14_000)}x`;
      return [`${header}: ${begin}${part}…`, { method: 'tools/list', headers: { [header]: value } }];
    }),
  );

/** By the place where they stand. */
export const HOSTILE_PLACES: Readonly<Record<string, HostileRequests>> = {
  'arguments of a tool': inEachShape((members) => ({
    method: 'tools/call',
    name: 'list_chats',
    params: `"name":"list_chats","arguments":{${members}}`,
  })),
  'data for a chatbot': inEachShape((members) => ({
    method: 'tools/call',
    name: 'send_chatbot_webhook',
    params: `"name":"send_chatbot_webhook","arguments":{"bot":"Shop assistant","endpoint":"order","session_id":"z","preview":true,"data":{${members}}}`,
  })),
  'arguments of a prompt': inEachShape((members) => ({
    method: 'prompts/get',
    name: 'review_chat',
    params: `"name":"review_chat","arguments":{${members}}`,
  })),
  'context of a completion': inEachShape((members) => ({
    method: 'completion/complete',
    params: completion(OF_PROMPT, 'visitor', 'a', members),
  })),
  'parameters of a list': inEachShape((params) => ({ method: 'tools/list', params })),
  metadata: inEachShape((meta) => ({ method: 'tools/list', meta })),
  message: inEachShape((beside) => ({ method: 'tools/list', beside })),
  'parameters of no method': inEachShape((params) => ({ method: 'no/such', params })),
  'a notification': inEachShape((params) => ({ method: 'notifications/progress', params, id: '' })),
  'an initialization': inEachShape((members) => ({
    method: 'initialize',
    params: `"protocolVersion":"2025-11-25","clientInfo":{"name":"x","version":"1"},"capabilities":{"experimental":{${members}}}`,
  })),
  'what is listened to': inEachShape((members) => ({
    method: 'subscriptions/listen',
    params: `"notifications":{${members}}`,
  })),
  'addresses of resources': inEachText((text) => ({
    method: 'resources/read',
    params: `"uri":"chat://chats/${text}/transcript"`,
  })),
  'addresses of nothing': inEachText((text) => ({ method: 'resources/read', params: `"uri":"${text}"` })),
  'addresses to subscribe to': inEachText((text) => ({ method: 'resources/subscribe', params: `"uri":"${text}"` })),
  'texts to complete': inEachText((text) => ({
    method: 'completion/complete',
    params: completion(OF_PROMPT, 'visitor', text),
  })),
  'ids to complete': inEachText((text) => ({
    method: 'completion/complete',
    params: completion(OF_CHAT, 'chat_id', text),
  })),
  'values of prompts': inEachText((text) => ({
    method: 'prompts/get',
    name: 'prepare_for_visitor',
    params: `"name":"prepare_for_visitor","arguments":{"visitor":"${text}"}`,
  })),
  'names of tools': inEachText((text) => ({ method: 'tools/call', params: `"name":"${text}","arguments":{}` })),
  'names of methods': inEachText((text) => ({ method: text })),
  'ids of requests': inEachText((text) => ({ method: 'ping', id: `"${text}"` })),
  'cursors of lists': inEachText((text) => ({ method: 'resources/list', params: `"cursor":"${text}"` })),
  'progress tokens': inEachText((text) => ({ method: 'tools/list', meta: `"progressToken":"${text}"` })),
  traces: inEachText((text) => ({
    method: 'tools/list',
    meta: `"traceparent":"${text}","baggage":"${text.slice(0, 10)}"`,
  })),
};

/** In the headers of requests. */
export const HOSTILE_HEADERS: Readonly<Record<string, HostileRequests>> = {
  headers: {
    ...inHeader('authorization'),
    ...inHeader('authorization', 'Bearer '),
    ...inHeader('authorization', 'Bearer eyJhbGciOiJub25lIn0.'),
    ...inHeader('mcp-session-id'),
    ...inHeader('origin', 'http://'),
    ...inHeader('forwarded', 'for='),
    ...inHeader('x-forwarded-for'),
    ...inHeader('x-forwarded-host'),
    ...inHeader('accept'),
    ...inHeader('content-type', 'application/json;'),
    ...inHeader('traceparent'),
    ...inHeader('baggage'),
    ...inHeader('cookie'),
    ...inHeader('last-event-id'),
    'a hundred short ones': {
      method: 'tools/list',
      headers: Object.fromEntries(Array.from({ length: 85 }, (_, index) => [`x-${index}`, 'a'])),
    },
  },
};

/** Many at once, as many as one caller may and far more, which only the older revision and lines can send. */
export const HOSTILE_BATCHES: Readonly<Record<string, HostileRequests>> = Object.fromEntries(
  [30, 2000].map((copies) => [
    `${copies} at once`,
    {
      'tools/list': { method: 'tools/list', copies },
      'prompts/list': { method: 'prompts/list', copies },
      'resources/list': { method: 'resources/list', copies },
      'resources/read': { method: 'resources/read', params: '"uri":"chat://definitions"', copies },
      list_chats: { method: 'tools/call', params: '"name":"list_chats","arguments":{}', copies },
      slips: { method: 'tools/call', params: '"name":"list_chats","arguments":{"perod":1,"metrcs":[1]}', copies },
      completion: { method: 'completion/complete', params: completion(OF_PROMPT, 'visitor', 'a'), copies },
      ping: { method: 'ping', copies },
      'no method': { method: 'no/such', copies },
    },
  ]),
);

const InputSchema = z.looseObject({
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
});

/** What stands beside the argument that is hostile. */
const USUAL: Readonly<Record<string, string>> = {
  query: '"refund"',
  chat_id: '1',
  offline_message_id: '1',
  visitor: '"1"',
  metric: '"missed"',
  code: '"rating"',
  value: '1',
  meaning: '"missed"',
  priority: '"soon"',
  bot: '"x"',
  endpoint: '"y"',
  session_id: '"z"',
  data: '{}',
};

const VALUES_OF_ARGUMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, `"${text}"`])),
  'many texts': `[${times(VALUES, '"x"')}]`,
  'many other texts': `[${listed(VALUES, (index) => `"n${index}"`)}]`,
  'many words of the list': `[${times(VALUES, '"missed"')}]`,
  'many objects': `[${times(KEYS, '{"a":1}')}]`,
  'many keys': `{${listed(KEYS, (index) => `"k${index}":1`)}}`,
  'a number of 250,000 digits': repeated('9'),
};

/** In each argument of each tool. */
export const HOSTILE_ARGUMENTS: Readonly<Record<string, HostileRequests>> = Object.fromEntries(
  Object.entries(CATALOGUE.tools).map(([tool, { inputSchema }]) => {
    const { required, properties } = InputSchema.parse(inputSchema);
    const requests = Object.keys(properties).flatMap((argument) =>
      Object.entries(VALUES_OF_ARGUMENTS).map(([name, value]): [string, HostileRequest] => {
        const beside = required.filter((one) => one !== argument).map((one) => `"${one}":${USUAL[one]},`);
        const params = `"name":"${tool}","arguments":{${beside.join('')}"${argument}":${value}}`;
        return [`${argument}: ${name}`, { method: 'tools/call', name: tool, params }];
      }),
    );
    return [`arguments of ${tool}`, Object.fromEntries(requests)];
  }),
);
