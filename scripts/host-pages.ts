import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { shellLine } from '../src/commands/command-line/next-line.ts';
import { entryOf, programWords, snippetOf, startOn, type ServerStart } from '../src/commands/hosts/host.ts';
import { HOSTS } from '../src/commands/hosts/hosts.ts';

// The parts of docs/hosts/README.md that are made of the table of hosts, and of what the suite test/hosts/ has measured.

/** What the suite measures of a host; what a host cannot do or show without a person is absent. */
const Measured = z.strictObject({
  version: z.string(),
  protocol: z.string(),
  offered: z.strictObject({ declared: z.number(), tokens: z.number(), otherwise: z.string() }),
  instructions: z.string(),
  result: z.string(),
  error: z.string(),
  unknown_argument: z.string(),
  asks_for: z.array(z.string()),
  progress_token: z.boolean(),
  environment: z.string(),
  result_with_data: z.string(),
  send_with_all_tools_allowed: z.string(),
  send_without: z.string().optional(),
  prompt: z.string().optional(),
  first_turn_after_slow_start: z.string(),
  failed_start: z.string(),
});
type Measured = z.infer<typeof Measured>;

/** The rows of the table, in the order of their use to a person. */
const ROWS: readonly (readonly [string, (measured: Measured) => string])[] = [
  ['version', ({ version }) => version],
  ['protocol', ({ protocol }) => protocol],
  [
    'tools in the first turn',
    ({ offered: { declared, otherwise } }) =>
      declared > 0 ? `${declared}, declared` : `${otherwise}; declarations on demand`,
  ],
  ['their part of the context', ({ offered }) => (offered.tokens === 0 ? '–' : `${offered.tokens} tokens`)],
  ['instructions', ({ instructions }) => instructions],
  ['an answer reaches the model as', ({ result }) => result],
  ['with `structured_content` on', ({ result_with_data: form }) => form],
  ['an error reaches the model as', ({ error }) => error],
  ['an argument that there is not', ({ unknown_argument: words }) => words],
  ['asks the server for', ({ asks_for: asked }) => asked.map((one) => `\`${one}\``).join(', ') || 'tools alone'],
  ['a prompt, without a terminal', ({ prompt }) => prompt ?? 'not tried'],
  ['webhook, all tools allowed', ({ send_with_all_tools_allowed: words }) => words],
  ['webhook, otherwise', ({ send_without: words }) => words ?? 'not tried'],
  ['first turn after a start of 3 s', ({ first_turn_after_slow_start: words }) => words],
  ['a start that fails is told to', ({ failed_start: words }) => words],
  ['hands on the environment', ({ environment }) => environment],
];

/** How a server is started by hand. */
function startBy(isPublished: boolean): ServerStart {
  const [command, ...args] = programWords(isPublished);
  return { command, args: [...args, 'stdio'] };
}

/** The command that sets everything up. */
export function setupLines(isPublished: boolean): string[] {
  return ['```sh', `${programWords(isPublished).join(' ')} setup`, '```'];
}

/** The hosts with a command of their own. */
export function commandLines(isPublished: boolean): string[] {
  const rows = HOSTS.flatMap(({ id, name, addCommand }) =>
    addCommand === undefined ? [] : [`| ${name} | \`${id}\` | \`${shellLine(addCommand(startBy(isPublished)))}\` |`],
  );
  return ['| app | id | command |', '| --- | --- | --- |', ...rows];
}

/** The hosts with a JSON file, and the entries that they take. */
export function fileLines(isPublished: boolean): string[] {
  const start = startBy(isPublished);
  const rows = HOSTS.flatMap((host) => {
    if (host.file === undefined) return [];
    const { path, key } = host.file;
    const paths = typeof path === 'string' ? [path] : [...new Set(Object.values(path))];
    const others = Object.entries(entryOf(host, start)).filter(([name]) => name !== 'command' && name !== 'args');
    const more = others.map(([name, value]) => `\`"${name}": ${JSON.stringify(value)}\``).join(', ') || '–';
    const files = paths.map((one) => `\`${one}\``).join(', ');
    return [`| ${host.name} | \`${host.id}\` | ${files} | \`${key}\` | ${more} |`];
  });
  return [
    ...blockOf(start),
    'On Windows:',
    '',
    ...blockOf(startOn('win32', start)),
    '| app | id | file | key | also in the entry |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

/** An entry as the formatter lays it out. */
function blockOf(start: ServerStart): string[] {
  const json = snippetOf('mcpServers', { ...start }).replace(/\[\s+([^\]]*?)\s+\]/, (_, args: string) => {
    return `[${args.replaceAll(/\s+/g, ' ')}]`;
  });
  return ['```json', json, '```', ''];
}

/** The hosts to which a person adds the server. */
export function byHandLines(isPublished: boolean): string[] {
  return HOSTS.flatMap(({ name, id, byHand }) =>
    byHand === undefined
      ? []
      : [
          `${name} (\`${id}\`), in ${byHand.where.replace(/^~\S*|%\S*(?=\))/g, (path) => `\`${path}\``)}:`,
          '',
          '```text',
          byHand.text(startBy(isPublished)),
          '```',
          '',
        ],
  );
}

/** What was measured of hosts that were run. */
export function measuredLines(): string[] {
  const json: unknown = JSON.parse(readFileSync(new URL('../test/hosts/measured.json', import.meta.url), 'utf8'));
  const measured = z.record(z.string(), Measured).parse(json);
  const tried = HOSTS.flatMap(({ id, name }) => {
    const of = measured[id];
    return of === undefined ? [] : [{ name: name.replace(/ \(.*/, ''), of }];
  });
  const rows = ROWS.map(([name, words]) => [name, ...tried.map(({ of }) => plain(words(of)))]);
  const table = [['', ...tried.map(({ name }) => name)], ['---', ...tried.map(() => '---')], ...rows];
  return table.map((row) => `| ${row.join(' | ')} |`);
}

/** Words of a host between marks of code, so that they are no Markdown. */
function plain(words: string): string {
  return words.replace('<untrusted_context>', '`<untrusted_context>`').replace('*PASSWORD*', '`*PASSWORD*`');
}
