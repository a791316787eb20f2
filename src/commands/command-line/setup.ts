import { type Command, Option } from 'commander';
import type { SetupFlags } from '../setup/setup.ts';

/** Adds the command that sets everything up. */
export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('ask for address and login, test and keep them, and add the server to your assistants')
    .option('--config <FILE>', 'the settings file; default: settings.json in your folder for settings')
    .option('--base-url <URL>', 'REST base address (CHAT_OPERATIONS_BASE_URL)')
    .option('--email <EMAIL>', 'login email (CHAT_OPERATIONS_EMAIL)')
    .option('--password-file <FILE>', 'a file that holds the password, and stays where it is')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .addOption(
      new Option(
        '--keep-password <WHERE>',
        'file: in one beside the settings; environment: nowhere, it is given at each start',
      ).choices(['file', 'environment']),
    )
    .option('--ca-file <FILE>', 'certificate of an authority of your own, PEM (CHAT_OPERATIONS_CA_FILE)')
    .option('--timezone <ZONE>', "IANA zone of the desk; default: this machine's")
    .option('--hosts <IDS>', 'the assistants to add the server to: ids between commas, found, or none')
    .option('--sandbox', 'set up a try with the embedded sandbox: no account is needed', false)
    .option('--yes', 'ask nothing: take what is given, and write it', false)
    .addHelpText(
      'after',
      `
Everything is tested before it is written: address, certificate, login, and
what the login may read (eight requests). Then up to 24 requests read the newest
of everything into the archive. A settings file that is there is changed key by
key, and so are the settings of assistants; a copy of each is kept. The password
is never taken from a flag.

  chat-operations-mcp setup
  chat-operations-mcp setup --sandbox
  chat-operations-mcp setup --yes --base-url https://chat.example.com \\
    --email ann@example.com --password-stdin < password`,
    )
    .action(async (flags: SetupFlags) => {
      const { runSetup } = await import('../setup/run-setup.ts');
      await runSetup(flags);
    });
}
