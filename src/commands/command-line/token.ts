import type { Command } from 'commander';
import type { TokenFlags } from '../token/token-create.ts';
import type { Run } from '../run.ts';
import { also, archivePlacesOf, withArchive } from './flags.ts';

/** Adds the commands that make, list and revoke the tokens of callers over HTTP. */
export function addToken(program: Command, run: Run): void {
  const token = program.command('token').description('create, list and revoke the tokens that http accepts');

  const create = token
    .command('create')
    .description('create a token and print it, once; only its hash is stored')
    .requiredOption('--name <NAME>', 'its name in the audit')
    .requiredOption('--scopes <SCOPES>', 'comma-separated scopes')
    .option('--account <NAME>', 'an account it gives access to; repeat for several (default: all current ones)', also)
    .option('--own-chats <EMAIL>', 'only the chats of the agent with this email')
    .option('--expires <WHEN>', '90d, a last day (yyyy-MM-dd), or never', '90d')
    .addHelpText(
      'after',
      `
Scopes: chats:read visitors:read offline:read triage:write codes:write
webhook:send contacts:read (unredacted contacts) metrics:read`,
    );
  withArchive(create, false).action(async (options: TokenFlags, command: Command) => {
    const { tokenCreate } = await import('../token/token-create.ts');
    await tokenCreate(await archivePlacesOf(command, run), options, run);
  });

  withArchive(token.command('list'), false)
    .description('list tokens with their scopes, expiry and last use')
    .option('--json', 'print it as JSON', false)
    .action(async (options: { json: boolean }, command: Command) => {
      const { tokenList } = await import('../token/token-list.ts');
      const [first] = await archivePlacesOf(command, run);
      await tokenList(first, options, run);
    });

  withArchive(token.command('revoke'), false)
    .description('revoke a token: new requests are refused within 5 seconds, open streams end within 10')
    .argument('<NAME>', 'the name of the token')
    .action(async (name: string, _options: unknown, command: Command) => {
      const { tokenRevoke } = await import('../token/token-revoke.ts');
      const [first] = await archivePlacesOf(command, run);
      await tokenRevoke(first, name, run);
    });
}
