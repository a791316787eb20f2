import { Option, type Command } from 'commander';
import type { AuditFlags } from '../archive/archive-audit.ts';
import type { Run } from '../run.ts';
import { archivePlaceOf, settingsNamed, wholeNumber, withArchive, withFlags } from './flags.ts';

/** Adds the commands that look after the archive. */
export function addArchive(program: Command, run: Run): void {
  const archive = program.command('archive').description('inspect, back up, erase and audit the archive');

  withArchive(archive.command('status'))
    .description('show where the archive is, what it holds, and the files beside it')
    .option('--check', 'read all of it and check it for damage', false)
    .option('--json', 'print it as JSON', false)
    .action(async (options: { check: boolean; json: boolean }, command: Command) => {
      const { archiveStatus } = await import('../archive/archive-status.ts');
      await archiveStatus(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('erase'))
    .description('erase a visitor and their messages, also in damaged and older files')
    .requiredOption('--visitor <ID>', 'visitor id, as answers show it', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--yes', 'skip the question', false)
    .addHelpText(
      'after',
      `
This cannot be undone. The id is kept, so that nothing of this visitor is loaded
again. The file is rewritten, which takes some seconds per gigabyte and as much
free space. In PostgreSQL, each table is locked while it is rewritten; logs,
the write-ahead log and copies keep the data until they expire.`,
    )
    .action(async (options: { visitor: number; yes: boolean }, command: Command) => {
      const { archiveErase } = await import('../archive/archive-erase.ts');
      await archiveErase(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('export'))
    .description('print all that is stored about a visitor or an agent, as JSON')
    .addOption(
      new Option('--visitor <ID>', 'visitor id, as answers show it')
        .argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER))
        .conflicts('agent'),
    )
    .addOption(
      new Option('--agent <ID>', 'agent id; the chats come without their visitors').argParser(
        wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addHelpText(
      'after',
      `
Nothing is redacted. What the service holds beyond what was loaded is not
included.`,
    )
    .action(async (options: { visitor?: number; agent?: number }, command: Command) => {
      const { archiveExport } = await import('../archive/archive-export.ts');
      await archiveExport(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('start-anew'))
    .description('set damaged files aside and continue with the saved decisions that can be read')
    .option('--yes', 'skip the question if decisions may be lost', false)
    .addHelpText(
      'after',
      `
Servers and syncs do this unasked if no decision is lost (erasures, triage,
codes, the audit, tokens, the key of redaction marks). If some may be lost, they
wait for this command, or for you to restore a backup of the file that ends in
-decisions.sqlite. This is for files, not for PostgreSQL.`,
    )
    .action(async (options: { yes: boolean }, command: Command) => {
      const { archiveStartAnew } = await import('../archive/archive-start-anew.ts');
      await archiveStartAnew(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('audit'))
    .description('print what was sent, erased or damaged, newest last, or calls over HTTP')
    .addOption(new Option('--calls', 'calls over HTTP instead').conflicts(['session', 'body']))
    .addOption(new Option('--caller <ID>', 'only calls of this caller, such as token:NAME').implies({ calls: true }))
    .option('--session <ID>', 'only calls to this chatbot session')
    .option('--body <FILE>', 'only calls with exactly this body; - for standard input')
    .addHelpText(
      'after',
      `
Each line is JSON, without the data that was sent, and is kept for
audit_retention_days; the last line stays. A call of unknown outcome may have
arrived.

  printf '%s' '{"sessionId":"…"}' | chat-operations-mcp archive audit --body -`,
    )
    .action(async (options: AuditFlags & { calls?: boolean; caller?: string }, command: Command) => {
      if (options.calls === true) {
        const { archiveCalls } = await import('../archive/archive-calls.ts');
        await archiveCalls(await archivePlaceOf(command, run), options.caller, run);
        return;
      }
      const { archiveAudit } = await import('../archive/archive-audit.ts');
      await archiveAudit(await archivePlaceOf(command, run), options, run);
    });

  withFlags(archive.command('copy'), settingsNamed('base_url', 'log_level'))
    .description('copy a desk to another archive, such as from a file to PostgreSQL, and compare both')
    .argument('<FROM>', 'a SQLite file or a postgres:// URL')
    .argument('<TO>', 'the same; set PGPASSWORD for the password')
    .addHelpText(
      'after',
      `
Stop the servers and syncs of both first. If you stop the copy, the same command
continues it. FROM does not change. If TO already has the desk, it must be an
earlier copy of FROM.`,
    )
    .action(async (from: string, to: string, _options: unknown, command: Command) => {
      const { archiveCopy } = await import('../archive/archive-copy.ts');
      await archiveCopy(from, to, await archivePlaceOf(command, run, from), run);
    });
}
