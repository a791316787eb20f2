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
      new Option('--transcripts <WHICH>', 'of all chats, or of 400 a month drawn by chance')
        .choices(['all', 'sampled', 'none'])
        .default('sampled'),
    )
    .option('--watch', 'then keep it fresh until it is stopped', false)
    .addHelpText(
      'after',
      `
  chat-operations-mcp sync
  chat-operations-mcp sync --from 2026-01-01 --transcripts all

It asks a request a page of each list and one a transcript, at most four fifths
of --requests-per-minute. Nothing is read twice: stopped at any moment, the
same command goes on from there. The exit code is 1 when a part was left.`,
    )
    .action(async (options: SyncFlags, command: Command) => {
      const { syncAccounts } = await import('../sync/sync.ts');
      await syncAccounts(await settingsOf(command, run), options, run);
    });
}
