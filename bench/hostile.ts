// `node bench/hostile.ts [PART]`: for how long a server keeps its event loop from turning, whatever a client sends over HTTP: messages at
// the bounds of what is read (src/mcp/message-bounds.ts) and beyond them, by the place where something hostile stands. PART of the
// names of places measures just these.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { CATALOGUE } from '../src/mcp/catalogue.ts';
import { createWorld } from '../src/sandbox/world/world.ts';
import { startProcess, type ProgramProcess } from '../test/support/program.ts';
import { record, startDesk } from './machine.ts';

const [only = ''] = process.argv.slice(2);
/** Until the loop has turned, and the look at it has been noted. */
const SETTLED_MILLIS = 25;
/** What has not been answered by then goes on, or gets no answer. */
const ANSWERED_MILLIS = 1500;
const VERSION = '2026-07-28';
const ENVELOPE = `"io.modelcontextprotocol/protocolVersion":"${VERSION}","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`;

/** Just below what is read of a message. */
const LARGEST = 250 * 1024;
const KEYS = 1900;
const VALUES = 9800;

// JSON is written by hand where no value makes it, such as one key over and over.
const repeated = (text: string, bytes = LARGEST): string => text.repeat(Math.floor(bytes / text.length));
const listed = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join();
const times = (count: number, item: string): string => listed(count, () => item);
const nested = (open: string, close: string): string => `${open.repeat(55)}${close.repeat(55)}`;

/** The members of an object, as many as are read or as large, and more than that. */
const MEMBERS: Readonly<Record<string, string>> = {
  'short keys': listed(KEYS, (index) => `"k${index}":1`),
  'keys of 120 letters': listed(KEYS, (index) => `"${index}${'x'.repeat(115)}":1`),
  'keys that are numbers': listed(KEYS, (index) => `"${(KEYS - index) * 7919}":1`),
  '__proto__ over and over': times(KEYS, '"__proto__":{}'),
  '__proto__ in each other': nested('"__proto__":{', '}'),
  'constructor over and over': times(KEYS / 2, '"constructor":{"prototype":1}'),
  'one key over and over': times(KEYS, '"k":1'),
  'objects in each other': nested('"a":{', '}'),
  'lists in each other': `"a":${nested('[', ']')}`,
  'many objects': `"a":[${times(KEYS, '{"b":{}}')}]`,
  'many empty lists': `"a":[${times(VALUES / 2, '[]')}]`,
  'many texts': `"a":[${times(VALUES, '"x"')}]`,
  'many numbers with exponents': `"a":[${times(VALUES, '1e-999')}]`,
  'a number of 250,000 digits': `"a":${repeated('9')}`,
  'a text of escapes': `"a":"${repeated('\\u00e9')}"`,
  'a text of lone surrogates': `"a":"${repeated('\\ud800')}"`,
  blanks: `"a":${repeated(' ')}1`,
  '3,900 keys': listed(3900, (index) => `"k${index}":1`),
  '125,000 numbers': `"a":[${times(LARGEST / 2, '1')}]`,
};

/** Texts of almost 250 kB, as they may stand in a text of JSON. */
const TEXTS: Readonly<Record<string, string>> = {
  letters: repeated('a'),
  contacts: repeated('a@b.example +46 70 123 45 67 ', LARGEST - 1000),
  'letters of many bytes': repeated('é', LARGEST / 2),
  blanks: repeated(' '),
  digits: repeated('9'),
  'parts of a path': repeated('../'),
  braces: repeated('{a}'),
  'percent signs': repeated('%25'),
  quotes: repeated('\\"a* -'),
  'parts of a zone': repeated('Europe/'),
  'parts of a day': repeated('2026-'),
};

/** Headers hold 16 kB together. */
const HEADER_PARTS = Object.fromEntries(
  ['a', ',', ' ,', ';=', '%25', 'a.b.', '[::1]:'].map((part) => [part, `${repeated(part, 14_000)}x`]),
);

