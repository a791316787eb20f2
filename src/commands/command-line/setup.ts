import { type Command, Option } from 'commander';
import type { SetupFlags } from '../setup/setup.ts';
import type { Run } from '../run.ts';

/** Adds the command that sets everything up. */
export function addSetup(program: Command, run: Run): void {
  program
    .command('setup')
    .summary('connect your desk: it asks, tests, and writes the settings')
    .description('connect your desk: ask, test, keep the settings, add it to your assistants')
    .option('--config <FILE>', 'settings file; default: in your settings folder')
    .option('--base-url <URL>', 'REST base address (CHAT_OPERATIONS_BASE_URL)')
    .option('--email <EMAIL>', 'login email (CHAT_OPERATIONS_EMAIL)')
    .option('--password-file <FILE>', 'a file that holds the password')
    .option('--password-stdin', 'read the password from standard input')
    .addOption(new Option('--keep-password <WHERE>', 'where').choices(['file', 'environment']))
    .option('--ca-file <FILE>', 'certificate of your own authority, PEM')
    .option('--timezone <ZONE>', "IANA zone of the desk; default: this machine's")
    .option('--hosts <IDS>', 'assistants: ids between commas, found, or none')
    .option('--sandbox', 'try it with the embedded sandbox, without an account', false)
    .option('--yes', 'ask nothing: take what is given, and write it', false)
    .addHelpText(
      'after',
      `
  chat-operations-mcp setup
  chat-operations-mcp setup --yes --base-url https://chat.example.com
    --email ann@example.com --password-stdin < password

All is tested before it is written (four requests); then some 20 requests read
the newest records. Files that change are copied first.`,
    )
    .action(async (flags: SetupFlags) => {
      const { runSetup } = await import('../setup/run-setup.ts');
      await runSetup(flags, run);
    });
}
