import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../../src/config/bots.ts';
import { readSettings, theOnly } from '../../../src/config/read.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { InvalidConfiguration } from '../../../src/model/errors.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { createWebhook, type WebhookRequest } from '../../../src/upstream/webhook/webhook.ts';
import { answers, startRawServer } from '../raw-server.ts';

// What leaves is the request of the specification, section 4.5, byte for byte; what may not leave opens no connection.
// The expected bytes are written by the rules of RFC 3986 and ECMA-404, not by what the program uses.

const server = await startRawServer({ whole: answers('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n') });
const folder = mkdtempSync(join(tmpdir(), 'chat-operations-test-'));
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Sent {
  readonly basePath: string;
  readonly webhookId: string;
  readonly endpoint: string;
  readonly botId: string;
  readonly token: string;
  readonly sessionId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function send({
  basePath,
  webhookId,
  endpoint,
  botId,
  token,
  sessionId,
  data,
}: Sent): ReturnType<WebhookRequest['send']> {
  const webhook = createWebhook({
    baseUrl: new URL(`http://127.0.0.1:${server.port}${basePath}`),
    bots: [{ name: 'shop', botId, webhookId, readToken: () => new Secret(token), endpoints: [endpoint] }],
    record: () => Promise.resolve(() => Promise.resolve()),
  });
  try {
    return await webhook
      .prepare({ bot: 'shop', endpoint, sessionId, data, caller: LOCAL_CALLER.id })
      .send({ signal: new AbortController().signal });
  } finally {
    await webhook.close();
  }
}

/** A path segment: the bytes of its UTF-8, each that is no `unreserved` and no such `sub-delims` as `%XX`. */
function segmentBytes(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w\-.~!*'()]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A string of JSON. What UTF-8 cannot say, half a pair, is written as its number. */
function stringText(text: string): string {
  const characters = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x20 && (code < 0xd800 || code > 0xdfff)) return ESCAPES[character] ?? character;
    return ESCAPES[character] ?? `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${characters.join('')}"`;
}

function jsonText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, entry]) => `${stringText(key)}:${jsonText(entry)}`)
      .join(',')}}`;
  }
  return Object.is(value, -0) ? '0' : String(value);
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  // Half pairs, wherever they stand.
  { weight: 1, arbitrary: fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }) },
  fc.constantFrom('', '\r\nX-Evil: 1', '\u2028', '"}],', '\0', '👋🏽', 'ß\u0301', '{{x}}', '\ud83d', '\ude00'),
);
const sessionId = fc.oneof(text, fc.uuid()).filter((id) => id !== '');

const key = fc.oneof(fc.string(), text, fc.constantFrom('__proto__', 'constructor', 'toJSON', '', '0', '-1'));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(-0, 1e21, 1e-7, 5e-324, Number.MAX_SAFE_INTEGER, 0.1),
);
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 8, depthSize: 'medium' },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(key, tie('json'), { maxKeys: 4 }),
  ),
}));
const data = fc.dictionary(key, json, { maxKeys: 5 });

/** What the configuration takes for an id. */
const id = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom('%2e%2e', '%2F', '..%2f..', 'a/b', 'a/../b', '?x=1', '#x', '...', ' ', 'ü', '👋🏽', ';a=b', '@', ':'),
  )
  .filter((id) => /^[^\p{Cc}\p{Cs}]+$/u.test(id) && !/^\.{1,2}$/.test(id));
const token = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1 })
  .map((text) => `canary-token-0815${text}`);
const basePath = fc.constantFrom('', '/', '/a', '/a/', '/a/b//', '/a%20b', '/%C3%BC', '/~x/(1)');

test('E1: what leaves is the request of the specification, byte for byte', async () => {
  const sent = fc.record({ basePath, webhookId: id, endpoint: id, botId: id, token, sessionId, data });
  await fc.assert(
    fc.asyncProperty(sent, async (sent) => {
      const before = server.arrived().length;
      expect(await send(sent)).toStrictEqual({ outcome: 'accepted', status: 200 });
      const [arrival, ...others] = server.arrived().slice(before);
      expect(others).toStrictEqual([]);
      const path = `${sent.basePath.replace(/\/+$/, '')}/chat-websocket/api/webhook/v1/chatbot/${segmentBytes(sent.webhookId)}/${segmentBytes(sent.endpoint)}`;
      const body = `{"sessionId":${stringText(sent.sessionId)},"botId":${stringText(sent.botId)},"data":${jsonText(sent.data)}}`;
      expect(arrival?.whole?.line).toBe(`POST ${path} HTTP/1.1`);
      expect(arrival?.whole?.body.toString('utf8')).toBe(body);
      expect(arrival?.whole?.body.equals(Buffer.from(body, 'utf8'))).toBe(true);
      expect([...(arrival?.whole?.headers ?? [])].sort()).toStrictEqual(
        [
          `host: 127.0.0.1:${server.port}`,
          'connection: close',
          `authorization: Bearer ${sent.token}`,
          'content-type: application/json',
          `content-length: ${Buffer.byteLength(body, 'utf8')}`,
        ].sort(),
      );
    }),
    { numRuns: 300 },
  );
});

describe('what may not leave opens no connection', () => {
  const usable: Sent = {
    basePath: '/a',
    webhookId: 'w',
    endpoint: 'e',
    botId: 'b',
    token: 'canary-token-0815',
    sessionId: 's',
    data: {},
  };

  let files = 0;

  /** The bot of a configuration file, as the program reads it. */
  function configured({ webhookId, endpoint, botId, token }: Sent): Bot | undefined {
    files += 1;
    const [path, tokenFile] = [join(folder, `settings-${files}.json`), join(folder, `token-${files}`)];
    writeFileSync(tokenFile, token, { mode: 0o600 });
    const endpoints = [{ name: endpoint, description: '' }];
    const settings = {
      base_url: 'https://chat.example.com',
      email: 'ann@example.com',
      password: 'canary-secret-4711',
      webhook_base_url: `http://127.0.0.1:${server.port}`,
      bots: [{ name: 'shop', botId, webhookId, tokenFile, endpoints }],
    };
    writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
    return theOnly(readSettings({ flags: { config: path }, environment: {} })).bots[0];
  }

  /** Takes the way from the configuration to the network. */
  async function sendAsConfigured(sent: Sent): ReturnType<WebhookRequest['send']> {
    const bot = configured(sent);
    return send({ ...sent, ...(bot !== undefined && { token: bot.readToken().reveal() }) });
  }

  test('what can be sent is sent this way as well', async () => {
    const before = server.arrived().length;
    expect(await sendAsConfigured(usable)).toStrictEqual({ outcome: 'accepted', status: 200 });
    expect(server.arrived()).toHaveLength(before + 1);
  });

  const control = fc.constantFrom('\r\n', '\n', '\r', '\0', '\t', '\u007f', '\u0085', '\u009f');
  const half = fc.constantFrom('\ud83d', '\ude00');
  const around = (middle: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.string({ maxLength: 5 }), middle, fc.string({ minLength: 1, maxLength: 5 }))
      .map((parts) => parts.join(''));
  const badId = fc.oneof(fc.constantFrom('.', '..', ''), around(control), around(half));
  // Of a line break at the very end, a file's own, nothing is left; in the middle it is refused.
  const badToken = fc.oneof(
    fc.constantFrom('', ' ', 'ü', 'a b', 'a\r\nX-Evil: 1', '\ud83d'),
    around(control)
      .map((token) => `a${token.trim()}`)
      .filter((token) => /[\p{Cc}]/u.test(token)),
  );
  const bad = fc.oneof(
    badId.map((webhookId) => ({ webhookId })),
    badId.map((endpoint) => ({ endpoint })),
    around(fc.oneof(control, half)).map((botId) => ({ botId })),
    badToken.map((token) => ({ token })),
  );

  test('E3: ids and tokens that are none, as the configuration is read', async () => {
    const before = server.arrived().length;
    await fc.assert(
      fc.asyncProperty(bad, async (bad) => {
        const error: unknown = await sendAsConfigured({ ...usable, ...bad }).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(InvalidConfiguration);
      }),
      { numRuns: 200 },
    );
    expect(server.arrived()).toHaveLength(before);
  });

  test('E3: nor without the configuration in front of it', async () => {
    const before = server.arrived().length;
    const dots = ['.', '..', '', '\ud83d', 'a\ude00'];
    for (const unusable of dots) {
      await expect(send({ ...usable, webhookId: unusable })).rejects.toThrow(InvalidConfiguration);
      await expect(send({ ...usable, endpoint: unusable })).rejects.toThrow(InvalidConfiguration);
    }
    for (const token of ['a\r\nX-Evil: 1', 'a\nb', 'a\0b']) {
      await send({ ...usable, token }).catch(() => undefined);
    }
    expect(server.arrived()).toHaveLength(before);
  });
});
