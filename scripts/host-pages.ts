import { z } from 'zod';
import { entryOf, snippetWith } from '../src/commands/hosts/entries.ts';
import {
  HOST_PLATFORMS,
  PLATFORM_NAMES,
  programWords,
  SERVER_NAME,
  type Host,
  type HostPlatform,
  type ServerStart,
} from '../src/commands/hosts/host.ts';
import { HOSTS } from '../src/commands/hosts/hosts.ts';
import { IS_PUBLISHED } from '../src/model/published.ts';

// docs/hosts/: a page for each host, and a table of those that were run. All of it is made of the table of hosts and of what the suite
// test/hosts/ has measured.

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
  ['tools in the first turn', ({ offered }) => offeredWords(offered)],
  ['their part of the context', ({ offered }) => (offered.tokens === 0 ? '–' : `${offered.tokens} tokens`)],
  ['instructions', ({ instructions }) => instructions],
  ['an answer reaches the model as', ({ result }) => result],
  ['with `structured_content` on', ({ result_with_data: form }) => form],
  ['an error reaches the model as', ({ error }) => error],
  ['an argument that there is not', ({ unknown_argument: words }) => words],
  [
    'asks the server for',
    ({ asks_for: methods }) => methods.map((method) => `\`${method}\``).join(', ') || 'tools alone',
  ],
  ['a prompt, without a terminal', ({ prompt }) => prompt ?? 'not tried'],
  ['webhook, all tools allowed', ({ send_with_all_tools_allowed: words }) => words],
  ['webhook, otherwise', ({ send_without: words }) => words ?? 'not tried'],
  ['first turn after a start of 3 s', ({ first_turn_after_slow_start: words }) => words],
  ['a start that fails is told to', ({ failed_start: words }) => words],
  ['hands on the environment', ({ environment }) => environment],
];

const KINDS = {
  terminal: 'In a terminal',
  desktop: 'On the desktop',
  editor: 'In an editor',
  web: 'On the web',
} as const;

/** How the pages start this program. */
interface Program {
  /** As it is typed. */
  readonly typed: string;
  readonly start: ServerStart;
  /** What to do before it can be typed: a sentence and a space, or nothing. */
  readonly first: string;
}

/** The documents of docs/hosts/ by their names, of what was measured. */
export function hostDocuments(measuredJson: string, isPublished = IS_PUBLISHED): ReadonlyMap<string, string> {
  const measured = z.record(z.string(), Measured).parse(JSON.parse(measuredJson));
  const words = programWords(isPublished);
  const [command, ...args] = words;
  const program: Program = {
    typed: words.join(' '),
    start: { command, args: [...args, 'stdio'] },
    first: isPublished ? '' : '[Install the program](../../README.md#install) first. ',
  };
  const pages = HOSTS.map((host): [string, string] => [`${host.id}.md`, page(host, measured[host.id], program)]);
  return new Map([['README.md', index(measured, program)], ...pages]);
}

function index(measured: Readonly<Record<string, Measured>>, { typed, first }: Program): string {
  const lists = Object.entries(KINDS).map(([kind, heading]) =>
    [
      `## ${heading}`,
      ...HOSTS.filter((host) => host.kind === kind).map((host) => `- [${host.name}](${host.id}.md)${byWords(host)}`),
    ].join('\n'),
  );
  const tried = HOSTS.filter(({ id }) => measured[id] !== undefined);
  const cells = ROWS.map(([name, words]) => [name, ...tried.map(({ id }) => wordsOf(measured[id], words))]);
  const table = [['', ...tried.map(({ name }) => shortName(name))], tried.map(() => '---').concat('---'), ...cells];
  return document([
    '# Connect an assistant',
    'A host is the program in which you talk to an assistant; it starts this server and shows its tools to the model.',
    `${first}This command finds the hosts on your machine and adds the server to the ones you choose. The rest of their files stays as it is:`,
    `\`\`\`sh\n${typed} setup\n\`\`\``,
    'By hand, each page says what to paste where. If a host does not find the command, give its full path. Settings of your desk do not belong into the files of hosts: `setup` keeps them in a file of your own, which the server finds by itself ([settings](../settings.md)).',
    ...lists,
    '## What hosts do with this server',
    'These hosts were run with this server, the sandbox and a scripted stand-in for the model, without a person. It changes with versions. `npm run test:all -- hosts --again` runs them again; with `--update`, it also writes the table.',
    table.map((row) => `| ${row.join(' | ')} |`).join('\n'),
  ]);
}

function page(host: Host, measured: Measured | undefined, program: Program): string {
  return document([
    `# ${host.name}`,
    host.entry === undefined ? connectOverHttps(host) : connect(host, program),
    ...(host.entry === undefined ? [] : [settingsReach(host)]),
    ...(measured === undefined ? [] : [seen(measured)]),
    ...(host.notes.length === 0
      ? []
      : [['## What else to know', host.notes.map((note) => `- ${note}`).join('\n')].join('\n\n')]),
    sourceWords(host, measured),
  ]);
}

function connectOverHttps({ name, byHand }: Host): string {
  return `${name} calls servers over the internet, from its maker's machines. So run \`chat-operations-mcp http\` at a public HTTPS address ([deploy.md](../deploy.md)), and set [\`oauth_issuer\`](../settings.md#who-may-ask-over-http): each user signs in at your authorization server, and the access token says which scopes and accounts that user has. ${byHand}`;
}

