import type { Command } from 'commander';
import type { TokenFlags } from '../token/token-create.ts';
import type { Run } from '../run.ts';
import { also, archivePlacesOf, withArchive } from './flags.ts';

/** Adds the commands that make, list and revoke the tokens of callers over HTTP. */
export function addToken(program: Command, run: Run): void {
  const token = program.command('token').description('create, list and revoke the tokens that http accepts');

  const create = token
    .command('create')
    .description('make a token, and print it: it is shown this once, and only its hash is kept')
    .requiredOption('--name <NAME>', 'what it is for, as the audit names it')
    .requiredOption('--scopes <SCOPES>', 'what it may, with commas between')
    .option(
      '--account <NAME>',
      'an account that it opens; several times for several (default: all there are now)',
      also,
    )
    .option('--own-chats <EMAIL>', 'only the chats of the agent with this email')
    .option('--expires <WHEN>', '90d, a last day (yyyy-MM-dd), or never', '90d')
    .addHelpText(
      'after',
      `
Scopes: chats:read visitors:read offline:read triage:write codes:write
webhook:send contacts:read (sees contacts as they are) metrics:read`,
    );
  withArchive(create, false).action(async (options: TokenFlags, command: Command) => {
    const { tokenCreate } = await import('../token/token-create.ts');
    await tokenCreate(await archivePlacesOf(command, run), options, run);
  });

  withArchive(token.command('list'), false)
    .description('tell what each token opens, until when, and when it was used last')
    .option('--json', 'print it as JSON', false)
    .action(async (options: { json: boolean }, command: Command) => {
      const { tokenList } = await import('../token/token-list.ts');
      const [first] = await archivePlacesOf(command, run);
      await tokenList(first, options, run);
    });

  withArchive(token.command('revoke'), false)
    .description('take a token back: requests are refused within 5 seconds, open streams end within 10')
    .argument('<NAME>', 'its name, as token list shows it')
    .action(async (name: string, _options: unknown, command: Command) => {
      const { tokenRevoke } = await import('../token/token-revoke.ts');
      const [first] = await archivePlacesOf(command, run);
      await tokenRevoke(first, name, run);
    });
}
