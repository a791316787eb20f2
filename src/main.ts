import { Command, InvalidArgumentError, Option } from 'commander';
import type { AuditFlags } from './commands/archive/archive-audit.ts';
import type { SandboxFlags } from './commands/sandbox/sandbox.ts';
import type { SyncFlags } from './commands/sync/sync.ts';
import type { ArchivePlace, Settings } from './config/read.ts';
import type { SettingKey } from './config/setting-values.ts';
import { CONFIG_FILE, SETTINGS } from './config/settings.ts';
import { VERSION } from './model/version.ts';

// Node.js 22 warns on standard error that its SQLite is experimental, which says nothing to the people who read it.
process.removeAllListeners('warning').on('warning', (warning) => {
  const isKnown = warning.name === 'ExperimentalWarning' && /SQLite|Type Stripping/i.test(warning.message);
  if (!isKnown) process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

// A report of a crash, where somebody asks Node.js for one, would list the environment, and with it the password.
process.report.excludeEnv = true;

// The reader of the output may stop before its end, as `head` does. The command still cleans up behind itself.
process.stdout.on('error', () => {
  process.exitCode = 1;
});
process.stderr.on('error', () => {});

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };

/** Gathers the values of an option that may be given several times. */
const also = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

const SETTINGS_HELP = `
Flags win over environment variables (in parentheses), which win over the file of --config. Without a flag:
${SETTINGS.filter(({ flag }) => flag === undefined)
  .map(
    ({ key, environment, meaning }) =>
      `  ${(environment ?? `${key} (file only)`).padEnd(34)} ${meaning.replace(' (file only)', '')}`,
  )
  .join('\n')}`;

/** Adds a flag for each setting that may be one. */
function withSettings(command: Command): Command {
  return withFlags(command, SETTINGS).addHelpText('after', SETTINGS_HELP);
}

/** Adds the flags that tell where an archive is, and whose. Nothing else is needed to look after it, no password either. */
function withArchive(command: Command): Command {
  return withFlags(command, settingsNamed('base_url', 'archive', 'log_level')).addHelpText(
    'after',
    '\nWithout --archive it is that of the desk of CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL.',
  );
}

function settingsNamed(...keys: readonly SettingKey[]): typeof SETTINGS {
  return SETTINGS.filter(({ key }) => keys.includes(key));
}

function withFlags(command: Command, settings: typeof SETTINGS): Command {
  command.option(`--${CONFIG_FILE.flag} <FILE>`, `JSON file with settings (${CONFIG_FILE.environment})`);
  for (const { flag, placeholder, meaning, environment, defaultWords } of settings) {
    if (flag === undefined) continue;
    const value = placeholder === undefined ? '' : ` <${placeholder}>`;
    command.addOption(new Option(`--${flag}${value}`, `${meaning}; default: ${defaultWords} (${environment})`));
  }
  return command;
}

/** The settings among a command's options, by the names of their flags. */
function flagsOf(command: Command): Record<string, unknown> {
  const options: Record<string, unknown> = command.opts();
  return Object.fromEntries(
    command.options.map((option) => [option.long?.slice(2) ?? '', options[option.attributeName()]]),
  );
}

async function archivePlaceOf(command: Command, archive?: string): Promise<ArchivePlace> {
  const { readArchivePlace } = await import('./config/read.ts');
  const flags = archive === undefined ? flagsOf(command) : { ...flagsOf(command), archive };
  return readArchivePlace({ flags, environment: process.env });
}

async function settingsOf(command: Command): Promise<Settings> {
  const { readSettings } = await import('./config/read.ts');
  return readSettings({ flags: flagsOf(command), environment: process.env });
}

/** The settings of a command as arguments again, for a server that it starts. */
function settingArguments(command: Command): string[] {
  const known = [CONFIG_FILE.flag, ...SETTINGS.map(({ flag }) => flag)];
  return Object.entries(flagsOf(command)).flatMap(([flag, value]) => {
    if (!known.includes(flag) || value === undefined) return [];
    return typeof value === 'string' ? [`--${flag}`, value] : [`--${flag}`];
  });
}

const program = new Command('chat-operations-mcp')
  .description('Lets an AI assistant work with a live-chat support desk, over the Model Context Protocol.')
  .version(VERSION)
  .showHelpAfterError('(--help shows what there is)')
  // A flag that does not exist may have been given a secret.
  .configureOutput({ outputError: (text, write) => write(text.replaceAll(/(--[\w-]+)=[^']*/g, '$1=…')) })
  .addHelpText('after', '\nTry it without an account: chat-operations-mcp call list_support_agents --sandbox');

withSettings(program.command('stdio'))
  .description('serve one client over standard input and output (what hosts start)')
  .action(async (_options: unknown, command: Command) => {
    const { stdio } = await import('./commands/stdio.ts');
    await stdio(await settingsOf(command));
  });

withSettings(program.command('http'))
  .description('serve clients on this machine over Streamable HTTP, at /mcp')
  .option('--host <HOST>', 'address of this machine to listen on', '127.0.0.1')
  .option('--port <PORT>', 'port; 0 takes any that is free', wholeNumber(0, 65_535), 3400)
  .action(async (options: { host: string; port: number }, command: Command) => {
    const { http } = await import('./commands/http.ts');
    await http(await settingsOf(command), options);
  });

withSettings(program.command('sync'))
  .description('fill the archive ahead of questions: lists first, then transcripts, newest first')
  .option('--from <DAY>', 'first day of chats, yyyy-MM-dd in the zone of --timezone; default: 90 days ago')
  .option('--to <DAY>', 'last day of chats, included, together with --from; default: today')
  .addOption(
    new Option('--transcripts <WHICH>', 'whose transcripts to read: of all chats, of 400 chats a month drawn by chance')
      .choices(['all', 'sampled', 'none'])
      .default('sampled'),
  )
  .option('--watch', 'then keep it fresh until it is stopped, at the rate of --watch-requests-per-minute', false)
  .addHelpText(
    'after',
    `
What it costs: a request for each page of agents, offline messages, visitors and chats, and one for each transcript; with
about 50 rows a page, 10,000 chats are 200 requests for the list, and 10,000 more for all of their transcripts. It takes at
most four fifths of --requests-per-minute, and questions of other servers on the same archive go before it. Nothing is read
twice: stopped or killed at any moment, the same command goes on where it was. The exit code is 0 when all was read that the
service gives: single transcripts that it fails to give are named, and tried again the next time. It is 1 when a part was left.

  chat-operations-mcp sync                                        the last 90 days, and a sample of transcripts
  chat-operations-mcp sync --from 2026-01-01 --transcripts all    this year, to be searched as a whole
  chat-operations-mcp sync --watch                                the same, and then kept fresh`,
  )
  .action(async (options: SyncFlags, command: Command) => {
    const { sync } = await import('./commands/sync/sync.ts');
    await sync(await settingsOf(command), options);
  });

withSettings(program.command('call'))
  .description('run one tool through a real client and print the answer')
  .argument('<TOOL>', 'for instance list_chats')
  .argument('[JSON]', 'its arguments as a JSON object', '{}')
  .option('--json', 'print the data of the answer instead of its text', false)
  .action(async (tool: string, json: string, options: { json: boolean }, command: Command) => {
    // Said here, where a person reads it, before a server is started.
    await settingsOf(command);
    const { call } = await import('./commands/call.ts');
    await call(tool, json, { json: options.json, settings: settingArguments(command) });
  });

const archive = program
  .command('archive')
  .description(
    'look after the local copy: what it holds, erasing a visitor, the audit, damage, copying it to another place',
  );

withArchive(archive.command('status'))
  .description('tell where the archive is, what it holds, and what lies beside it')
  .option('--check', 'read all of it, and say whether it is sound', false)
  .option('--json', 'print it as JSON', false)
  .action(async (options: { check: boolean; json: boolean }, command: Command) => {
    const { archiveStatus } = await import('./commands/archive/archive-status.ts');
    await archiveStatus(await archivePlaceOf(command), options);
  });

withArchive(archive.command('erase'))
  .description('remove a visitor with all that was said, for good; backups and damaged files go with them')
  .requiredOption('--visitor <ID>', 'whom, by the id that answers give', wholeNumber(1, Number.MAX_SAFE_INTEGER))
  .option('--yes', 'do not ask', false)
  .addHelpText(
    'after',
    `
It cannot be undone. A mark with the id stays, so that nothing of this visitor is read again. A file is written anew as a
whole, which takes some seconds a gigabyte, and as much room meanwhile. In PostgreSQL the tables are written anew, each
locked meanwhile; its write-ahead log, its logs and copies of it keep what they have until they are over.`,
  )
  .action(async (options: { visitor: number; yes: boolean }, command: Command) => {
    const { archiveErase } = await import('./commands/archive/archive-erase.ts');
    await archiveErase(await archivePlaceOf(command), options);
  });

withArchive(archive.command('start-anew'))
  .description('set a damaged file aside, and go on with what was decided in it, as far as it is found')
  .option('--yes', 'do not ask where some of it may be lost', false)
  .addHelpText(
    'after',
    `
Servers and syncs do so by themselves, as long as everything is found that is read from nowhere again: who was erased, the
decisions of triage, the audit, and the key of pseudonyms. Where some may be lost, they wait for this command, or for a
backup to be put back: the file of the archive, together with the one beside it that ends in -decisions. A PostgreSQL
server has means of its own for that.`,
  )
  .action(async (options: { yes: boolean }, command: Command) => {
    const { archiveStartAnew } = await import('./commands/archive/archive-start-anew.ts');
    await archiveStartAnew(await archivePlaceOf(command), options);
  });

withArchive(archive.command('audit'))
  .description(
    'print what was done that cannot be undone: each webhook call, each erasure and each damage that was met, newest last',
  )
  .option('--session <ID>', 'only the calls to this chatbot session')
  .option('--body <FILE>', 'only the calls with this body: the exact bytes that were sent; - for standard input')
  .addHelpText(
    'after',
    `
A line of JSON each, kept for the days of audit_retention_days. It holds no data that was sent, no token and no text of
anybody: of a call the bot, the endpoint, the size of the body, and the outcome; of an erasure the visitor's id and how much
went; of damage how much of what was decided here was carried over. Of the session's id and of the body it has an HMAC-SHA256
with a key of the desk, which tells nothing to who has only the line, and confirms a call to who has the archive:

  printf '%s' '{"sessionId":"…","botId":"…","data":{…}}' | chat-operations-mcp archive audit --body -

An outcome that stayed unknown may have arrived. An archive in memory ends with its server, and so do its lines. The last line
stays whatever its age, so that no number is given twice.`,
  )
  .action(async (options: AuditFlags, command: Command) => {
    const { archiveAudit } = await import('./commands/archive/archive-audit.ts');
    await archiveAudit(await archivePlaceOf(command), options);
  });

withFlags(archive.command('copy'), settingsNamed('base_url', 'log_level'))
  .description('copy a desk to another archive, from a file to a server for instance, and compare both')
  .argument('<FROM>', 'a SQLite file or a postgres:// address')
  .argument('<TO>', 'the same; a password is taken from PGPASSWORD')
  .addHelpText(
    'after',
    `
End the servers and syncs on both first. Stopped or killed at any moment, the same command goes on where it was. FROM is not
changed. What TO holds of the desk already must be an earlier state of FROM.`,
  )
  .action(async (from: string, to: string, _options: unknown, command: Command) => {
    const { archiveCopy } = await import('./commands/archive/archive-copy.ts');
    await archiveCopy(from, to, await archivePlaceOf(command, from));
  });

program
  .command('sandbox')
  .description('run a complete stand-in for the chat service, with its own data')
  .option('--port <PORT>', 'port; 0 takes any that is free', wholeNumber(0, 65_535), 4010)
  .addOption(new Option('--size <SIZE>', 'how much there is').choices(['small', 'medium', 'large']).default('small'))
  .option('--seed <N>', 'the same seed is the same world', wholeNumber(0, 2 ** 31), 1)
  .option('--requests-per-minute <N>', 'the limit of each login', wholeNumber(1, 1_000_000), 60)
  .option('--page-size <N>', 'rows a page', wholeNumber(1, 1000), 50)
  .addOption(
    new Option(
      '--dialect <NAME=VALUE>',
      'how it answers what the specification leaves open; several between commas; "list" shows them all',
    )
      .argParser(also)
      .default([], 'as usual'),
  )
  .addOption(
    new Option(
      '--fault <NAME=SHARE|NAME@N>',
      'what goes wrong: 500=0.05 of all requests, 500@3 the third; "list" shows them all',
    )
      .argParser(also)
      .default([], 'nothing'),
  )
  .option(
    '--tls [FILE]',
    'HTTPS, with a certificate that no authority signed; with FILE it is written there, and the configuration trusts it',
  )
  .action(async (options: SandboxFlags) => {
    const { sandbox } = await import('./commands/sandbox/sandbox.ts');
    await sandbox(options);
  });

program
  .command('demo')
  .description('show what this is for: six questions to a desk in the sandbox, and what they cost')
  .action(async () => {
    const { demo } = await import('./commands/demo.ts');
    await demo();
  });

try {
  await program.parseAsync();
} catch (error) {
  const { ChatOperationsError } = await import('./model/errors.ts');
  const isOurs = error instanceof ChatOperationsError;
  process.stderr.write(
    isOurs ? `${error.message}\n${error.advice}\n` : `${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
