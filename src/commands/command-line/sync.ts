import { type Command, Option } from 'commander';
import type { SyncFlags } from '../sync/sync-plan.ts';
import type { Run } from '../run.ts';
import { settingsOf, withSettings } from './flags.ts';

/** Adds the command that fills the archive. */
export function addSync(program: Command, run: Run): void {
  withSettings(program.command('sync'))
    .description('fill the archive ahead of questions')
    .option('--from <DAY>', 'first day of chats, yyyy-MM-dd; default: 90 days ago')
    .option('--to <DAY>', 'last day of chats, included, together with --from; default: today')
    .addOption(
      new Option('--transcripts <WHICH>', 'of all chats, or of a random 400 a month')
        .choices(['all', 'sampled', 'none'])
        .default('sampled'),
    )
    .option('--watch', 'then keep it fresh until you stop it', false)
    .addHelpText(
      'after',
      `
  chat-operations-mcp sync
  chat-operations-mcp sync --from 2026-01-01 --transcripts all

It makes one request for each page of a list and for each transcript, at most
four fifths of --requests-per-minute. If you stop it, the same command continues
where it stopped. It exits with 1 if a part is left.`,
    )
    .action(async (options: SyncFlags, command: Command) => {
      const { syncAccounts } = await import('../sync/sync.ts');
      await syncAccounts(await settingsOf(command, run), options, run);
    });
}
