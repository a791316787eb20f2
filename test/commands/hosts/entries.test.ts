import * as fc from 'fast-check';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml, stringify as stringifyYaml } from 'yaml';
import { z } from 'zod';
import { entryOf, fileWith, withEntry } from '../../../src/commands/hosts/entries.ts';
import type { Host, HostSettings, ServerStart } from '../../../src/commands/hosts/host.ts';
import { HOSTS } from '../../../src/commands/hosts/hosts.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { runs } from '../../support/runs.ts';

const START: ServerStart = {
  command: 'npx',
  args: ['-y', 'chat-operations-mcp', 'stdio', '--config', '/home/ann/it\'s a "desk".json'],
};

function hostNamed(id: string): { host: Host; settings: HostSettings; entry: JsonObject } {
  const host = HOSTS.find((host) => host.id === id);
  const entry = host && entryOf(host, 'linux', START);
  if (host?.settings === undefined || entry === undefined) throw new Error(`no settings of ${id}`);
  return { host, settings: host.settings, entry };
}

/** The text of a settings file with our entry; fails where it is refused. */
function added(text: string | undefined, { settings, entry }: { settings: HostSettings; entry: JsonObject }): string {
  const change = withEntry(text, settings, entry);
  if (!('text' in change)) throw new Error(JSON.stringify(change));
  return change.text;
}

const PARSE: Readonly<Record<HostSettings['format'], (text: string) => unknown>> = {
  json: (text) => z.json().parse(JSON.parse(text)),
  jsonc: (text) => {
    const errors: ParseError[] = [];
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) throw new Error(text);
    return value;
  },
  toml: (text) => parseToml(text),
  yaml: (text) => z.unknown().parse(parseYaml(text)),
};

/** The keys at the top of a settings file. */
function contentOf(text: string, { format }: HostSettings): Map<string, unknown> {
  const content = PARSE[format](text.replace('\uFEFF', ''));
  return new Map(Object.entries(z.record(z.string(), z.unknown()).parse(content ?? {})));
}

/** What stands under the key for servers once the entry is the last of them. */
function serversWith(entry: JsonObject, { isList }: HostSettings, others?: unknown): unknown {
  const list = z.array(z.unknown()).catch([]).parse(others);
  const record = z.record(z.string(), z.unknown()).catch({}).parse(others);
  return isList === true ? [...list, entry] : { ...record, 'chat-operations': entry };
}

const WITH_FILES = HOSTS.filter(({ settings }) => settings !== undefined).map(({ id }) => id);

test.each(WITH_FILES)('%s: a new file holds the entry, a second time changes nothing', (id) => {
  const { settings, entry } = hostNamed(id);
  for (const text of [undefined, '', ' \r\n\t', '\uFEFF']) {
    const file = added(text, { settings, entry });
    expect(contentOf(file, settings).get(settings.key)).toEqual(serversWith(entry, settings));
    expect(withEntry(file, settings, entry)).toEqual({ change: 'none' });
  }
});

test.each(WITH_FILES)('%s: an entry of ours that starts otherwise is updated, and what a person added stays', (id) => {
  const { settings, entry } = hostNamed(id);
  const mine = { ...entry, timeout: 9 };
  const other = entryOf(hostNamed(id).host, 'linux', {
    ...START,
    args: [...START.args.slice(0, -1), '/elsewhere.json'],
  });
  const file = added(fileWith(settings, mine), { settings, entry: other ?? {} });
  expect(contentOf(file, settings).get(settings.key)).toEqual(serversWith({ ...mine, ...other }, settings));
});

test.each(WITH_FILES)('%s: a server of the same name that is not ours stays', (id) => {
  const { host, settings } = hostNamed(id);
  const theirs = entryOf(host, 'linux', { command: 'python', args: ['-m', 'chat_operations'] });
  const { entry } = hostNamed(id);
  const change = withEntry(fileWith(settings, theirs ?? {}), settings, entry);
  expect(change).toMatchObject({ change: 'refused' });
  expect('why' in change && change.why).toContain('another server of the same name');
});

test('comments, order, indentation and line ends of a JSON file stay', () => {
  const before =
    '\uFEFF{\r\n\t// mine\r\n\t"theme": "dark", /* and\r\n this */\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" }, // last\r\n\t},\r\n}\r\n';
  const after = added(before, hostNamed('gemini-cli'));
  expect(after).toContain('\t// mine\r\n\t"theme": "dark", /* and\r\n this */\r\n');
  expect(after).toContain('// last');
  expect(after).toContain('\r\n\t\t"chat-operations": {\r\n\t\t\t"command": "npx",');
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after.startsWith('\uFEFF{')).toBe(true);
});