function connect(host: Host, program: Program): string {
  const { settings, addCommand } = host;
  const parts = ['## Connect'];
  if (settings === undefined) {
    parts.push(
      `By hand: ${host.byHand}`,
      ...HOST_PLATFORMS.flatMap((platform) => pasted(host, platform, 'mcpServers', program.start)),
    );
  } else {
    parts.push(
      `${program.first}This command asks for what is needed, tests it, and adds the server to this host:`,
      `\`\`\`sh\n${program.typed} setup --hosts ${host.id}\n\`\`\``,
    );
    if (addCommand !== undefined) {
      parts.push(
        'With a command of its own, after the settings are there:',
        `\`\`\`sh\n${shell(addCommand(program.start))}\n\`\`\``,
      );
    }
    parts.push(
      `By hand, put this into its settings file. ${host.byHand}`,
      fileTable(host),
      ...HOST_PLATFORMS.flatMap((platform) => pasted(host, platform, settings.key, program.start)),
    );
  }
  const http = host.httpEntry?.('http://127.0.0.1:3400/mcp');
  if (http !== undefined) {
    const text = settings === undefined ? JSON.stringify(http, undefined, 2) : snippetWith(settings, http).trimEnd();
    parts.push(
      `Or let one server serve several hosts of this machine: start \`${program.typed} http\`, and put this there instead.`,
      fenced(settings?.format ?? 'json', text),
    );
  }
  return parts.join('\n\n');
}

/** The entry for a platform. Linux and macOS have the same. */
function pasted(host: Host, platform: HostPlatform, key: string, start: ServerStart): string[] {
  const entry = entryOf(host, platform, start);
  const { settings } = host;
  if (entry === undefined || platform === 'darwin') return [];
  if (settings !== undefined && platform === 'win32' && settings.folders.win32 === undefined) return [];
  const text =
    settings === undefined
      ? JSON.stringify({ [key]: { [SERVER_NAME]: entry } }, undefined, 2)
      : snippetWith(settings, entry).trimEnd();
  const where =
    platform === 'win32'
      ? 'Windows'
      : settings === undefined || settings.folders.linux !== undefined
        ? 'Linux and macOS'
        : 'macOS';
  return [`${where}:`, fenced(settings?.format ?? 'json', text)];
}

function fileTable({ settings }: Host): string {
  if (settings === undefined) return '';
  const [name] = settings.names;
  const rows = HOST_PLATFORMS.map((platform) => {
    const folder = settings.folders[platform];
    const separator = platform === 'win32' ? '\\' : '/';
    return `| ${PLATFORM_NAMES[platform]} | ${folder === undefined ? 'nothing is documented' : `\`${folder}${separator}${name}\``} |`;
  });
  const moved = settings.movedBy && `\n\n\`${settings.movedBy.variable}\` moves it.`;
  return `| platform | file |\n| --- | --- |\n${rows.join('\n')}${moved ?? ''}`;
}

function settingsReach({ handsOn }: Host): string {
  return `## How settings reach the server\n\nThrough the file that \`setup\` writes, which the server finds by itself, or through \`--config FILE\` after \`stdio\`; both work in every host. Environment variables of yours that a server gets which this host starts: ${plain(handsOn)}.`;
}

function seen(measured: Measured): string {
  const rows = ROWS.map(([name, words]) => `| ${name} | ${plain(words(measured))} |`);
  return `## What its model sees, and what it does\n\n| | measured |\n| --- | --- |\n${rows.join('\n')}`;
}

function sourceWords({ tried, source }: Host, measured: Measured | undefined): string {
  if (tried === undefined)
    return `From its maker's documentation, read on ${source.on}: <${source.url}>. It was not run.`;
  const run =
    measured === undefined
      ? `${tried.package} ${tried.version} wrote this entry itself`
      : `${tried.package} ${tried.version} was run with this entry`;
  return `${run}, on Linux, on ${source.on}. Its maker's documentation: <${source.url}>.`;
}

function offeredWords({ declared, otherwise }: Measured['offered']): string {
  return declared > 0 ? `${declared}, declared` : `${otherwise}; declarations on demand`;
}

/** Words of a host between marks of code, so that they are no Markdown. */
function plain(words: string): string {
  return words.replace('<untrusted_context>', '`<untrusted_context>`').replace('*PASSWORD*', '`*PASSWORD*`');
}

function wordsOf(measured: Measured | undefined, words: (measured: Measured) => string): string {
  return measured === undefined ? '–' : plain(words(measured));
}

function byWords({ tried, source, entry }: Host): string {
  if (entry === undefined) return ': over HTTPS with OAuth; it was not run';
  return tried === undefined ? `, from its documentation of ${source.on}` : `, run in version ${tried.version}`;
}

function shortName(name: string): string {
  return name.replace(/ \(.*/, '');
}

/** A command as a shell takes it. */
function shell(words: readonly string[]): string {
  return words.map((word) => (/^[\w@/:.=-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}

function fenced(format: string, text: string): string {
  return `\`\`\`${format}\n${text}\n\`\`\``;
}

function document(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
