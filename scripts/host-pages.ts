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
      declared > 0 ? `${declared}, declared` : `${otherwise}; declared on demand`,
  ],
  ['context they take', ({ offered }) => (offered.tokens === 0 ? '–' : `${offered.tokens} tokens`)],
  ['instructions the model gets', ({ instructions }) => instructions],
  ['what the model gets of an answer', ({ result }) => result],
  ['with `structured_content: on`', ({ result_with_data: form }) => form],
  ['of an error', ({ error }) => error],
  ['of an unknown argument', ({ unknown_argument: words }) => words],
  ['also requests', ({ asks_for: asked }) => asked.map((one) => `\`${one}\``).join(', ') || '–'],
  ['prompts, without a terminal', ({ prompt }) => prompt ?? 'not tried'],
  ['webhook call, all tools allowed', ({ send_with_all_tools_allowed: words }) => words],
  ['webhook call, otherwise', ({ send_without: words }) => words ?? 'not tried'],
  ['first turn after a 3 s start', ({ first_turn_after_slow_start: words }) => words],
  ['who sees why a start failed', ({ failed_start: words }) => words],
  ['environment variables passed on', ({ environment }) => environment],
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

/** The entry that most hosts take, and the files that have it, with the key and what else an entry holds there. */
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
  const { command, args } = startOn('win32', start);
  return [
    ...blockOf(start),
    `On Windows, the command is \`${command}\` and the arguments are \`${JSON.stringify(args).replaceAll(',', ', ')}\`.`,
    '',
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

/** The hosts to which a person adds the server, and the text for each: that of JSON is above. */
export function byHandLines(isPublished: boolean): string[] {
  const start = startBy(isPublished);
  const [inYaml, others] = [true, false].map((wanted) =>
    HOSTS.flatMap(({ name, id, byHand }) =>
      byHand === undefined || byHand.where.includes('.yaml') !== wanted ? [] : [{ name, id, byHand }],
    ),
  );
  const where = (words: string): string => words.replace(/^~\S*|%\S*(?=\))/g, (path) => `\`${path}\``);
  return [
    ...(inYaml ?? []).flatMap(({ name, id, byHand }) => [
      `${name} (\`${id}\`), in ${where(byHand.where)}:`,
      '',
      '```text',
      byHand.text(start),
      '```',
      '',
    ]),
    ...(others ?? []).map(({ name, id, byHand }) => {
      const text = byHand.text(start);
      const what = text.startsWith('{') ? 'the JSON entry above' : `\`${text.replaceAll('\n', '`, `')}\``;
      return `- ${name} (\`${id}\`), in ${byHand.where}: ${what}.`;
    }),
  ];
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
