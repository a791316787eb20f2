import type { Command } from 'commander';
import type { Run } from '../run.ts';
import { sourcesOf, withSettings } from './flags.ts';

/** Adds the command that checks a set-up. */
export function addDoctor(program: Command, run: Run): void {
  withSettings(program.command('doctor'))
    .description('Find and explain problems: settings, connection, login, permissions, clock, archive, codes and bots.')
    .summary('find and explain problems')
    .option('--json', 'print it as JSON', false)
    .addHelpText(
      'after',
      `
It asks the service for one page of each list and one record of each: eight
requests, or one if the login is refused. It sends nothing to a bot, changes
nothing but the count of requests, and shows no password or token.

The exit code is 0 without problems, 1 with problems, and 2 with warnings only.
Skipped checks count for neither.`,
    )
    .action(async (options: { json: boolean }, command: Command) => {
      const { doctor } = await import('../doctor/doctor.ts');
      await doctor(sourcesOf(command, run), options, run);
    });
}