test('comments and tables of a TOML file stay', () => {
  const before = '# mine\r\nmodel = "o9" # this\r\n\r\n[mcp_servers.other]\r\ncommand = "x"\r\n[profiles.a]\r\nb = 1';
  const after = added(before, hostNamed('codex'));
  expect(after.startsWith(`${before}\r\n\r\n[mcp_servers.chat-operations]\r\n`)).toBe(true);
});

test('comments, quotes and blank lines of a YAML file stay, and the entry goes where its kind is', () => {
  const before = `# mine
name: 'Local'   # this
version: 1.0.0
schema: v1

mcpServers:
    # the first
    - name: other
      command: x   # last

models: [ {name: a} ]
`;
  const after = added(before, hostNamed('continue'));
  expect(after).toBe(
    before.replace(
      '# last\n',
      `# last
    - name: chat-operations
      command: npx
      args:
        - -y
        - chat-operations-mcp
        - stdio
        - --config
        - /home/ann/it's a "desk".json
`,
    ),
  );
  const goose = 'extensions:\n  developer:\n    text: |\n      many\n      lines\n# the end\nGOOSE_MODE: auto';
  const withExtension = added(goose, hostNamed('goose'));
  expect(withExtension.indexOf('chat-operations:')).toBeLessThan(withExtension.indexOf('# the end'));
  for (const empty of ['extensions: {}', 'extensions:', 'extensions: # none', 'extensions: ~ # none\nA: 1\n', 'A: 1']) {
    expect(PARSE.yaml(added(empty, hostNamed('goose')))).toMatchObject({
      extensions: { 'chat-operations': hostNamed('goose').entry },
    });
  }
});

test.each([
  ['claude-desktop', '{"mcpServers": {},}', /is not valid JSON: .* line 1, column 19/],
  ['claude-desktop', '{"mcpServers": {} // mine\n}', /is not valid JSON/],
  ['claude-desktop', '{"mcpServers": {', /is not valid JSON/],
  ['claude-desktop', '[]', /holds something other than an object/],
  ['claude-desktop', '"text"', /holds something other than an object/],
  ['claude-desktop', '{"mcpServers": []}', /something other than an object in "mcpServers"/],
  ['claude-desktop', '{"mcpServers": "none"}', /something other than an object in "mcpServers"/],
  ['claude-desktop', '{"mcpServers": {"chat-operations": 1}}', /something other than an object in "chat-operations"/],
  ['claude-desktop', '{"mcpServers": {}, "mcpServers": {"a": {}}}', /in a way that this program does not change/],
  ['claude-desktop', `{"a":${'['.repeat(200_000)}`, /nested too deeply|is not valid JSON/],
  ['claude-desktop', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /nested too deeply/],
  ['claude-desktop', ' '.repeat(33 * 1024 * 1024) + '{}', /too large/],
  ['codex', 'mcp_servers = {}', /in a way that this program does not change/],
  ['codex', 'mcp_servers = 1', /something other than an object in "mcp_servers"/],
  ['codex', '[[mcp_servers]]\na = 1', /something other than an object in "mcp_servers"/],
  ['codex', 'a = \n', /is not valid TOML: line 1, column/],
  ['codex', `a = ${'['.repeat(100_000)}`, /is not valid TOML|nested too deeply/],
  ['codex', '[mcp_servers]\nchat-operations = { command = "chat-operations-mcp" }', /in a way that/],
  ['goose', 'extensions: {a: {b: 1}}', /in a way that this program does not change/],
  ['goose', '{extensions: {}}', /in a way that this program does not change/],
  ['goose', 'extensions: [1]', /something other than an object in "extensions"/],
  ['goose', 'a: [1', /is not valid YAML: line/],
  ['goose', '--- 1\n--- 2', /is not valid YAML/],
  [
    'goose',
    'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]',
    /is not valid YAML|too deeply|does not change/,
  ],
  ['continue', 'mcpServers: {}', /something other than a list in "mcpServers"/],
  ['continue', 'mcpServers:\n- name: chat-operations\n- name: chat-operations', /several servers/],
])('%s refuses what it cannot change: %#', (id, text, why) => {
  const { settings, entry } = hostNamed(id);
  const change = withEntry(text, settings, entry);
  expect(change.change).toBe('refused');
  expect('why' in change && change.why).toMatch(why);
});

