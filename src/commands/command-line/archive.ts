import { Option, type Command } from 'commander';
import type { AuditFlags } from '../archive/archive-audit.ts';
import type { Run } from '../run.ts';
import { archivePlaceOf, settingsNamed, wholeNumber, withArchive, withFlags } from './flags.ts';

/** Adds the commands that look after the archive. */
export function addArchive(program: Command, run: Run): void {
  const archive = program.command('archive').description('inspect, back up, erase and audit the archive');

  withArchive(archive.command('status'))
    .description('tell where the archive is, what it holds, and what lies beside it')
    .option('--check', 'read all of it, and say whether it is sound', false)
    .option('--json', 'print it as JSON', false)
    .action(async (options: { check: boolean; json: boolean }, command: Command) => {
      const { archiveStatus } = await import('../archive/archive-status.ts');
      await archiveStatus(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('erase'))
    .description('remove a visitor with all that was said, for good; backups and damaged files, too')
    .requiredOption('--visitor <ID>', 'whom, by the id that answers give', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--yes', 'do not ask', false)
    .addHelpText(
      'after',
      `
It cannot be undone. A mark with the id stays, so that nothing of this visitor
is read again. A file is written anew as a whole: some seconds a gigabyte, and
as much room meanwhile. In PostgreSQL the tables are written anew, each locked
meanwhile; its logs, its write-ahead log and copies of it keep what they have
until they are over.`,
    )
    .action(async (options: { visitor: number; yes: boolean }, command: Command) => {
      const { archiveErase } = await import('../archive/archive-erase.ts');
      await archiveErase(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('export'))
    .description('print all that is stored of a visitor or an agent, as JSON')
    .addOption(
      new Option('--visitor <ID>', 'of a visitor, by the id that answers give')
        .argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER))
        .conflicts('agent'),
    )
    .addOption(
      new Option('--agent <ID>', 'of an agent, without the visitors of their chats').argParser(
        wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addHelpText(
      'after',
      `
It holds what people wrote, as it was written: nothing is redacted. What the
service keeps beyond what was loaded is not in it.`,
    )
    .action(async (options: { visitor?: number; agent?: number }, command: Command) => {
      const { archiveExport } = await import('../archive/archive-export.ts');
      await archiveExport(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('start-anew'))
    .description('set a damaged file aside, and go on with what was decided in it, as far as it is found')
    .option('--yes', 'do not ask where some of it may be lost', false)
    .addHelpText(
      'after',
      `
Servers and syncs do so by themselves where everything is found that is read
from nowhere again: who was erased, the decisions of triage, the audit, the key
of pseudonyms. Where some may be lost, they wait for this command, or for a
backup to be put back: the file beside the archive that ends in
-decisions.sqlite. A PostgreSQL server has means of its own for that.`,
    )
    .action(async (options: { yes: boolean }, command: Command) => {
      const { archiveStartAnew } = await import('../archive/archive-start-anew.ts');
      await archiveStartAnew(await archivePlaceOf(command, run), options, run);
    });

  withArchive(archive.command('audit'))
    .description('print what was sent, erased or damaged, newest last; or who called over HTTP')
    .addOption(new Option('--calls', 'the calls of clients over HTTP instead').conflicts(['session', 'body']))
    .addOption(new Option('--caller <ID>', 'only the calls of this caller, as token:NAME').implies({ calls: true }))
    .option('--session <ID>', 'only the calls to this chatbot session')
    .option('--body <FILE>', 'only the calls with these exact bytes as body; - for standard input')
    .addHelpText(
      'after',
      `
A line of JSON each, without what was sent, kept for audit_retention_days. A
call of unknown outcome may have arrived. The last line stays whatever its age.

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
    .description('copy a desk to another archive, from a file to a server for instance, and compare both')
    .argument('<FROM>', 'a SQLite file or a postgres:// address')
    .argument('<TO>', 'the same; a password is taken from PGPASSWORD')
    .addHelpText(
      'after',
      `
End the servers and syncs on both first. Stopped at any moment, the same
command goes on where it was. FROM is not changed. What TO holds of the desk
must be an earlier FROM.`,
    )
    .action(async (from: string, to: string, _options: unknown, command: Command) => {
      const { archiveCopy } = await import('../archive/archive-copy.ts');
      await archiveCopy(from, to, await archivePlaceOf(command, run, from), run);
    });
}
