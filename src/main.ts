import { Command, InvalidArgumentError, Option } from 'commander';
import type { SandboxFlags } from './commands/sandbox.ts';
import { readSettings, type Settings } from './config/read.ts';
import { CONFIG_FILE, SETTINGS } from './config/settings.ts';
import { ChatOperationsError } from './model/errors.ts';
import { VERSION } from './model/version.ts';

// Node.js 22 warns on standard error that its SQLite is experimental, which says nothing to the people who read it.
process.removeAllListeners('warning').on('warning', (warning) => {
  const isKnown = warning.name === 'ExperimentalWarning' && /SQLite|Type Stripping/i.test(warning.message);
  if (!isKnown) process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

// Who reads the output may stop before its end, as `head` does. What runs then still cleans up behind itself.
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
  command.option(`--${CONFIG_FILE.flag} <FILE>`, `JSON file with settings (${CONFIG_FILE.environment})`);
  for (const { flag, placeholder, meaning, environment, defaultWords } of SETTINGS) {
    if (flag === undefined) continue;
    const value = placeholder === undefined ? '' : ` <${placeholder}>`;
    command.addOption(new Option(`--${flag}${value}`, `${meaning}; default: ${defaultWords} (${environment})`));
  }
  return command.addHelpText('after', SETTINGS_HELP);
}

/** The settings among a command's options, by the names of their flags. */
function flagsOf(command: Command): Record<string, unknown> {
  const options: Record<string, unknown> = command.opts();
  return Object.fromEntries(
    command.options.map((option) => [option.long?.slice(2) ?? '', options[option.attributeName()]]),
  );
}

function settingsOf(command: Command): Settings {
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
  .addHelpText('after', '\nTry it without an account: chat-operations-mcp call list_agents --sandbox');

withSettings(program.command('stdio'))
  .description('serve one client over standard input and output (what hosts start)')
  .action(async (_options: unknown, command: Command) => {
    const { stdio } = await import('./commands/stdio.ts');
    await stdio(settingsOf(command));
  });

withSettings(program.command('http'))
  .description('serve clients on this machine over Streamable HTTP, at /mcp')
  .option('--host <HOST>', 'address of this machine to listen on', '127.0.0.1')
  .option('--port <PORT>', 'port; 0 takes any that is free', wholeNumber(0, 65_535), 3400)
  .action(async (options: { host: string; port: number }, command: Command) => {
    const { http } = await import('./commands/http.ts');
    await http(settingsOf(command), options);
  });

withSettings(program.command('call'))
  .description('run one tool through a real client and print the answer')
  .argument('<TOOL>', 'for instance list_chats')
  .argument('[JSON]', 'its arguments as a JSON object', '{}')
  .option('--json', 'print the structured content instead of the text', false)
  .action(async (tool: string, json: string, options: { json: boolean }, command: Command) => {
    // Said here, where a person reads it, before a server is started.
    settingsOf(command);
    const { call } = await import('./commands/call.ts');
    await call(tool, json, { json: options.json, settings: settingArguments(command) });
  });

program
  .command('sandbox')
  .description('run a complete stand-in for the chat service, with its own data')
  .option('--port <PORT>', 'port; 0 takes any that is free', wholeNumber(0, 65_535), 4010)
  .addOption(new Option('--size <SIZE>', 'how much there is').choices(['small', 'medium']).default('small'))
  .option('--seed <N>', 'the same seed is the same world', wholeNumber(0, 2 ** 31), 1)
  .option('--requests-per-minute <N>', 'the limit of each login', wholeNumber(1, 1_000_000), 60)
  .option('--page-size <N>', 'rows a page', wholeNumber(1, 1000), 50)
  .addOption(
    new Option('--dialect <NAME=VALUE>', 'how it answers what the specification leaves open; list shows what there is')
      .argParser(also)
      .default([], 'as usual'),
  )
  .addOption(
    new Option('--fault <NAME=SHARE|NAME@N>', 'what goes wrong: 500=0.05 of all requests, 500@3 the third; also list')
      .argParser(also)
      .default([], 'nothing'),
  )
  .option(
    '--tls [FILE]',
    'HTTPS with a certificate that no authority signed; written to FILE, the configuration trusts it',
  )
  .action(async (options: SandboxFlags) => {
    const { sandbox } = await import('./commands/sandbox.ts');
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
  const isOurs = error instanceof ChatOperationsError;
  process.stderr.write(
    isOurs ? `${error.message}\n${error.advice}\n` : `${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