/** Content of settings files: objects with keys and values as people and programs write them. */
const contents = fc.dictionary(
  fc.oneof(fc.constantFrom('mcpServers', 'mcp_servers', 'servers', 'extensions', 'theme'), fc.string({ maxLength: 8 })),
  fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(
      fc.string({ minLength: 1, maxLength: 6 }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.string(), { maxKeys: 3 }),
      {
        maxKeys: 3,
      },
    ),
  ),
  { maxKeys: 5, noNullPrototype: true },
);

const LAYOUTS = [
  (text: string) => text,
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => `\uFEFF${text}`,
  (text: string) => text.trimEnd(),
];

/** Asserts that the entry is the only change, or that nothing is written. */
function expectOnlyEntry(text: string, id: string): void {
  const { settings, entry } = hostNamed(id);
  const change = withEntry(text, settings, entry);
  if (!('text' in change)) return;
  const [before, after] = [contentOf(text, settings), contentOf(change.text, settings)];
  expect(after.get(settings.key)).toEqual(serversWith(entry, settings, before.get(settings.key)));
  after.delete(settings.key);
  before.delete(settings.key);
  expect(after).toEqual(before);
  expect(withEntry(change.text, settings, entry)).toEqual({ change: 'none' });
}

/** Asserts that all that was written is still there, in its order. */
function expectAllKept(text: string, id: string): void {
  const { settings, entry } = hostNamed(id);
  const change = withEntry(text, settings, entry);
  if (!('text' in change) || text.trim() === '') return;
  let place = 0;
  for (const character of text.trim()) {
    place = change.text.indexOf(character, place) + 1;
    expect(place, `${JSON.stringify(text)} became ${JSON.stringify(change.text)}`).toBeGreaterThan(0);
  }
}

test('the entry is the only change to any JSON file, whatever its layout', () => {
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(...LAYOUTS),
      fc.constantFrom(undefined, 2, 4, '\t'),
      (content, layout, indent) => {
        const text = layout(JSON.stringify(content, undefined, indent));
        for (const id of ['claude-desktop', 'vs-code', 'zed', 'gemini-cli']) {
          expectOnlyEntry(text, id);
          expectAllKept(text, id);
        }
      },
    ),
    { numRuns: runs(5000) },
  );
});

test('comments and trailing commas of any JSON file stay', () => {
  fc.assert(
    fc.property(contents, fc.array(fc.nat(200), { maxLength: 6 }), (content, places) => {
      const lines = JSON.stringify(content, undefined, 2)
        .replaceAll(/([}\]"\w])\n(\s*[}\]])/g, '$1,\n$2')
        .split('\n');
      for (const place of places)
        lines.splice(place % (lines.length + 1), 0, place % 2 === 0 ? '// {"a"' : '/* } , */');
      const text = lines.join('\n');
      for (const id of ['gemini-cli', 'vs-code']) {
        expectOnlyEntry(text, id);
        expectAllKept(text, id);
      }
    }),
    { numRuns: runs(3000) },
  );
});

test('the entry is the only change to any TOML file', () => {
  fc.assert(
    fc.property(contents, fc.constantFrom(...LAYOUTS.slice(0, 2)), (content, layout) => {
      const text = layout(stringifyToml(content));
      expectOnlyEntry(text, 'codex');
      expectAllKept(text, 'codex');
    }),
    { numRuns: runs(3000) },
  );
});

test('the entry is the only change to any YAML file, whatever its layout', () => {
  const layouts = [
    {},
    { indent: 4 },
    { indentSeq: false },
    { collectionStyle: 'flow' as const },
    { singleQuote: true },
  ];
  fc.assert(
    fc.property(contents, fc.constantFrom(...LAYOUTS), fc.constantFrom(...layouts), (content, layout, options) => {
      const text = layout(stringifyYaml(content, options));
      for (const id of ['goose', 'continue']) expectOnlyEntry(text, id);
    }),
    { numRuns: runs(3000) },
  );
});

test('any text is read as settings or refused, and never changed otherwise', () => {
  const ids = ['claude-desktop', 'gemini-cli', 'codex', 'goose', 'continue'];
  const pieces = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"mcpServers"',
      'extensions',
      '- ',
      '\n',
      '  ',
      '#',
      '//',
      '&a',
      '*a',
      '|',
      '=',
      '\uFEFF',
      '\0',
      '"',
      'mcp_servers',
      '.',
      '---',
      '\t',
      '~',
    ),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        for (const id of ids) {
          if (withEntry(text, hostNamed(id).settings, hostNamed(id).entry).change === 'added' && text.trim() !== '') {
            expectAllKept(text, id);
          }
        }
      },
    ),
    { numRuns: runs(20_000, 2000) },
  );
});