/** A message that somebody sends who wants the server to hang. */
interface Hostile {
  readonly method: string;
  readonly name?: string;
  /** The members of its parameters, but for `_meta`; of its `_meta`; and of itself. */
  readonly params?: string;
  readonly meta?: string;
  readonly beside?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Place = readonly [parts: Readonly<Record<string, string>>, message: (part: string) => Hostile];

const tool = (name: string, args: string): Hostile => ({
  method: 'tools/call',
  name,
  params: `"name":"${name}","arguments":{${args}}`,
});
const prompt = (name: string, args: string): Hostile => ({ ...tool(name, args), method: 'prompts/get' });
const completion = (ref: string, name: string, value: string, context = ''): Hostile => ({
  method: 'completion/complete',
  params: `"ref":${ref},"argument":{"name":"${name}","value":"${value}"},"context":{"arguments":{${context}}}`,
});
const OF_PROMPT = '{"type":"ref/prompt","name":"prepare_for_visitor"}';
const OF_CHAT = '{"type":"ref/resource","uri":"chat://chats/{chat_id}/transcript"}';
const CHATBOT = '"bot":"Shop assistant","endpoint":"order","session_id":"z","preview":true';
const listing = (more: Omit<Hostile, 'method'>): Hostile => ({ method: 'tools/list', ...more });

/** By the place where it stands, all that may stand there, and the message. */
const PLACES: Readonly<Record<string, Place>> = {
  'arguments of a tool': [MEMBERS, (members) => tool('list_chats', members)],
  'data for a chatbot': [MEMBERS, (members) => tool('send_chatbot_webhook', `${CHATBOT},"data":{${members}}`)],
  'arguments of a prompt': [MEMBERS, (members) => prompt('review_chat', members)],
  'context of a completion': [MEMBERS, (members) => completion(OF_PROMPT, 'visitor', 'a', members)],
  'parameters of a list': [MEMBERS, (params) => listing({ params })],
  metadata: [MEMBERS, (meta) => listing({ meta })],
  message: [MEMBERS, (beside) => listing({ beside })],
  'parameters of no method': [MEMBERS, (params) => ({ method: 'no/such', params })],
  'what is listened to': [MEMBERS, (of) => ({ method: 'subscriptions/listen', params: `"notifications":{${of}}` })],
  'addresses of resources': [TEXTS, (text) => ({ method: 'resources/read', params: `"uri":"chat://chats/${text}"` })],
  'texts to complete': [TEXTS, (text) => completion(OF_PROMPT, 'visitor', text)],
  'ids to complete': [TEXTS, (text) => completion(OF_CHAT, 'chat_id', text)],
  'values of prompts': [TEXTS, (text) => prompt('prepare_for_visitor', `"visitor":"${text}"`)],
  'names of tools': [TEXTS, (text) => ({ method: 'tools/call', params: `"name":"${text}","arguments":{}` })],
  'names of methods': [TEXTS, (text) => ({ method: text })],
  'cursors of lists': [TEXTS, (text) => ({ method: 'resources/list', params: `"cursor":"${text}"` })],
  'progress tokens': [TEXTS, (text) => listing({ meta: `"progressToken":"${text}"` })],
  traces: [TEXTS, (text) => listing({ meta: `"traceparent":"${text}"` })],
  ...Object.fromEntries(
    ['authorization', 'mcp-session-id', 'origin', 'forwarded', 'x-forwarded-for', 'accept', 'cookie'].map(
      (header): [string, Place] => [
        `header ${header}`,
        [
          HEADER_PARTS,
          (part) => listing({ headers: { [header]: header === 'authorization' ? `Bearer ${part}` : part } }),
        ],
      ],
    ),
  ),
  ...argumentPlaces(),
};

/** In each argument of each tool, with others that are usual. */
function argumentPlaces(): Record<string, Place> {
  const usual: Readonly<Record<string, string>> = {
    query: '"refund"',
    chat_id: '1',
    visitor: '"1"',
    metric: '"missed"',
  };
  const schema = z.looseObject({
    required: z.array(z.string()).default([]),
    properties: z.record(z.string(), z.unknown()).default({}),
  });
  const values = {
    ...Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, `"${text}"`])),
    'many other texts': `[${listed(VALUES, (index) => `"n${index}"`)}]`,
    'many words of the list': `[${times(VALUES, '"missed"')}]`,
    'many objects': `[${times(KEYS, '{"a":1}')}]`,
    'many keys': `{${listed(KEYS, (index) => `"k${index}":1`)}}`,
  };
  const places = Object.entries(CATALOGUE.tools).flatMap(([name, { inputSchema }]) => {
    const { required, properties } = schema.parse(inputSchema);
    return Object.keys(properties).map((argument): [string, Place] => {
      const beside = required.filter((one) => one !== argument).map((one) => `"${one}":${usual[one] ?? '"x"'},`);
      return [`${name}: ${argument}`, [values, (value) => tool(name, `${beside.join('')}"${argument}":${value}`)]];
    });
  });
  return Object.fromEntries(places);
}

