import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { shellLine } from '../src/commands/command-line/next-line.ts';
import { entryOf, programWords, snippetOf, startOn, type ServerStart } from '../src/commands/hosts/host.ts';
import { HOSTS } from '../src/commands/hosts/hosts.ts';
import { tableOf } from './markdown.ts';

// The parts of docs/hosts/README.md that are made of the table of hosts, and of what the suite test/hosts/ has measured.

/** What the suite measures of a host, in the order of its use to a person: by its name, the row, and the words for a value that is no text. */
const MEASURED = {
  version: ['version', z.string()],
  protocol: ['protocol', z.string()],
  offered: [
    'tools in the first turn',
    z
      .object({ declared: z.number(), otherwise: z.string() })
      .transform(({ declared, otherwise }) =>
        declared > 0 ? `${declared}, declared` : `${otherwise}; declared on demand`,
      ),
  ],
  context: ['context they take', z.number().transform((tokens) => (tokens === 0 ? '–' : `${tokens} tokens`))],
  instructions: ['instructions the model gets', z.string()],
  result: ['what the model gets of an answer', z.string()],
  result_with_data: ['with `structured_content: on`', z.string()],
  error: ['of an error', z.string()],
  unknown_argument: ['of an unknown argument', z.string()],
  asks_for: [
    'also requests',
    z.array(z.string()).transform((asked) => asked.map((one) => `\`${one}\``).join(', ') || '–'),
  ],
  prompt: ['prompts, without a terminal', z.string().default('not tried')],
  send_with_all_tools_allowed: ['webhook call, all tools allowed', z.string()],
  send_without: ['webhook call, otherwise', z.string().default('not tried')],
  first_turn_after_slow_start: ['first turn after a 3 s start', z.string()],
  failed_start: ['who sees why a start failed', z.string()],
  environment: ['environment variables passed on', z.string()],
} as const;

/** A measured value, by its name. What a host cannot do or show without a person is absent. */
const Host = z.looseObject({ offered: z.looseObject({ tokens: z.number() }) });

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
    addCommand === undefined ? [] : [[name, `\`${id}\``, `\`${shellLine(addCommand(startBy(isPublished)))}\``]],
  );
  return tableOf(['app', 'id', 'command'], rows);
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
    return [[host.name, `\`${host.id}\``, files, `\`${key}\``, more]];
  });
  const { command, args } = startOn('win32', start);
  return [
    ...blockOf(start),
    `On Windows, the command is \`${command}\` and the arguments are \`${JSON.stringify(args).replaceAll(',', ', ')}\`.`,
    '',
    ...tableOf(['app', 'id', 'file', 'key', 'also in the entry'], rows),
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
  const measured = z.record(z.string(), Host).parse(json);
  const tried = HOSTS.flatMap(({ id, name }) => {
    const of = measured[id];
    return of === undefined ? [] : [{ name: name.replace(/ \(.*/, ''), of: { ...of, context: of.offered.tokens } }];
  });
  const rows = Object.entries(MEASURED).map(([key, [row, Value]]) => [
    row,
    ...tried.map(({ of }) => plain(Value.parse(Object.entries(of).find(([name]) => name === key)?.[1]))),
  ]);
  return tableOf(['', ...tried.map(({ name }) => name)], rows);
}

/** Words of a host between marks of code, so that they are no Markdown. */
function plain(words: string): string {
  return words.replace('<untrusted_context>', '`<untrusted_context>`').replace('*PASSWORD*', '`*PASSWORD*`');
}
