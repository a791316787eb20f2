import { type Command, Option } from 'commander';
import type { SetupFlags } from '../setup/setup.ts';
import type { Run } from '../run.ts';

/** Adds the command that sets everything up. */
export function addSetup(program: Command, run: Run): void {
  program
    .command('setup')
    .summary('connect your desk and your assistants')
    .description('connect your desk: asks, tests, saves, and adds the server to your assistants')
    .option('--config <FILE>', 'settings file (default: in your settings folder)')
    .option('--base-url <URL>', 'address of the REST API')
    .option('--email <EMAIL>', 'login email')
    .option('--password-file <FILE>', 'read the password from a file')
    .option('--password-stdin', 'read the password from standard input')
    .addOption(new Option('--keep-password <WHERE>', 'where to store the password').choices(['file', 'environment']))
    .option('--ca-file <FILE>', 'your own certificate authority, PEM')
    .option('--timezone <ZONE>', "zone of the desk (default: this machine's)")
    .option('--hosts <IDS>', 'comma-separated assistants, "found" or "none"')
    .option('--sandbox', 'use the built-in sandbox instead of an account', false)
    .option('--yes', 'ask nothing; missing values are errors', false)
    .addHelpText(
      'after',
      `
  chat-operations-mcp setup --yes --base-url https://chat.example.com
    --email ann@example.com --password-stdin < password

Saves once all tests pass (four requests). Loads chats (at most 20 requests).
Backs up files that it changes itself, not those that an app's command changes.`,
    )
    .action(async (flags: SetupFlags) => {
      const { setup } = await import('../setup/setup.ts');
      await setup(flags, run);
    });
}