async function send(url: string, { method, name = '', params = '', meta = '', beside = '', headers }: Hostile) {
  // Methods and names that no header can hold are not said there.
  const inHeader = (word: string) => (/^[\x20-\x7e]{1,200}$/.test(word) ? word : '');
  const members = [`"_meta":{${[ENVELOPE, meta].filter((part) => part !== '').join()}}`, params];
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${members.filter((part) => part !== '').join()}}${beside && `,${beside}`}}`;
  const sent = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': inHeader(method),
    'mcp-name': inHeader(name),
    ...headers,
  };
  const signal = AbortSignal.timeout(ANSWERED_MILLIS);
  await fetch(url, { method: 'POST', headers: sent, body, signal }).then(
    (response) => response.text(),
    () => undefined,
  );
}

let looks = 0;

/** How long the loop was held since the last time that this was asked, and the longest computing in one go, in ms. */
async function held(program: ProgramProcess): Promise<{ readonly delay: number; readonly computing: number }> {
  await sleep(SETTLED_MILLIS);
  looks += 1;
  program.kill('SIGUSR2');
  const told = (): readonly string[] => program.err().match(/worst delay .*measuring/g) ?? [];
  while (told().length < looks) await sleep(1);
  const [, delay, computing] = /delay ([\d.]+) ms, computed ([\d.]+)/.exec(told().at(-1) ?? '') ?? [];
  return { delay: Number(delay), computing: Number(computing) };
}

await using desk = await startDesk({ world: createWorld({ seed: 7, size: 'small', now: Date.now() }) });
const preload = `--import=${fileURLToPath(new URL('loop-delay.ts', import.meta.url))}`;
const args = ['http', '--port', '0', '--config', await desk.configure({ answer_within: 5 })];
await using program = startProcess(args, { ...desk.environment, NODE_OPTIONS: preload });
const [, url = ''] = await program.said(/Listening on (\S+)/);
// Everything is loaded, and compiled as far as it is by a first use of each place.
for (const [parts, message] of Object.values(PLACES)) await send(url, message(Object.values(parts)[0] ?? ''));
await held(program);

const results: Record<string, object> = {};
for (const [place, [parts, message]] of Object.entries(PLACES)) {
  if (!place.includes(only)) continue;
  let [delay, computing, by] = [0, 0, ''];
  for (const [name, part] of Object.entries(parts)) {
    await send(url, message(part));
    const now = await held(program);
    if (now.computing > computing) by = name;
    [delay, computing] = [Math.max(delay, now.delay), Math.max(computing, now.computing)];
  }
  const messages = Object.keys(parts).length;
  results[place] = {
    messages,
    worst_computing_millis: Math.round(computing),
    worst_delay_millis: Math.round(delay),
    by,
  };
}
if (only === '') await record('event-loop-requests', results);
else process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
