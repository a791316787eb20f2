import { type Command, Option } from 'commander';
import type { SyncFlags } from '../sync/sync.ts';
import { settingsOf, withSettings } from './flags.ts';

/** Adds the command that fills the archive. */
export function addSync(program: Command): void {
  withSettings(program.command('sync'))
    .description('fill the archive ahead of questions: lists first, then transcripts, newest first')
    .option('--from <DAY>', 'first day of chats, yyyy-MM-dd in the zone of --timezone; default: 90 days ago')
    .option('--to <DAY>', 'last day of chats, included, together with --from; default: today')
    .addOption(
      new Option(
        '--transcripts <WHICH>',
        'whose transcripts to read: of all chats, of 400 chats a month drawn by chance',
      )
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
      const { sync } = await import('../sync/sync.ts');
      await sync(await settingsOf(command), options);
    });
}
