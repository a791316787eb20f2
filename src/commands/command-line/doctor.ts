import type { Command } from 'commander';
import type { Run } from '../run.ts';
import { sourcesOf, withSettings } from './flags.ts';

/** Adds the command that checks a set-up. */
export function addDoctor(program: Command, run: Run): void {
  withSettings(program.command('doctor'))
    .description(
      'check settings, login, permissions, clock, archive and bots: what works, what does not, and what to do',
    )
    .summary('check the set-up: what works, what does not, and what to do')
    .option('--json', 'print it as JSON', false)
    .addHelpText(
      'after',
      `
It asks the service for one page of each list and one record of each: eight
requests, one where the login is refused. It sends nothing to a bot, changes
nothing but the count of its requests, and shows no password or token.

The exit code is 0 when all is well, 1 when something is wrong, and 2 when there
are only warnings. What was not tried counts for neither.`,
    )
    .action(async (options: { json: boolean }, command: Command) => {
      const { doctor } = await import('../doctor/doctor.ts');
      await doctor(sourcesOf(command, run), options, run);
    });
}
