import * as fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FileStays, withServer } from '../../../src/commands/hosts/json-file.ts';
import { runs } from '../../support/runs.ts';

const ENTRY = {
  command: 'npx',
  args: ['-y', 'chat-operations-mcp', 'stdio', '--config', '/home/ann/it\'s a "desk".json'],
};
/** A file whose host reads comments and trailing commas, and one whose host does not. */
const LENIENT = { key: 'servers', allowsComments: true };
const STRICT = { key: 'servers' };
const Content = z.record(z.string(), z.unknown());
const Servers = z.record(z.string(), z.unknown()).catch({});

const contentOf = (text: string): Record<string, unknown> =>
  Content.parse(parseJsonc(text.replace('\uFEFF', ''), [], { allowTrailingComma: true }) ?? {});

test.each(['', ' \r\n\t', '\uFEFF', '{}'])('a file of %j gets the entry, and a second time changes nothing', (text) => {
  const file = withServer(text, LENIENT, ENTRY);
  expect(contentOf(file)).toStrictEqual({ servers: { 'chat-operations': ENTRY } });
  expect(withServer(file, LENIENT, ENTRY)).toBe(file);
});

test('an entry of ours that starts otherwise is updated, and what a user added stays', () => {
  const mine = JSON.stringify({ servers: { 'chat-operations': { command: 'chat-operations-mcp', timeout: 9 } } });
  expect(contentOf(withServer(mine, LENIENT, ENTRY))).toStrictEqual({
    servers: { 'chat-operations': { ...ENTRY, timeout: 9 } },
  });
});

test.each([
  { command: ['npx', 'chat-operations-mcp'] },
  { cmd: 'chat-operations-mcp' },
  { args: ['/chat-operations-mcp/x.js'] },
])('an entry of %j is ours', (entry) => {
  const file = JSON.stringify({ servers: { 'chat-operations': entry } });
  expect(contentOf(withServer(file, STRICT, ENTRY))).toStrictEqual({
    servers: { 'chat-operations': { ...entry, ...ENTRY } },
  });
});

test('comments, order, indentation and line ends stay', () => {
  const before =
    '\uFEFF{\r\n\t// mine\r\n\t"theme": "dark", /* and\r\n this */\r\n\t"servers": {\r\n\t\t"other": { "command": "x" }, // last\r\n\t},\r\n}\r\n';
  const after = withServer(before, LENIENT, ENTRY);
  expect(after).toContain('\t// mine\r\n\t"theme": "dark", /* and\r\n this */\r\n');
  expect(after).toContain('// last');
  expect(after).toContain('\r\n\t\t"chat-operations": {\r\n\t\t\t"command": "npx",');
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after.startsWith('\uFEFF{')).toBe(true);
});

test.each(['{"servers": {}, // mine\n}', '{"servers": {},}', '/**/{}', '{"servers": {}'])(
  'a file of %j stays where its host reads strict JSON alone',
  (text) => {
    expect(() => withServer(text, STRICT, ENTRY)).toThrow(new FileStays('is not valid JSON'));
    expect(contentOf(withServer('{"a": 1}', STRICT, ENTRY))).toStrictEqual({
      a: 1,
      servers: { 'chat-operations': ENTRY },
    });
  },
);

test.each([
  ['{"servers": {', 'is not valid JSON'],
  ['[]', 'is not a JSON object'],
  ['{"servers": []}', 'has something other than an object in "servers"'],
  ['{"servers": {"chat-operations": {"command": "python"}}}', 'has another server of the same name'],
  [
    '{"servers": {"chat-operations": {"command": "python", "env": {"A": "chat-operations-mcp"}}}}',
    'has another server of the same name',
  ],
  ['{"servers": {"chat-operations": 1}}', 'has another server of the same name'],
  ['{"servers": {}, "servers": {"a": {}}}', 'has a key twice'],
])('a file of %j stays', (text, why) => {
  expect(() => withServer(text, LENIENT, ENTRY)).toThrow(new FileStays(why));
});

/** Content of settings files: objects with keys and values as people and programs write them. */
const contents = fc.dictionary(
  fc.oneof(fc.constantFrom('servers', 'theme'), fc.string({ maxLength: 8 })),
  fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), fc.dictionary(fc.string({ maxLength: 5 }), fc.string()), {
      maxKeys: 3,
    }),
  ),
  { maxKeys: 5, noNullPrototype: true },
);
const layouts = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => `\uFEFF${text}`,
  (text: string) => text.replaceAll(/([}\]"\w])\n(\s*[}\]])/g, '$1, // {"a"\n$2'),
);

test('the entry is the only change to any file, whatever its layout', () => {
  fc.assert(
    fc.property(contents, layouts, fc.constantFrom(undefined, 2, 4, '\t'), (content, layout, indent) => {
      const text = layout(JSON.stringify(content, undefined, indent));
      const servers = content['servers'];
      fc.pre(servers === undefined || (typeof servers === 'object' && !Array.isArray(servers)));
      const after = withServer(text, LENIENT, ENTRY);
      const { servers: others, ...rest } = contentOf(text);
      expect(contentOf(after)).toStrictEqual({
        ...rest,
        servers: { ...Servers.parse(others), 'chat-operations': ENTRY },
      });
      // All that was written is still there, in its order.
      let place = 0;
      for (const character of text.trim()) {
        place = after.indexOf(character, place) + 1;
        expect(place).toBeGreaterThan(0);
      }
    }),
    { numRuns: runs(5000) },
  );
});
